import type { AssignExpr, BinaryExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { arithmeticType } from '../c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { accessPaths } from './access-paths.ts';
import { assignedValues } from './assigned-values.ts';
import { bitsNeeded } from './checked-arithmetic.ts';
import type { FunctionPair } from './function-pairs.ts';
import { leavesOn } from './leaves-on.ts';
import { isMovedOut } from './moved-code.ts';
import { type OverflowTest, overflowTest } from './overflow-tests.ts';
import { isNearby, isTakenAway, isWritten } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A sum or product that base tested for overflow and head does not. */
export interface UntestedOverflow {
  /** `w > SIZE_MAX / h`, in base. */
  readonly test: Expr;
  /** In head; without it the values were refused for what others compute of them. */
  readonly computed: Expr | undefined;
}

/** What head computes of values whose sum or product base knew to fit, and head does not test in other words. */
export function untestedOverflows(
  change: UnitChange,
  { base, head }: FunctionPair,
): UntestedOverflow[] {
  const gone = testsOf(base).flatMap((test) => {
    const found = isTakenAway(change, test) ? overflowTest(test) : undefined;
    return found === undefined || isMovedOut(change, test, head) ? [] : { test, ...found };
  });
  if (gone.length === 0) return [];
  const left = new Set(testsOf(head).map(expressionText));
  const written = namesWritten(change, head);
  return gone.flatMap(({ test, ...asked }): UntestedOverflow[] => {
    if (left.has(expressionText(test))) return [];
    const names = asked.operands.map((operand) => namesFor(operand, base));
    if (written.some((found) => names.every((all) => !all.isDisjointFrom(found)))) return [];
    const isHere = (expr: Expr) => isWritten(change, expr) || isNearby(change, test, expr);
    const computed = computationsOf(head).find(
      (expr) => isHere(expr) && mayWrap(expr, test) && isOf(expr, asked, names),
    );
    if (computed !== undefined) return [{ test, computed }];
    const isRefused = asked.computed !== undefined && leavesOn(base, test);
    return isRefused && isStillThere(test, head) ? [{ test, computed: undefined }] : [];
  });
}

/** What each test that the change wrote names, and what each call with several arguments is given. */
function namesWritten(change: UnitChange, head: LoweredFunction): ReadonlySet<string>[] {
  const tests = testsOf(head).filter((test) => isWritten(change, test));
  const given = expressionsOf(head.blocks).flatMap((expr) =>
    expr.kind === 'call' &&
    expr.args.length > 1 &&
    isWritten(change, expr) &&
    !/alloc/i.test(expr.name)
      ? [expr.args.map(withoutCasts)]
      : [],
  );
  // A comparison with the sum itself comes too late.
  const asked = tests.map((test) =>
    overflowTest(test) === undefined
      ? expressionsIn(test).filter((part) => !isInSum(part, test))
      : expressionsIn(test),
  );
  return [...asked, ...given].map((exprs) => new Set(exprs.map(expressionText)));
}

function isInSum(part: Expr, test: Expr): boolean {
  return expressionsIn(test).some(
    (sum) =>
      sum.kind === 'binary' &&
      /^[+*]$/.test(sum.op) &&
      sum !== part &&
      expressionsIn(sum).includes(part),
  );
}

function isStillThere(test: Expr, head: LoweredFunction): boolean {
  const left = new Set(expressionsOf(head.blocks).flatMap((expr) => [...accessPaths(expr)]));
  return accessPaths(test).isSubsetOf(left);
}

/** The sums and products of a function, `a += b` as `a + b`. */
function computationsOf({ blocks }: LoweredFunction): BinaryExpr[] {
  return expressionsOf(blocks).flatMap((expr) => {
    const found = expr.kind === 'assign' ? ofAssignment(expr) : expr;
    return found?.kind === 'binary' && /^[+*]$/.test(found.op) && found.type.kind === 'int'
      ? found
      : [];
  });
}

function ofAssignment({ op, target, value, start, end }: AssignExpr): BinaryExpr | undefined {
  if (op !== '+=' && op !== '*=') return undefined;
  const type = arithmeticType(target.type, value.type);
  return { kind: 'binary', op: op.slice(0, 1), left: target, right: value, type, start, end };
}

/** Whether a result may not fit its type, or was tested in base in as many bits. */
function mayWrap(expr: BinaryExpr, test: Expr): boolean {
  const { type } = expr;
  if (type.kind !== 'int') return false;
  const tested = expressionsIn(test).map((part) => (part.type.kind === 'int' ? part.type.bits : 0));
  return bitsNeeded(expr) > type.bits || Math.max(...tested) >= type.bits;
}

/** Whether a sum or product is of both operands, with whatever is added or multiplied besides. */
function isOf(
  expr: BinaryExpr,
  { op, operands }: OverflowTest,
  names: readonly ReadonlySet<string>[],
): boolean {
  if (expr.op !== op) return false;
  const parts = partsOf(expr, op);
  const texts = parts.map(expressionText);
  return operands.every((operand, at) => {
    const value = knownNumber(operand);
    if (value !== undefined && parts.some((part) => knownNumber(part) === value)) return true;
    return texts.some((text) => names[at]?.has(text) === true);
  });
}

function partsOf(expr: Expr, op: string): Expr[] {
  const plain = withoutCasts(expr);
  if (plain.kind !== 'binary' || plain.op !== op) return [plain];
  return [...partsOf(plain.left, op), ...partsOf(plain.right, op)];
}

/** What stands for a value: itself, and what a function gives the variable that it is. */
function namesFor(value: Expr, fn: LoweredFunction): ReadonlySet<string> {
  const text = expressionText(value);
  const given = assignedValues(fn).flatMap(({ target, value: from }) =>
    target === text ? expressionText(withoutCasts(from)) : [],
  );
  return new Set(given.length === 1 ? [text, ...given] : [text]);
}
