import type { Expr, LoweredFunction, Span } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf, partsOf } from '../c/ir/walk.ts';
import { accessPaths } from './access-paths.ts';
import { isGuardedByCallers } from './caller-guards.ts';
import { type Constraint, constraintsOf } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import type { GuardedUse } from './guarded-uses.ts';
import { leavesOn } from './leaves-on.ts';
import { type LostConstraint, lostConstraints } from './lost-constraints.ts';
import { changedMacro, isWritten } from './place-of-change.ts';
import { spanOfLine } from './span-of-line.ts';
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
 * in one record; or nothing reads it here, but it is kept where other functions find it.
 */
type Relation = 'same' | 'origin' | 'sibling' | 'kept';

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
      if (each.constraint.kind === 'assigned' || asserted.has(each.constraint.test)) return [];
      const check = removedCheck(each, change, origins);
      if (check === undefined || replaced.isReplaced(check)) return [];
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
  const related = strongest(lost, origins);
  if (related === undefined) return undefined;
  const { line: baseLine, endLine } = base.tree.location(constraint.test);
  const weaker = weakerTest(constraint, pair.head, head, lines);
  const standing = lines.inHead(baseLine);
  const macro = changedMacro(change, base.tree.textOf(constraint.test));
  const isTakenAway =
    macro !== undefined ||
    weaker !== undefined ||
    standing === undefined ||
    lines.inHead(endLine) === undefined ||
    lines.touchesHead(standing, standing + BODY_LINES) ||
    related.uses.some(({ expr }) => lines.inBase(head.tree.location(expr).line) === undefined);
  if (!isTakenAway) return undefined;
  const place =
    weaker ?? macro ?? spanOfLine(head.tree.text, Math.ceil(lines.positionInHead(baseLine)));
  const before = new Set(testsOf(pair.base).map(expressionText));
  const isSentinel = testsOf(pair.head).some(
    (test) =>
      isWritten(change, test) &&
      !before.has(expressionText(test)) &&
      readsThrough(test, constraint.compared),
  );
  return { constraint, pair, baseLine, place, weaker, isSentinel, ...related };
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
  origins: ValueOrigins,
): Pick<RemovedCheck, 'relation' | 'uses'> | undefined {
  for (const relation of ['same', 'origin', 'sibling'] as const) {
    const [first, ...others] = uses.filter(
      (use) => !onlyReports(use) && isRelated(use, constraint, relation, origins),
    );
    if (first !== undefined) return { relation, uses: [first, ...others] };
  }
  // A value is refused where it is stored, by leaving the function.
  const isKept =
    constraint.kind === 'bound' &&
    [...constraint.compared].some((path) => /->\w+$/.test(path)) &&
    leavesOn(pair.base, constraint.test);
  return isKept ? { relation: 'kept', uses } : undefined;
}

/** A call that tells people or a log of something needs no protection. */
function onlyReports({ expr }: GuardedUse): boolean {
  return (
    expr.kind === 'call' && /error|warn|msg|message|log|print|trace|debug|assert/i.test(expr.name)
  );
}

function isRelated(
  { expr, text }: GuardedUse,
  { compared: values, reads, test }: Constraint,
  relation: Relation,
  origins: ValueOrigins,
): boolean {
  const read = [...accessPaths(expr)].filter((path) => path !== text);
  const compared = test.kind === 'call' ? reads : values;
  switch (relation) {
    case 'same':
      return read.some((path) => compared.has(path));
    case 'origin':
      return read.some((path) => !origins(path).isDisjointFrom(compared));
    case 'sibling': {
      const records = new Set([...compared].flatMap((path) => recordOf(path) ?? []));
      return read.some((path) => {
        const record = recordOf(path);
        return record !== undefined && records.has(record);
      });
    }
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

/** What the tests that the change wrote compare, by function. */
class NewTests {
  private readonly byFunction = new Map<LoweredFunction, readonly ReadonlySet<string>[]>();

  constructor({ head, lines, functions }: UnitChange) {
    for (const pair of functions) {
      const tests = testsOf(pair.head).filter(
        (test) => lines.inBase(head.tree.location(test).line) === undefined,
      );
      this.byFunction.set(
        pair.head,
        tests.map((test) => namesOf(expressionText(test))),
      );
    }
  }

  in(fn: LoweredFunction): readonly ReadonlySet<string>[] {
    return this.byFunction.get(fn) ?? [];
  }

  outside(fn: LoweredFunction): readonly ReadonlySet<string>[] {
    return [...this.byFunction].flatMap(([other, tests]) => (other === fn ? [] : tests));
  }
}

/** The last names of places: a member is known again whatever record it is reached from. */
function placeNames(paths: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...paths].map((path) => /(\w+)\W*$/.exec(path)?.[1] ?? path));
}

