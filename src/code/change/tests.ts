import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { valuePaths } from './access-paths.ts';
import { expectedCondition } from './expected-condition.ts';
import type { FunctionPair } from './function-pairs.ts';

const CONNECTIVES: ReadonlySet<string> = new Set(['&&', '||']);

/**
 * The tests of a function, each once: what its branches, loops and conditional expressions ask, taken
 * apart at `!`, `&&` and `||`.
 */
export function testsOf(fn: LoweredFunction): readonly Expr[] {
  const tests: Expr[] = [];
  for (const { end } of fn.blocks)
    if (end.kind === 'branch') tests.push(...conditionParts(end.condition));
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind === 'conditional') tests.push(...conditionParts(expr.condition));
    else if (expr.kind === 'binary' && CONNECTIVES.has(expr.op))
      tests.push(...conditionParts(expr));
  }
  return [...new Set(tests)];
}

/** What a condition asks, taken apart at `!`, `&&` and `||`. */
export function conditionParts(condition: Expr): Expr[] {
  if (condition.kind === 'unary' && condition.op === '!') return conditionParts(condition.operand);
  if (condition.kind === 'binary' && CONNECTIVES.has(condition.op))
    return [...conditionParts(condition.left), ...conditionParts(condition.right)];
  const expected = expectedCondition(condition);
  return expected === undefined ? [condition] : conditionParts(expected);
}

/** The tests that `assert` makes: what they say does not hold in a release build. */
export function assertedTests(fn: LoweredFunction): ReadonlySet<Expr> {
  const tests = new Set<Expr>();
  const collect = (condition: Expr): void => {
    tests.add(condition);
    if (condition.kind === 'unary') collect(condition.operand);
    else if (condition.kind === 'binary' && CONNECTIVES.has(condition.op)) {
      collect(condition.left);
      collect(condition.right);
    }
  };
  for (const { end } of fn.blocks)
    if (end.kind === 'branch' && end.assertion === true) collect(end.condition);
  return tests;
}

/**
 * Whether head compares what an expression reads, or asks a function of it, in a way that base did
 * not: the change put a check in. A test of the expression itself is none.
 * @param read the places whose tests count
 */
export function hasNewTestOf(
  { base, head }: FunctionPair,
  expr: Expr,
  read = valuePaths(expr),
): boolean {
  const before = new Set(testsOf(base).map(expressionText));
  return testsOf(head).some(
    (test) =>
      isCheck(test) &&
      !before.has(expressionText(test)) &&
      !expressionsIn(test).includes(expr) &&
      !valuePaths(test).isDisjointFrom(read),
  );
}

function isCheck(test: Expr): boolean {
  return test.kind === 'call' || (test.kind === 'binary' && /^[<>]=?$/.test(test.op));
}
