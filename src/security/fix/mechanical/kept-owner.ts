import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import { methodOf, receiverOf } from './creation-mode.ts';
import { indentationOf, lineEndOf } from './lines.ts';
import { type FixOfRule, insertion } from './mechanical-fix.ts';
import { ancestors, argumentsOf, hasComment, nodeAt } from './nodes.ts';

/**
 * `let name = CString::new(text)?.as_ptr();` becomes two declarations, so that what the pointer leads to lives as long
 * as the pointer does.
 */
export const keptOwner: FixOfRule = (found) => {
  const { tree } = found;
  const call = nodeAt(found, (node) => methodOf(tree, node) === 'as_ptr');
  const owner = call === undefined ? undefined : receiverOf(call);
  const declaration = call?.parent;
  if (call === undefined || owner === undefined || argumentsOf(call).length > 0) return undefined;
  if (declaration?.type !== 'let_declaration' || call.field !== 'value') return undefined;
  const pattern = childOf(declaration, 'pattern');
  const indentation = indentationOf(tree, declaration);
  if (pattern?.type !== 'identifier' || indentation === undefined) return undefined;
  const isWhole = declaration.children.every(
    ({ type }) => !/^(?:mutable_specifier|block)$/.test(type),
  );
  if (!isWhole || declaration.parent?.type !== 'block' || hasComment(tree, declaration))
    return undefined;
  const name = `${tree.textOf(pattern)}_owner`;
  if (!staysInside(tree, pattern, name)) return undefined;
  const text = `let ${name} = ${tree.textOf(owner)};${lineEndOf(tree.text)}${indentation}`;
  return {
    title: 'Keep what the pointer leads to',
    edits: [insertion(declaration.start, text), { start: owner.start, end: owner.end, text: name }],
  };
};

/** Whether the pointer is only handed to calls, and the name of the owner is free. */
function staysInside(tree: SyntaxTree, pointer: SyntaxNode, owner: string): boolean {
  const around = ancestors(pointer).find(({ type }) => type === 'function_item');
  const name = tree.textOf(pointer);
  if (around === undefined) return false;
  return descendants(around).every((node) => {
    // In a macro names are not what they seem, and in a structure the name alone hands the pointer on.
    const text = /^(?:identifier|shorthand_field_identifier)$/.test(node.type)
      ? tree.textOf(node)
      : '';
    if (text === owner) return false;
    return text !== name || node === pointer || node.parent?.type === 'arguments';
  });
}
