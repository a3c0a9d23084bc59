import type { Expr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';

const DEPTH = /depth|recurs|nest/i;
const ROUNDS = /loop|level/i;

/**
 * Whether a test compares a depth with its limit, as names say.
 * @param isRecursive whether it stands in a function that calls itself, where a level is a depth, too
 */
export function isDepthTest(test: Expr, isRecursive: boolean): boolean {
  if (test.kind !== 'binary' || !/^[<>]=?$/.test(test.op)) return false;
  const text = expressionText(test);
  return DEPTH.test(text) || (isRecursive && ROUNDS.test(text));
}
