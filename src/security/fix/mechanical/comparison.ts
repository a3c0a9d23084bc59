import { childOf, type SyntaxNode } from '../../../code/syntax/syntax.ts';
import type { FixOfRule } from './mechanical-fix.ts';
import { nodeAt } from './nodes.ts';
import { isPointerOrNumber } from './shown-types.ts';

const CONSTANTS: ReadonlySet<string> = new Set([
  ...['number_literal', 'char_literal', 'true', 'false', 'null'],
]);
const TARGETS: ReadonlySet<string> = new Set([
  ...['identifier', 'field_expression', 'subscript_expression', 'pointer_expression'],
]);

/** `if (x = 0)` becomes `if (x == 0)`: the condition would be known before the program runs. */
export const comparison: FixOfRule = (found) => {
  const { tree } = found;
  const assignment = nodeAt(found, (node) => node.type === 'assignment_expression');
  if (assignment === undefined || !isWholeCondition(assignment)) return undefined;
  const [left, right] = [childOf(assignment, 'left'), childOf(assignment, 'right')];
  const operator = childOf(assignment, 'operator');
  if (left === undefined || right === undefined || operator?.type !== '=') return undefined;
  if (!TARGETS.has(left.type) || !CONSTANTS.has(right.type)) return undefined;
  // What a class assigns it need not be able to compare with.
  if (found.language === 'cpp' && !isPointerOrNumber(found, left)) return undefined;
  return {
    title: `Compare with ${tree.textOf(right)}`,
    edits: [{ start: operator.start, end: operator.end, text: '==' }],
  };
};

/** Whether one pair of parentheses is around it: a second pair says that the assignment is meant. */
function isWholeCondition({ parent }: SyntaxNode): boolean {
  return (
    parent?.field === 'condition' &&
    /^(?:parenthesized_expression|condition_clause)$/.test(parent.type) &&
    /^(?:if|while)_statement$/.test(parent.parent?.type ?? '')
  );
}
