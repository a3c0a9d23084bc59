import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import { statementOf } from './lines.ts';
import { type FixOfRule, type FoundIn, insertion } from './mechanical-fix.ts';
import { declarationBy, declarersOf, isLibraryCall } from './names.ts';
import {
  ancestors,
  argumentsOf,
  calledName,
  functionAround,
  hasComment,
  identifiersIn,
  nodeAt,
} from './nodes.ts';

/** What a function has allocated by `new` it gives back by the `delete` that fits. */
export const matchingDelete: FixOfRule = (found) => {
  const { tree } = found;
  const release = nodeAt(
    found,
    (node) => node.type === 'delete_expression' || calledName(tree, node) === 'free',
  );
  if (release === undefined || hasComment(tree, release)) return undefined;
  const isFree = release.type === 'call_expression';
  if (isFree && (statementOf(release) === undefined || !isLibraryCall(found, release)))
    return undefined;
  const operand = isFree ? argumentsOf(release)[0] : release.children.at(-1);
  const allocation = operand?.type === 'identifier' ? onlyValueOf(found, operand) : undefined;
  if (operand === undefined || allocation?.type !== 'new_expression') return undefined;
  const makesArray = childOf(allocation, 'declarator') !== undefined;
  // A name may stand for an array.
  if (!makesArray && !isOneObject(tree, allocation)) return undefined;
  const needed = makesArray ? 'delete[]' : 'delete';
  const title = `Release it by ${needed}`;
  if (isFree) {
    const text = `${needed} ${tree.textOf(operand)}`;
    return { title, edits: [{ start: release.start, end: release.end, text }] };
  }
  const word = release.children.find(({ type }) => type === 'delete');
  if (word === undefined) return undefined;
  const between = { start: word.end, end: operand.start };
  const isArray = tree.textOf(between).includes('[');
  if (isArray === makesArray) return undefined;
  return { title, edits: [makesArray ? insertion(word.end, '[]') : { ...between, text: ' ' }] };
};

/** What a local pointer is initialised with, where nothing else can be assigned to it. */
function onlyValueOf({ tree }: FoundIn, use: SyntaxNode): SyntaxNode | undefined {
  const around = functionAround(use);
  if (around === undefined) return undefined;
  const name = tree.textOf(use);
  const [declarer, ...others] = declarersOf(tree, around, name);
  const declaration = declarer === undefined ? undefined : declarationBy(declarer);
  const scope = declaration?.parent;
  if (declarer === undefined || others.length > 0 || declaration?.type !== 'declaration')
    return undefined;
  if (scope?.type !== 'compound_statement' || !ancestors(use).includes(scope)) return undefined;
  const isChanged = identifiersIn(around).some(
    (node) => node !== declarer && tree.textOf(node) === name && mayChange(tree, node),
  );
  const initialised = ancestors(declarer).find(({ type }) => type === 'init_declarator');
  const isPointer = declarer.parent?.type === 'pointer_declarator' || isAuto(declaration);
  if (isChanged || !isPointer || initialised?.parent !== declaration) return undefined;
  return childOf(initialised, 'value');
}

function isAuto(declaration: SyntaxNode): boolean {
  return childOf(declaration, 'type')?.type === 'placeholder_type_specifier';
}

/** Whether a use of a variable may give it another value: only reading through it does not for certain. */
function mayChange(tree: SyntaxTree, { parent, field }: SyntaxNode): boolean {
  if (parent === undefined) return true;
  if (parent.type === 'delete_expression' || /^subscript_expression$/.test(parent.type))
    return false;
  if (parent.type === 'field_expression') return field !== 'argument';
  if (parent.type === 'pointer_expression') return childOf(parent, 'operator')?.type !== '*';
  if (parent.type === 'argument_list') {
    const call = parent.parent;
    return call === undefined || calledName(tree, call) !== 'free';
  }
  return !/^(?:binary|parenthesized)_expression$/.test(parent.type);
}

function isOneObject(tree: SyntaxTree, allocation: SyntaxNode): boolean {
  const type = childOf(allocation, 'type');
  if (type?.type === 'primitive_type') return true;
  if (type?.type !== 'type_identifier') return false;
  return descendants(tree.root).some((node) => {
    if (!/^(?:class|struct)_specifier$/.test(node.type) || childOf(node, 'body') === undefined)
      return false;
    const name = childOf(node, 'name');
    return name !== undefined && tree.textOf(name) === tree.textOf(type);
  });
}
