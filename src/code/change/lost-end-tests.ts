import type { Expr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isCharLike } from '../c/ir/types.ts';
import { expressionsIn } from '../c/ir/walk.ts';
import { accessPaths } from './access-paths.ts';
import { type Constraint, constraintsOf } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { type GuardedUse, guardedSteps } from './guarded-uses.ts';
import { lostConstraints } from './lost-constraints.ts';
import { isMovedOut } from './moved-code.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A step over a byte of a text that base made only where the byte was not the end. */
export interface LostEndTest {
  /** What said in base that it was not the end. */
  readonly test: Expr;
  /** `p++`, in head. */
  readonly step: Expr;
  /** The byte that it goes over, by text. */
  readonly byte: string;
}

/** The steps of a function over bytes that may be the NUL of a text since the change. */
export function lostEndTests(change: UnitChange, pair: FunctionPair): readonly LostEndTest[] {
  const lost = lostConstraints(pair, change.base, change.head, change.lines, guardedSteps);
  return lost.flatMap(({ constraint, uses }) => {
    const byte = byteThatIsNotTheEnd(constraint);
    const test = byte === undefined ? undefined : removedEndTest(change, pair, byte);
    if (byte === undefined || test === undefined) return [];
    const step = uses.find((use) => isStepOver(use, byte) && !isKept(use, byte, constraint));
    if (step === undefined || hasNewTest(change, pair, step.expr)) return [];
    return { test, step: step.expr, byte };
  });
}

/** A test that the change took away and that says of a byte that it is not zero: of several the first. */
export function removedEndTest(
  change: UnitChange,
  { base, head }: FunctionPair,
  byte: string,
): Expr | undefined {
  return testsOf(base).find(
    (test) =>
      isTakenAway(change, test) &&
      [true, false].some((outcome) =>
        constraintsOf(test, outcome).some((known) => byteThatIsNotTheEnd(known) === byte),
      ) &&
      !isMovedOut(change, test, head),
  );
}

/** The one byte of which a constraint says that it is not zero, by text. */
export function byteThatIsNotTheEnd({ alternatives, test }: Constraint): string | undefined {
  const [{ form, relation }, ...others] = alternatives;
  const [term, ...more] = form.terms.keys();
  if (others.length > 0 || more.length > 0 || term === undefined) return undefined;
  const excludesZero = relation === '!=' ? form.constant === 0 : form.constant < 0;
  const isOther = relation === '==' && form.constant > 0;
  if (!excludesZero && !isOther) return undefined;
  const read = expressionsIn(test).find((part) => expressionText(part) === term);
  return read !== undefined && /^(?:index|deref)$/.test(read.kind) && isCharLike(read.type)
    ? term
    : undefined;
}

/** `p++` or `p += n` for `*p` and `p[0]`, `i++` for `a[i]`. */
function isStepOver({ kind, expr }: GuardedUse, byte: string): boolean {
  if (kind !== 'step') return false;
  const place = steppedPlace(expr);
  return byte === `*${place}` || byte.startsWith(`${place}[`) || byte.endsWith(`[${place}]`);
}

function steppedPlace(expr: Expr): string | undefined {
  if (expr.kind === 'incdec') return expressionText(expr.operand);
  return expr.kind === 'assign' ? expressionText(expr.target) : undefined;
}

/** Whether another test in front of the step says that the byte is not zero. */
function isKept({ constraints }: GuardedUse, byte: string, lost: Constraint): boolean {
  return [...constraints.values()].some(
    (known) => known !== lost && byteThatIsNotTheEnd(known) === byte,
  );
}

/** Whether the change wrote a test of what the step counts up. */
function hasNewTest(change: UnitChange, { head }: FunctionPair, step: Expr): boolean {
  const place = steppedPlace(step);
  return testsOf(head).some(
    (test) => isWritten(change, test) && place !== undefined && accessPaths(test).has(place),
  );
}
