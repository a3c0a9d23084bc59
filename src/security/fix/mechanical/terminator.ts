import { childOf, type SyntaxNode } from '../../../code/syntax/syntax.ts';
import { type CharArray, charArrayOf, statedSize } from './char-arrays.ts';
import { indentationOf, lineEndOf, nextLineAfter, statementOf } from './lines.ts';
import { type FixOfRule, type FoundIn, insertion } from './mechanical-fix.ts';
import { isLibraryCall, macrosOf } from './names.ts';
import { argumentsOf, calledName, mayHaveEffects, nodeAt } from './nodes.ts';

/** A NUL is stored in the last byte of an array that `strncpy` may have filled. */
export const terminator: FixOfRule = (found) => {
  const { tree } = found;
  const call = nodeAt(found, (node) => calledName(tree, node) === 'strncpy');
  const statement = call === undefined ? undefined : statementOf(call);
  if (call === undefined || statement === undefined || !isLibraryCall(found, call))
    return undefined;
  const [target, source, limit] = argumentsOf(call);
  const array = target === undefined ? undefined : charArrayOf(found, target);
  if (array === undefined || limit === undefined || !fillsUp(found, array, limit)) return undefined;
  // The variable that leads to a member could be changed on the way.
  const isMember = target?.type === 'field_expression';
  if (isMember && source !== undefined && mayHaveEffects(source)) return undefined;
  const indentation = indentationOf(tree, statement);
  const at = nextLineAfter(tree, statement);
  if (indentation === undefined || at === undefined) return undefined;
  const text = `${indentation}${array.name}[sizeof ${array.name} - 1] = '\\0';${lineEndOf(tree.text)}`;
  return { title: 'Store the NUL behind the text', edits: [insertion(at, text)] };
};

/** Whether a limit is the size of the array or one less. With a smaller one something else would lie before the NUL. */
function fillsUp(found: FoundIn, array: CharArray, limit: SyntaxNode): boolean {
  const { tree } = found;
  const [left, , right] = limit.type === 'binary_expression' ? limit.children : [limit];
  if (left === undefined) return false;
  if (limit !== left) {
    const operator = childOf(limit, 'operator');
    const isOneLess = operator?.type === '-' && right !== undefined && tree.textOf(right) === '1';
    if (!isOneLess) return false;
  }
  if (isSizeOf(found, array, left)) return true;
  if (array.size === undefined) return false;
  const text = tree.textOf(left);
  if (left.type === 'identifier')
    // A variable could have changed since.
    return macrosOf(tree).has(text) && tree.textOf(array.size) === text;
  const size = statedSize(tree, array);
  return limit === left && size !== undefined && [String(size), String(size - 1)].includes(text);
}

function isSizeOf({ tree }: FoundIn, { name }: CharArray, node: SyntaxNode): boolean {
  const value = node.type === 'sizeof_expression' ? childOf(node, 'value') : undefined;
  const inner = value?.type === 'parenthesized_expression' ? value.children[0] : value;
  return inner !== undefined && tree.textOf(inner) === name;
}
