import type { Expr, LoweredFunction, Span } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { partsOf } from '../c/ir/walk.ts';
import { accessPaths } from './access-paths.ts';
import { askedCall } from './asked-call.ts';
import { isGuardedByCallers } from './caller-guards.ts';
import { type Constraint, constraintsOf, isTested } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { type GuardedUse, guardedUses } from './guarded-uses.ts';
import { knownCopies } from './known-copies.ts';
import { leavesOn } from './leaves-on.ts';
import { type LostConstraint, lostConstraints } from './lost-constraints.ts';
import { isMovedOut } from './moved-code.ts';
import { onlyReports } from './only-reports.ts';
import { isReleaseCall } from './ownership-calls.ts';
import {
  changedMacro,
  isTakenAway,
  isWritten,
  placeInHead,
  placeOfChange,
} from './place-of-change.ts';
import { NewTests, Replacements } from './replacements.ts';
import { assertedTests, testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';
import { type ValueOrigins, valueOrigins } from './value-origins.ts';

/** A test of base that the change took away, or made weaker, although what it protected is still done. */
export interface RemovedCheck {
  readonly constraint: Constraint;
  readonly pair: FunctionPair;
  /** The line of base that the test begins in. */
  readonly baseLine: number;
  /** Where it stood, in head: the weaker test, or the line behind it. */
  readonly place: Span;
  /** The test of the same values that is left, in head. */
  readonly weaker: Expr | undefined;
  /** Whether the change tests what the index or pointer leads to instead: a value that ends the sequence. */
  readonly isSentinel: boolean;
  /** What it protected and how that depends on it, in head, in the order of the text. */
  readonly uses: readonly [GuardedUse, ...GuardedUse[]];
  readonly relation: Relation;
}

/**
 * How a use depends on what was compared: it reads it, or what comes of it, or what stands beside it
 * in one record; or it is a call that gets the record; or nothing reads it here, but it is kept where
 * other functions find it.
 */
type Relation = 'same' | 'origin' | 'sibling' | 'passed' | 'kept';

/** Lines behind a test that count as what it does: its `return` may be what the change took away. */
const BODY_LINES = 6;

/** The checks that a change took away from functions that still need them, in the order of head. */
export function removedChecks(change: UnitChange): readonly RemovedCheck[] {
  const newTestsElsewhere = new NewTests(change);
  return change.functions.flatMap((pair) => {
    const lost = lostConstraints(pair, change.base, change.head, change.lines);
    if (lost.length === 0) return [];
    const asserted = assertedTests(pair.base);
    const origins = valueOrigins(pair.head);
    const replaced = new Replacements(change, pair, newTestsElsewhere);
    return lost.flatMap((each) => {
      if (!isTested(each.constraint) || asserted.has(each.constraint.test)) return [];
      const check = removedCheck(each, change, origins);
      if (check === undefined) return [];
      if (replaced.isReplaced({ ...check, isOfRecord: check.relation === 'passed' })) return [];
      if (isMovedOut(change, check.constraint.test, pair.head)) return [];
      return isGuardedByCallers(change.head, pair.head, check.constraint) ? [] : check;
    });
  });
}

function removedCheck(
  lost: LostConstraint,
  change: UnitChange,
  origins: ValueOrigins,
): RemovedCheck | undefined {
  const { base, head, lines } = change;
  const { constraint, pair } = lost;
  const related = strongest(lost, change, origins);
  if (related === undefined) return undefined;
  const { line: baseLine, endLine } = base.tree.location(constraint.test);
  const weaker = weakerTest(constraint, pair.head, head, lines);
  const standing = lines.inHead(baseLine);
  const macro = changedMacro(change, base.tree.textOf(constraint.test));
  // A limit and the array that it is the limit of have grown by one macro.
  if (macro !== undefined && related.uses.every((use) => isInGrownArray(use, pair)))
    return undefined;
  const isChanged =
    macro !== undefined ||
    weaker !== undefined ||
    standing === undefined ||
    lines.inHead(endLine) === undefined ||
    lines.touchesHead(standing, standing + BODY_LINES) ||
    related.uses.some(({ expr }) => lines.inBase(head.tree.location(expr).line) === undefined);
  if (!isChanged) return undefined;
  const place =
    weaker ?? macro ?? shownPlace(change, placeInHead(change, constraint.test), related.uses);
  const before = new Set(testsOf(pair.base).map(expressionText));
  const isSentinel = testsOf(pair.head).some(
    (test) =>
      isWritten(change, test) &&
      !before.has(expressionText(test)) &&
      readsThrough(test, constraint.compared),
  );
  return { constraint, pair, baseLine, place, weaker, isSentinel, ...related };
}

/**
 * Where a test stood, or else what it protected: of `if (n > 9) warn(); else use(n);` the change may take away the
 * `else` alone, so that the test stands, out of sight of what changed.
 */
function shownPlace(
  change: UnitChange,
  stood: Span,
  uses: readonly [GuardedUse, ...GuardedUse[]],
): Span {
  if (placeOfChange(change, stood) !== undefined) return stood;
  const written = uses.find(({ expr }) => isWritten(change, expr));
  const near = written ?? uses.find(({ expr }) => placeOfChange(change, expr) !== undefined);
  return near?.expr ?? stood;
}

/** Whether a use is of an element of an array that has more elements than before. */
function isInGrownArray({ expr, text }: GuardedUse, pair: FunctionPair): boolean {
  const now = elementsOf(expr);
  if (now === undefined) return false;
  const before = guardedUses(pair.base)
    .filter((use) => use.text === text)
    .map((use) => elementsOf(use.expr));
  return before.length > 0 && before.every((count) => count !== undefined && count < now);
}

function elementsOf(expr: Expr): number | undefined {
  if (expr.kind !== 'index') return undefined;
  const { type } = expr.base;
  return type.kind === 'array' ? type.length : undefined;
}

/** Whether a test reads memory at one of some places: `v[i]` or `*p` for `i` or `p`. */
function readsThrough(test: Expr, places: ReadonlySet<string>): boolean {
  const at = test.kind === 'index' ? test.index : test.kind === 'deref' ? test.operand : undefined;
  if (at !== undefined && places.has(expressionText(at))) return true;
  return partsOf(test).some((part) => readsThrough(part, places));
}

/** The uses that depend most closely on what was compared. */
function strongest(
  { constraint, uses, pair }: LostConstraint,
  change: UnitChange,
  origins: ValueOrigins,
): Pick<RemovedCheck, 'relation' | 'uses'> | undefined {
  for (const relation of ['same', 'passed', 'origin', 'sibling'] as const) {
    if (relation === 'passed' && !isRefused(change, pair, constraint)) continue;
    const [first, ...others] = uses.filter(
      (use) => needsTest(use, constraint) && isRelated(use, constraint, relation, origins),
    );
    if (first !== undefined) return { relation, uses: [first, ...others] };
  }
  // A value is refused where it is stored, by leaving the function.
  const isKept =
    constraint.kind === 'bound' &&
    isTakenAway(change, constraint.test) &&
    [...constraint.compared].some((path) => /->\w+$/.test(path)) &&
    leavesOn(pair.base, constraint.test);
  const releases = uses.filter(isRelease);
  const [first, ...others] = uses.filter(
    (use) => needsTest(use, constraint) && !releases.some(({ expr }) => isWithin(use.expr, expr)),
  );
  return isKept && first !== undefined ? { relation: 'kept', uses: [first, ...others] } : undefined;
}

/**
 * What is only reported needs no protection. To release memory takes no bound, and what releases it
 * accepts null as `free` does.
 */
function needsTest(use: GuardedUse, constraint: Constraint): boolean {
  const { kind } = constraint;
  if (onlyReports(use.expr) || ((kind === 'bound' || kind === 'null') && isRelease(use)))
    return false;
  if (kind === 'null') return !isDistance(use.expr);
  return !isOfLimitAlone(use, constraint);
}

/** Whether a call gets the record of which a member was compared, or a record that this one is part of. */
function isPassed(expr: Expr, compared: ReadonlySet<string>): boolean {
  if (expr.kind !== 'call' || onlyReports(expr) || isReleaseCall(expr)) return false;
  const records = new Set([...compared].flatMap(recordsAround));
  return expr.args.some((argument) => records.has(expressionText(argument)));
}

/** What leads to a place: `p->list[0]`, `p->list` and `p` of `p->list[0].text`. */
function recordsAround(path: string): string[] {
  const [, record] = /^(.+?)(?:->\w+|\.\w+|\[[^[\]]*\])$/.exec(path) ?? [];
  return record === undefined ? [] : [record, ...recordsAround(record)];
}

/** Whether base left the function for a record without what a pointer of it leads to. */
function isRefused(
  change: UnitChange,
  { base, head }: FunctionPair,
  { kind, test, compared, alternatives }: Constraint,
): boolean {
  const [{ relation }] = alternatives;
  if (kind !== 'null' || relation !== '!=' || !isTakenAway(change, test)) return false;
  if (!leavesOn(base, test)) return false;
  // A function may be asked now whether the record has it.
  const records = new Set([...compared].flatMap(recordsAround));
  return !testsOf(head).some((now) => isWritten(change, now) && isAskedOf(now, records));
}

function isAskedOf(test: Expr, records: ReadonlySet<string>): boolean {
  const asked = askedCall(test);
  return asked?.args.some((given) => records.has(expressionText(given))) === true;
}

/** `end - p`, which reads nothing through `p`. */
function isDistance(expr: Expr): boolean {
  if (expr.kind !== 'binary' || expr.op !== '-') return false;
  return isPointerLike(expr.left.type) && isPointerLike(expr.right.type);
}

/** Whether arithmetic or a call reads the limit of an `i < limit` and nothing of `i`. */
function isOfLimitAlone(
  { kind, expr }: GuardedUse,
  { alternatives: [first] }: Constraint,
): boolean {
  if (first.relation !== '>=' || (kind !== 'arithmetic' && kind !== 'call')) return false;
  const terms = [...first.form.terms];
  const namesOf = (isWanted: (multiple: number) => boolean) =>
    new Set(
      terms.flatMap(([text, at]) => (isWanted(at) ? (text.match(/[A-Za-z_]\w*/g) ?? []) : [])),
    );
  const limited = namesOf((multiple) => multiple < 0);
  if (limited.size === 0) return false;
  const read = new Set([...accessPaths(expr)].flatMap((path) => path.match(/[A-Za-z_]\w*/g) ?? []));
  return read.isDisjointFrom(limited) && !read.isDisjointFrom(namesOf((multiple) => multiple > 0));
}

function isWithin(inner: Expr, outer: Expr): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function isRelease({ expr }: GuardedUse): boolean {
  return expr.kind === 'delete' || (expr.kind === 'call' && /free$|^free|_free_/i.test(expr.name));
}

function isRelated(
  use: GuardedUse,
  { compared: values, reads, test }: Constraint,
  relation: Relation,
  origins: ValueOrigins,
): boolean {
  const { expr, text } = use;
  const read = [...accessPaths(expr)].filter((path) => path !== text);
  const compared = askedCall(test) === undefined ? values : reads;
  switch (relation) {
    case 'same':
      return (
        read.some((path) => compared.has(path)) ||
        read.some((path) => knownCopies(use, compared).has(path))
      );
    case 'origin':
      return read.some((path) => !origins(path).isDisjointFrom(compared));
    case 'sibling': {
      const records = new Set([...compared].flatMap((path) => recordOf(path) ?? []));
      return read.some((path) => {
        const record = recordOf(path);
        return record !== undefined && records.has(record);
      });
    }
    case 'passed':
      return isPassed(expr, values);
    case 'kept':
      return false;
  }
}

/** What a member is part of: `p->s` of `p->s.n`. */
function recordOf(path: string): string | undefined {
  return /^(.+?)(?:->|\.)\w+$/.exec(path)?.[1];
}

/** A test that the change wrote, of the same terms with another constant. */
function weakerTest(
  { alternatives }: Constraint,
  fn: LoweredFunction,
  head: UnitChange['head'],
  lines: UnitChange['lines'],
): Expr | undefined {
  return testsOf(fn).find((test) => {
    if (lines.inBase(head.tree.location(test).line) !== undefined) return false;
    // What a macro tests is not in the text.
    if (!/[<>=!]/.test(head.tree.textOf(test))) return false;
    const comparisons = [true, false].flatMap((outcome) =>
      constraintsOf(test, outcome).map(({ alternatives: [first] }) => first),
    );
    return alternatives.some(
      ({ key, form }) =>
        comparisons.some((found) => found.key === key && found.form.constant !== form.constant) &&
        !comparisons.some((found) => found.key === key && found.form.constant === form.constant),
    );
  });
}
