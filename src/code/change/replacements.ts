import type { Expr, LoweredFunction, MemberExpr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { accessPaths, rootOf, valuePaths } from './access-paths.ts';
import { askedCall } from './asked-call.ts';
import { type Constraint, constraintsOf, isTested } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import type { GuardedUse } from './guarded-uses.ts';
import { askedMember } from './kind-tests.ts';
import { leavesOn } from './leaves-on.ts';
import { MovedTests } from './moved-tests.ts';
import { isNearby, isWritten } from './place-of-change.ts';
import { hasNewTestOf, testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A test of base, and what it protected. */
interface ProtectedUses {
  readonly constraint: Constraint;
  readonly uses: readonly [GuardedUse, ...GuardedUse[]];
  /** Whether the uses are calls that get the record alone, of which a member was tested. */
  readonly isOfRecord?: boolean;
}

/** A test in a line that the change wrote. */
interface NewTest {
  /** All names in it. */
  readonly names: ReadonlySet<string>;
  /** Whether base made it as well, in another line. */
  readonly isKnown: boolean;
}

/** What the tests that the change wrote compare, by function. */
export class NewTests {
  private readonly byFunction = new Map<LoweredFunction, readonly NewTest[]>();

  constructor({ head, lines, functions }: UnitChange) {
    for (const pair of functions) {
      const before = new Set(testsOf(pair.base).map(expressionText));
      const tests = testsOf(pair.head).filter(
        (test) => lines.inBase(head.tree.location(test).line) === undefined,
      );
      this.byFunction.set(
        pair.head,
        tests.map((test) => {
          const text = expressionText(test);
          return { names: namesOf(text), isKnown: before.has(text) };
        }),
      );
    }
  }

  in(fn: LoweredFunction): readonly NewTest[] {
    return this.byFunction.get(fn) ?? [];
  }

  outside(fn: LoweredFunction): readonly NewTest[] {
    return [...this.byFunction].flatMap(([other, tests]) => (other === fn ? [] : tests));
  }
}

/** The last names of places: a member is known again whatever record it is reached from. */
function placeNames(paths: ReadonlySet<string>): ReadonlySet<string> {
  const places = [...paths].map((path) => path.replace(/\[[^\]]*\]/g, ''));
  return new Set(places.map((path) => /(\w+)\W*$/.exec(path)?.[1] ?? path));
}

/** What a change does in the places of tests of one function that it took away. */
export class Replacements {
  private readonly change: UnitChange;
  private readonly pair: FunctionPair;
  private readonly tests: readonly ReadonlySet<string>[];
  /** Those of the tests that say what base did not. */
  private readonly otherTests: readonly ReadonlySet<string>[];
  private readonly assigned: readonly NewAssignment[];
  private readonly names: ReadonlySet<string>;
  private readonly variables: ReadonlySet<string>;
  private readonly keys: ReadonlySet<string>;
  private readonly others: MovedTests;

  constructor(change: UnitChange, pair: FunctionPair, newTests: NewTests) {
    const { base, head } = pair;
    this.change = change;
    this.pair = pair;
    const tests = [...newTests.in(head), ...newTests.outside(head)];
    this.tests = tests.map(({ names }) => names);
    this.otherTests = tests.flatMap(({ names, isKnown }) => (isKnown ? [] : [names]));
    this.assigned = newlyAssigned(base, head);
    this.others = new MovedTests(change, pair);
    this.names = new Set(change.head.tree.textOf(head).match(/[A-Za-z_]\w*/g) ?? []);
    this.variables = new Set(
      expressionsOf(head.blocks).flatMap((expr) => (expr.kind === 'name' ? expr.name : [])),
    );
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

  /** Whether it does something else in the place of a test that protected some uses. */
  isReplaced({ constraint, uses, isOfRecord = false }: ProtectedUses): boolean {
    const { compared, alternatives, test } = constraint;
    const [{ expr }] = uses;
    // A loop that now ends for one more reason leaves less known behind it, and is the safer for it.
    if (alternatives.length > 1 && hasNewTestOf(this.pair, expr, accessPaths(expr))) return true;
    // What asks for the kind of a record is mostly the one place that names it.
    const asked = askedMember(test);
    const isOfOne = alternatives.every(({ key }) => key === alternatives[0].key);
    if (asked !== undefined && isOfOne)
      return this.isRecordTested(asked) || this.others.isMadeOtherwise(constraint, uses);
    // Gone, or under another name, with all that it was about.
    if (!isOfRecord && ![...compared].some((path) => namesOf(path).isSubsetOf(this.names)))
      return true;
    // Of two conditions the one that is gone was put in other words.
    if (
      alternatives.length > 1 &&
      [...compared].some((path) => !namesOf(path).isSubsetOf(this.names))
    )
      return true;
    if ([...compared].some((path) => this.isAssignedAnew(path, expr))) return true;
    const call = askedCall(test);
    if (call !== undefined && this.tests.some((names) => names.has(call.name))) return true;
    if (this.isOtherLimit(test) || this.isOfLostValue(test)) return true;
    if (this.isOfOtherRoom(constraint)) return true;
    if (constraint.kind === 'null' && this.isMadeBefore(constraint, expr)) return true;
    if (this.others.isMadeOtherwise(constraint, uses)) return true;
    // What says it in other words stands in front of the use, of names that are new with it.
    const isGone = [...compared].some((path) => /^\w+$/.test(path) && !this.variables.has(path));
    if (isGone && uses.every((use) => this.hasNewGuard(use))) return true;
    // The same terms compared otherwise are this test made weaker, or moved.
    if (alternatives.some(({ key }) => this.keys.has(key))) return false;
    const names = placeNames(compared);
    if (this.otherTests.some((found) => names.isSubsetOf(found))) return true;
    // Where the limit is gone, another limit of what is used may stand in its place.
    const gone = [...compared].filter((path) => !namesOf(path).isSubsetOf(this.names));
    const used = placeNames(accessPaths(expr).intersection(compared));
    return gone.length > 0 && this.otherTests.some((found) => !used.isDisjointFrom(found));
  }

  /** Whether the change gives a place a value that it did not have, other than one that a use is part of. */
  private isAssignedAnew(place: string, use?: Expr): boolean {
    const isIn = (expr: Expr) => use !== undefined && expressionsIn(expr).includes(use);
    return this.assigned.some((one) => one.place === place && !isIn(one.value));
  }

  /** Whether the change tests the record of a member otherwise, or sets the member itself. */
  private isRecordTested(member: MemberExpr): boolean {
    const record = namesOf(expressionText(member.base));
    if (this.isAssignedAnew(expressionText(member)) || !record.isSubsetOf(this.names)) return true;
    return this.otherTests.some((found) => record.isSubsetOf(found));
  }

  /** Whether the change asks a function for the limit: `i < items_of(list)` for `i < list->count`. */
  private isOtherLimit(test: Expr): boolean {
    if (test.kind !== 'binary' || !/^[<>]=?$/.test(test.op)) return false;
    const limits = [test.left, test.right].flatMap((side) => rootOf(side) ?? []);
    const sides = new Set([test.left, test.right].map(expressionText));
    return testsOf(this.pair.head).some((now) => {
      if (now.kind !== 'binary' || now.op !== test.op || !isWritten(this.change, now)) return false;
      const asked = [now.left, now.right].find(({ kind }) => kind === 'call');
      if (asked === undefined || !isNearby(this.change, test, now)) return false;
      const other = asked === now.left ? now.right : now.left;
      const root = [...valuePaths(asked)].map((path) => /\w+/.exec(path)?.[0] ?? path);
      return sides.has(expressionText(other)) && root.some((name) => limits.includes(name));
    });
  }

  /** Whether the change asks for another amount of memory, and compares what the test limited with another limit. */
  private isOfOtherRoom({ alternatives }: Constraint): boolean {
    const limited = alternatives.flatMap(({ relation, form }) =>
      relation === '>=' ? [...form.terms].flatMap(([text, by]) => (by < 0 ? text : [])) : [],
    );
    const names = placeNames(new Set(limited));
    if (names.size === 0 || !this.otherTests.some((found) => names.isSubsetOf(found))) return false;
    const before = roomsOf(this.pair.base);
    return [...roomsOf(this.pair.head)].some(([place, size]) => {
      const was = before.get(place);
      return was !== undefined && was !== size;
    });
  }

  /** Whether a test was of a value that it assigned, which head does not: `(p = next()) == NULL`. */
  private isOfLostValue(test: Expr): boolean {
    const assigned = expressionsIn(test).flatMap((part) =>
      part.kind === 'assign' ? expressionText(part.target) : [],
    );
    if (assigned.length === 0) return false;
    const left = new Set(assignments(this.pair.head).map(({ place }) => place));
    return assigned.every((place) => !left.has(place));
  }

  /** Whether the change leaves the function for the same value at another place in front of a use. */
  private isMadeBefore({ key }: Constraint, use: Expr): boolean {
    const { head } = this.pair;
    return head.blocks.some(({ end }) => {
      if (end.kind !== 'branch' || end.condition.start > use.start) return false;
      // One of several conditions lets more through.
      const isSame = [true, false].some((outcome) =>
        constraintsOf(end.condition, outcome).some((known) => known.key === key),
      );
      return isSame && isWritten(this.change, end.condition) && leavesOn(head, end.condition);
    });
  }

  /** Whether a use is behind a test that the change wrote. */
  private hasNewGuard({ constraints }: GuardedUse): boolean {
    return [...constraints.values()].some(
      (known) => isTested(known) && isWritten(this.change, known.test),
    );
  }
}

function namesOf(path: string): ReadonlySet<string> {
  return new Set(path.match(/[A-Za-z_]\w*/g) ?? []);
}

/** What a function allocates, by the places that get it: each with what the call is given. */
function roomsOf(fn: LoweredFunction): ReadonlyMap<string, string> {
  return new Map(
    assignments(fn).flatMap(({ place, value }): [string, string][] => {
      const call = withoutCasts(value);
      return call.kind === 'call' && /alloc/i.test(call.name)
        ? [[place, expressionText(call)]]
        : [];
    }),
  );
}

interface NewAssignment {
  readonly place: string;
  readonly value: Expr;
}

/** The places that head gives a value that base did not give them. */
function newlyAssigned(base: LoweredFunction, head: LoweredFunction): readonly NewAssignment[] {
  const before = new Set(assignments(base).map(({ text }) => text));
  return assignments(head).filter(({ text }) => !before.has(text));
}

function assignments(fn: LoweredFunction): readonly (NewAssignment & { text: string })[] {
  const declared = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) => {
      if (step.kind !== 'declare' || step.init === undefined) return [];
      const { name } = step.variable;
      return { place: name, value: step.init, text: `${name} = ${expressionText(step.init)}` };
    }),
  );
  const assigned = expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind === 'assign') {
      const place = expressionText(expr.target);
      return { place, value: expr.value, text: expressionText(expr) };
    }
    if (expr.kind !== 'incdec') return [];
    const place = expressionText(expr.operand);
    return { place, value: expr.operand, text: `${place}${expr.op}` };
  });
  return [...declared, ...assigned];
}
