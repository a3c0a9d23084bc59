import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import { allowVirtual } from './destructors.ts';
import { indentationOf, lineEndOf } from './lines.ts';
import { type FixOfRule, insertion, type TextEdit } from './mechanical-fix.ts';
import { hasComment, nodeAt } from './nodes.ts';

/** The destructor of a base class becomes virtual; a class without data gets one. */
export const virtualDestructor: FixOfRule = (found) => {
  const { tree } = found;
  const base = nodeAt(
    found,
    (node) => /^(?:class|struct)_specifier$/.test(node.type) && childOf(node, 'body') !== undefined,
    (node) => childOf(node, 'name')?.start ?? node.start,
  );
  const body = base === undefined ? undefined : childOf(base, 'body');
  const name = base === undefined ? undefined : childOf(base, 'name');
  if (base === undefined || body === undefined || name?.type !== 'type_identifier')
    return undefined;
  if (!allowVirtual(tree)) return undefined;
  const destructor = body.children.find(isDestructor);
  const edit =
    destructor === undefined ? added(tree, base, body, tree.textOf(name)) : madeVirtual(destructor);
  return edit === undefined ? undefined : { title: 'Make the destructor virtual', edits: [edit] };
};

function isDestructor(member: SyntaxNode): boolean {
  const head = childOf(member, 'declarator');
  return (
    head?.type === 'function_declarator' && childOf(head, 'declarator')?.type === 'destructor_name'
  );
}

/** Attributes would have to stay before the word. */
function madeVirtual(destructor: SyntaxNode): TextEdit | undefined {
  const [first] = destructor.children;
  return first?.field === 'declarator' ? insertion(destructor.start, 'virtual ') : undefined;
}

/** A destructor that is declared leaves a class without moves of its own: where there is no data, nothing is lost by that. */
function added(
  tree: SyntaxTree,
  base: SyntaxNode,
  body: SyntaxNode,
  name: string,
): TextEdit | undefined {
  const [opening] = base.children;
  const publicAt = body.children.findIndex(
    (node) => node.type === 'access_specifier' && tree.textOf(node) === 'public',
  );
  const hasData = body.children.some(
    (node) =>
      !/^(?:access_specifier|:)$/.test(node.type) &&
      !descendants(node).some(({ type }) => type === 'function_declarator'),
  );
  const hasBase = base.children.some(({ type }) => type === 'base_class_clause');
  const isStruct = opening?.type === 'struct';
  if (hasData || hasBase || (!isStruct && publicAt < 0)) return undefined;
  const first = body.children[isStruct ? 0 : publicAt + 2];
  if (first === undefined || first.type === 'access_specifier') return undefined;
  const indentation = indentationOf(tree, first);
  const before = isStruct ? body.start : (body.children[publicAt]?.end ?? body.start);
  // A comment is of the member that it stands above.
  const isDescribed = hasComment(tree, { start: before, end: first.start });
  if (indentation === undefined || isDescribed) return undefined;
  const text = `virtual ~${name}() = default;${lineEndOf(tree.text)}${indentation}`;
  return insertion(first.start, text);
}
