import { askedIn } from '../../c/ir/asked-texts.ts';
import type { CallExpr, Expr, LoweredFunction } from '../../c/ir/ast.ts';
import { expressionText } from '../../c/ir/expression-text.ts';
import { expressionsOf } from '../../c/ir/walk.ts';
import { withoutCasts } from '../../c/ir/without-casts.ts';
import { libraryModelOf } from '../../library-models/lookup.ts';

/** How callers treat the pointers that a function returns and that they keep in a variable or a field. */
export interface ResultUses {
  readonly callee: string;
  /** Calls whose result the calling function asks something of. */
  readonly tested: number;
  readonly untested: number;
}

/** From so many calls on, what they do is a custom. */
const MIN_CALLS = 8;
/** The most of them, in 100, that may test the result where the custom is not to. */
const MAX_TESTED_PERCENT = 10;

/** From so many calls on it counts how many of them test the result. */
const MIN_COMPARED = 4;
/** The least of them, in 100, that test it where it takes a test. */
const MIN_TESTED_PERCENT = 60;

/**
 * How the functions of a file treat pointers that they are returned, by callee, in the order of names.
 * @param counts of which callees; of library functions it is known whether they fail
 */
export function resultUses(
  functions: readonly LoweredFunction[],
  counts: (callee: string) => boolean = (callee) => libraryModelOf(callee) === undefined,
): ResultUses[] {
  const uses = new Map<string, ResultUses>();
  for (const fn of functions) {
    const kept = keptResults(fn, counts);
    if (kept.length === 0) continue;
    const asked = askedIn(fn);
    for (const { call, target } of kept) {
      const known = uses.get(call.name) ?? { callee: call.name, tested: 0, untested: 0 };
      const isTested = asked.has(target);
      uses.set(call.name, {
        callee: call.name,
        tested: known.tested + (isTested ? 1 : 0),
        untested: known.untested + (isTested ? 0 : 1),
      });
    }
  }
  return [...uses.values()].sort((a, b) => (a.callee < b.callee ? -1 : 1));
}

/**
 * The functions whose results callers hardly ever test. So many people do not forget the same check: they
 * know that the function does not fail, or ends the program when it does, and the analysis does not
 * (Engler and others, "Bugs as Deviant Behavior", SOSP 2001).
 */
export function hardlyTested(all: readonly (readonly ResultUses[])[]): ReadonlySet<string> {
  return calleesWhere(
    all,
    ({ tested, calls }) => calls >= MIN_CALLS && 100 * tested <= MAX_TESTED_PERCENT * calls,
  );
}

/** The functions of which a good part of the calls does without a test, so that one more such call says little. */
export function seldomTested(all: readonly (readonly ResultUses[])[]): ReadonlySet<string> {
  return calleesWhere(
    all,
    ({ tested, calls }) => calls >= MIN_COMPARED && 100 * tested < MIN_TESTED_PERCENT * calls,
  );
}

interface UseCounts {
  readonly tested: number;
  readonly calls: number;
}

function calleesWhere(
  all: readonly (readonly ResultUses[])[],
  isSo: (counts: UseCounts) => boolean,
): ReadonlySet<string> {
  const sums = new Map<string, UseCounts>();
  for (const { callee, tested, untested } of all.flat()) {
    const sum = sums.get(callee) ?? { tested: 0, calls: 0 };
    sums.set(callee, { tested: sum.tested + tested, calls: sum.calls + tested + untested });
  }
  return new Set([...sums].filter(([, sum]) => isSo(sum)).map(([callee]) => callee));
}

interface KeptResult {
  readonly call: CallExpr;
  /** The text of the variable or field. */
  readonly target: string;
}

function keptResults(fn: LoweredFunction, counts: (callee: string) => boolean): KeptResult[] {
  const kept: KeptResult[] = [];
  const keep = (value: Expr, target: string, isPointer: boolean): void => {
    const call = withoutCasts(value);
    if (call.kind !== 'call' || call.name === '' || call.isMacro === true) return;
    if (!counts(call.name)) return;
    if (isPointer || call.type.kind === 'pointer') kept.push({ call, target });
  };
  for (const { steps } of fn.blocks)
    for (const step of steps)
      if (step.kind === 'declare' && step.init !== undefined)
        keep(step.init, step.variable.name, step.variable.type.kind === 'pointer');
  for (const expr of expressionsOf(fn.blocks))
    if (expr.kind === 'assign')
      keep(expr.value, textOf(expr.target), expr.target.type.kind === 'pointer');
  return kept;
}

function textOf(expr: Expr): string {
  return expressionText(withoutCasts(expr));
}