/** Whether the change does something else in the place of a test. */
class Replacements {
  private readonly tests: readonly ReadonlySet<string>[];
  private readonly assigned: ReadonlySet<string>;
  private readonly names: ReadonlySet<string>;
  private readonly keys: ReadonlySet<string>;

  constructor(change: UnitChange, { base, head }: FunctionPair, newTests: NewTests) {
    this.tests = [...newTests.in(head), ...newTests.outside(head)];
    this.assigned = newlyAssigned(base, head);
    this.names = new Set(change.head.tree.textOf(head).match(/[A-Za-z_]\w*/g) ?? []);
    this.keys = new Set(
      testsOf(head).flatMap((test) =>
        [true, false].flatMap((outcome) =>
          constraintsOf(test, outcome).flatMap(({ alternatives }) =>
            alternatives.map(({ key }) => key),
          ),
        ),
      ),
    );
  }

  isReplaced({ constraint, uses }: RemovedCheck): boolean {
    const { compared, alternatives, test } = constraint;
    // Gone, or under another name, with all that it was about.
    if (![...compared].some((path) => namesOf(path).isSubsetOf(this.names))) return true;
    // Of two conditions the one that is gone was put in other words.
    if (
      alternatives.length > 1 &&
      [...compared].some((path) => !namesOf(path).isSubsetOf(this.names))
    )
      return true;
    if ([...compared].some((path) => this.assigned.has(path))) return true;
    if (test.kind === 'call' && this.tests.some((names) => names.has(test.name))) return true;
    // The same terms compared otherwise are this test made weaker, or moved.
    if (alternatives.some(({ key }) => this.keys.has(key))) return false;
    const names = placeNames(compared);
    if (this.tests.some((found) => names.isSubsetOf(found))) return true;
    // Where the limit is gone, another limit of what is used may stand in its place.
    const gone = [...compared].filter((path) => !namesOf(path).isSubsetOf(this.names));
    const used = placeNames(accessPaths(uses[0].expr).intersection(compared));
    return gone.length > 0 && this.tests.some((found) => !used.isDisjointFrom(found));
  }
}

function namesOf(path: string): ReadonlySet<string> {
  return new Set(path.match(/[A-Za-z_]\w*/g) ?? []);
}

/** The places that head gives a value that base did not give them. */
function newlyAssigned(base: LoweredFunction, head: LoweredFunction): ReadonlySet<string> {
  const before = new Set(assignments(base).map(({ text }) => text));
  return new Set(assignments(head).flatMap(({ place, text }) => (before.has(text) ? [] : place)));
}

function assignments(fn: LoweredFunction): readonly { place: string; text: string }[] {
  const declared = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) => {
      if (step.kind !== 'declare' || step.init === undefined) return [];
      const { name } = step.variable;
      return { place: name, text: `${name} = ${expressionText(step.init)}` };
    }),
  );
  const assigned = expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind === 'assign')
      return { place: expressionText(expr.target), text: expressionText(expr) };
    return expr.kind === 'incdec'
      ? { place: expressionText(expr.operand), text: `${expressionText(expr.operand)}${expr.op}` }
      : [];
  });
  return [...declared, ...assigned];
}
