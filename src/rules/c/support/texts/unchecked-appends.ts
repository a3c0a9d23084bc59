import type {
  AssignExpr,
  CallExpr,
  Expr,
  Loop,
  LoweredFunction,
  Variable,
} from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import { conversions } from '../../../../code/library-models/format-string.ts';
import { mentions, namedVariable } from '../expressions/named-variable.ts';

/** A text that is put behind another in a buffer, at a place that nothing keeps within it. */
export interface UncheckedAppend {
  readonly call: CallExpr;
  /** What counts the characters so far, those included that there was no room for. */
  readonly used: Variable;
  /** Whether what goes in has a limit, so that only the number of rounds can be too great. */
  readonly isLimited: boolean;
}

const FORMATS = /^(?:g_)?v?snprintf$/;

/**
 * The calls `snprintf(to + used, room - used, …)` whose result is added to `used` while nothing compares either of
 * them, in a loop or one behind the other: the result counts what was cut off too, and once `used` is beyond `room`
 * the rest wraps around.
 */
export function uncheckedAppends(fn: LoweredFunction): readonly UncheckedAppend[] {
  const all = expressionsOf(fn.blocks);
  const assignments = all.filter((expr) => expr.kind === 'assign');
  const results = resultsOf(fn, assignments);
  const appends = all.flatMap((call): Append[] => {
    if (call.kind !== 'call' || !FORMATS.test(call.name)) return [];
    const used = appendedAt(call);
    if (used === undefined) return [];
    const added = additionOf(call, used, results.get(call), assignments);
    return added === undefined ? [] : [{ call, used, ...added }];
  });
  if (appends.length === 0) return [];
  const tests = comparisons(fn);
  return appends.flatMap((append) => {
    const { call, used } = append;
    const loop = innermostLoop(fn, call);
    const found =
      loop === undefined
        ? hasUncheckedBefore(append, appends, tests)
        : isUncheckedInLoop(append, loop, tests);
    return found ? [{ call, used, isLimited: hasLimitedText(call) }] : [];
  });
}

/** A call that appends, and where its result is added to what counts the characters. */
interface Append {
  readonly call: CallExpr;
  readonly used: Variable;
  readonly assignment: AssignExpr;
  /** The variable that holds the result until it is added. */
  readonly result: Variable | undefined;
}

function isUncheckedInLoop(append: Append, loop: Loop, tests: readonly Expr[]): boolean {
  if (hasLimitedText(append.call) && isOfConstantLength(loop)) return false;
  return !tests.some(
    (test) => (within(test, loop) && mentions(test, append.used)) || isOfResult(test, append),
  );
}

/** Whether a text of unknown length was appended before, in straight code, and nothing is compared in between. */
function hasUncheckedBefore(
  { call, used }: Append,
  appends: readonly Append[],
  tests: readonly Expr[],
): boolean {
  const before = appends.filter(
    (one) => one.used === used && one.assignment.end <= call.start && !hasLimitedText(one.call),
  );
  return before.some(
    (one) =>
      !tests.some(
        (test) =>
          (one.call.end <= test.start && test.end <= call.start && mentions(test, used)) ||
          isOfResult(test, one),
      ),
  );
}

/** Whether a comparison asks for the result of a call before it is added. */
function isOfResult(test: Expr, { call, assignment, result }: Append): boolean {
  return (
    call.end <= test.start &&
    test.end <= assignment.start &&
    result !== undefined &&
    mentions(test, result)
  );
}

/** The variable by which a call goes on in its buffer, and that it takes from the room. */
function appendedAt({ args: [to, room] }: CallExpr): Variable | undefined {
  const rest = room && withoutCasts(room);
  if (to === undefined || rest?.kind !== 'binary' || rest.op !== '-') return undefined;
  const used = namedVariable(rest.right);
  if (used?.scope !== 'local') return undefined;
  let place = withoutCasts(to);
  if (place.kind === 'address') place = place.operand;
  const parts =
    place.kind === 'binary' && place.op === '+'
      ? [place.left, place.right]
      : place.kind === 'index'
        ? [place.index]
        : [];
  return parts.some((part) => namedVariable(part) === used) ? used : undefined;
}

/** The variables that are given the result of a call, by the call. */
function resultsOf(
  fn: LoweredFunction,
  assignments: readonly AssignExpr[],
): ReadonlyMap<Expr, Variable> {
  const results = new Map<Expr, Variable>();
  for (const { op, target, value } of assignments) {
    const variable = namedVariable(target);
    if (op === '=' && variable !== undefined) results.set(withoutCasts(value), variable);
  }
  for (const { steps } of fn.blocks)
    for (const step of steps)
      if (step.kind === 'declare' && step.init !== undefined)
        results.set(withoutCasts(step.init), step.variable);
  return results;
}

/** Where the result of a call is added to what counts the characters, and the variable that held it until then. */
function additionOf(
  call: CallExpr,
  used: Variable,
  result: Variable | undefined,
  assignments: readonly AssignExpr[],
): Pick<Append, 'assignment' | 'result'> | undefined {
  for (const assignment of assignments) {
    if (assignment.op !== '+=' || namedVariable(assignment.target) !== used) continue;
    const value = withoutCasts(assignment.value);
    if (value === call) return { assignment, result: undefined };
    if (result !== undefined && namedVariable(value) === result && call.end <= assignment.start)
      return { assignment, result };
  }
  return undefined;
}

/** Whether nothing of unknown length is put into the text. */
function hasLimitedText({ args, name }: CallExpr): boolean {
  const format = args[2] && withoutCasts(args[2]);
  if (format?.kind !== 'string' || /v?snprintf$/.exec(name)?.[0].startsWith('v')) return false;
  return conversions(format.value).items.every(
    ({ type, precision, isPrecisionGiven }) =>
      type !== 's' || precision !== undefined || isPrecisionGiven,
  );
}

/** Whether a loop compares with a number, as one over sixteen bytes. */
function isOfConstantLength({ condition }: Loop): boolean {
  return (
    condition?.kind === 'binary' &&
    (constantOf(condition.left) !== undefined || constantOf(condition.right) !== undefined)
  );
}

/** The comparisons of a function with more than 0 or less, of which those tell nothing of a limit. */
function comparisons(fn: LoweredFunction): Expr[] {
  const isNothing = (expr: Expr): boolean => (constantOf(expr) ?? 1) <= 0;
  return expressionsOf(fn.blocks).filter(
    (expr) =>
      expr.kind === 'binary' &&
      /^[<>]=?$/.test(expr.op) &&
      !isNothing(expr.left) &&
      !isNothing(expr.right),
  );
}

function innermostLoop(fn: LoweredFunction, call: CallExpr): Loop | undefined {
  return fn.loops
    .filter((loop) => loop.start <= call.start && call.end <= loop.end)
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

function within(inner: Expr, outer: Loop): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
