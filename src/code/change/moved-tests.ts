import type { BasicBlock, Expr } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { inTermsOf } from './call-terms.ts';
import { type Constraint, constraintsOf, isImplied, isTested } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import type { GuardedUse } from './guarded-uses.ts';
import { helperTests } from './helper-tests.ts';
import { isWritten } from './place-of-change.ts';
import { conditionParts } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** Constraints with the expression of head that makes them. */
interface MadeConstraints {
  readonly at: Expr;
  readonly constraints: ReadonlyMap<string, Constraint>;
}

/**
 * The tests of a function that the change has made elsewhere than by a branch around what they protect: by
 * a function of the file, by a macro of which only the call is seen, or by a branch that sets a variable.
 */
export class MovedTests {
  private readonly change: UnitChange;
  private readonly pair: FunctionPair;
  private readonly handedOver: readonly MadeConstraints[];

  constructor(change: UnitChange, pair: FunctionPair) {
    this.change = change;
    this.pair = pair;
    this.handedOver = [...inHelpers(change, pair), ...inArguments(change, pair)];
  }

  /** Whether a test that protected some uses is made so. */
  isMadeOtherwise(wanted: Constraint, uses: readonly GuardedUse[]): boolean {
    const isInFront = ({ at }: MadeConstraints) => uses.every(({ expr }) => at.start < expr.start);
    return (
      this.handedOver.some((made) => isInFront(made) && isImplied(wanted, made.constraints)) ||
      this.isSwitchedOn(wanted) ||
      uses.every((use) => this.isBehindFlag(wanted, use))
    );
  }

  /** Whether the change wrote a `switch` over what a test compared with numbers. */
  private isSwitchedOn({ alternatives: [{ form }, ...others] }: Constraint): boolean {
    const [term, ...more] = form.terms.keys();
    if (others.length > 0 || more.length > 0) return false;
    return this.pair.head.blocks.some(
      ({ end }) =>
        end.kind === 'switch' &&
        expressionText(end.value) === term &&
        isWritten(this.change, end.value),
    );
  }

  /** Whether a branch on the same test sets a variable to a number, and the use is behind a test of that variable. */
  private isBehindFlag(wanted: Constraint, { constraints }: GuardedUse): boolean {
    const tested = new Set(
      [...constraints.values()].flatMap((known) => (isTested(known) ? [...known.compared] : [])),
    );
    const { blocks } = this.pair.head;
    return blocks.some(({ end }) => {
      if (end.kind !== 'branch') return false;
      return [true, false].some((outcome) => {
        const holds = constraintsOf(end.condition, outcome).some(({ key }) => key === wanted.key);
        const refusing = blocks[outcome ? end.otherwise : end.then];
        return holds && refusing !== undefined && setsOneOf(refusing, tested);
      });
    });
  }
}

function setsOneOf({ steps }: BasicBlock, places: ReadonlySet<string>): boolean {
  return steps.some((step) => {
    const expr = step.kind === 'eval' ? withoutCasts(step.expr) : undefined;
    if (expr?.kind !== 'assign' || expr.op !== '=') return false;
    return places.has(expressionText(expr.target)) && isFixed(expr.value);
  });
}

/** A number, also by a name that another file has: `ERROR`. */
function isFixed(value: Expr): boolean {
  const plain = withoutCasts(value);
  return (
    knownNumber(plain) !== undefined || (plain.kind === 'name' && plain.variable === undefined)
  );
}

function inHelpers(change: UnitChange, { head }: FunctionPair): MadeConstraints[] {
  return helperTests(change, head).map(({ call, helper, test }) => ({
    at: call,
    constraints: byKey(bothOutcomes(test).flatMap((known) => inTermsOf(known, helper, call) ?? [])),
  }));
}

/** The conditions that calls get: `CHECK(n < room)` of another file leaves where it does not hold. */
function inArguments(change: UnitChange, { head }: FunctionPair): MadeConstraints[] {
  return expressionsOf(head.blocks).flatMap((call) => {
    if (call.kind !== 'call' || !isWritten(change, call)) return [];
    const conditions = call.args.map(withoutCasts).filter(isCondition).flatMap(conditionParts);
    return conditions.map((test) => ({ at: call, constraints: byKey(bothOutcomes(test)) }));
  });
}

function isCondition(argument: Expr): boolean {
  if (argument.kind === 'unary') return argument.op === '!';
  return argument.kind === 'binary' && /^(?:[<>]=?|[!=]=|&&|\|\|)$/.test(argument.op);
}

function bothOutcomes(test: Expr): readonly Constraint[] {
  return [...constraintsOf(test, true), ...constraintsOf(test, false)];
}

function byKey(constraints: readonly Constraint[]): ReadonlyMap<string, Constraint> {
  return new Map(constraints.map((one) => [one.key, one]));
}
