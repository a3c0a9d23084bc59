import { controlFlow } from '../c/cfg/control-flow.ts';
import type { BasicBlock, Expr, LoweredFunction, NameExpr, Step, Terminator } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { partsOf } from '../c/ir/walk.ts';
import { solveLattice } from '../graph/data-flow.ts';
import { rootOf } from './access-paths.ts';
import { accessedConstraints } from './accessed-constraints.ts';
import { armsOf } from './arms.ts';
import { assignedConstraints } from './assigned-constraints.ts';
import { type Constraint, constraintsOf, isImplied } from './constraint.ts';
import { passBlock } from './pass-block.ts';

/** An expression that can go wrong, with what every way to it has tested. */
export interface GuardedUse {
  readonly expr: Expr;
  readonly kind: 'access' | 'call' | 'arithmetic' | 'division' | 'step' | 'countdown' | 'negation';
  readonly text: string;
  /** By their keys. */
  readonly constraints: ReadonlyMap<string, Constraint>;
}

const STEPS: ReadonlySet<GuardedUse['kind']> = new Set(['step', 'countdown', 'negation']);

/** Constraints by their keys. */
type Known = ReadonlyMap<string, Constraint>;

const NOTHING: Known = new Map();
/** Constraints that are known at one point: more stand in tables of tests, where none protects what follows. */
const MAX_KNOWN = 96;
const MAX_BLOCKS = 6_000;

/**
 * The uses of a function, in the order of its blocks, with the constraints that hold at each: those
 * of tests that every way to it has passed, and whose places nothing on these ways has assigned. A
 * forward must-analysis (available expressions, with tests in their place). Calls are taken to leave
 * memory alone, but for the variables whose addresses they get: this is for comparing two versions
 * of a function, of which both have these calls.
 */
export function guardedUses(fn: LoweredFunction): readonly GuardedUse[] {
  return usesOf(fn).filter(({ kind }) => !STEPS.has(kind));
}

/** As `guardedUses`, of what counts a place up or down, and of changes of the sign. */
export function guardedSteps(fn: LoweredFunction): readonly GuardedUse[] {
  return usesOf(fn).filter(({ kind }) => STEPS.has(kind));
}

function usesOf(fn: LoweredFunction): readonly GuardedUse[] {
  if (fn.blocks.length > MAX_BLOCKS) return [];
  const inputs = solveLattice<Known>(controlFlow(fn.blocks), {
    boundary: NOTHING,
    join: common,
    equals: (a, b) => a.size === b.size && [...a.keys()].every((key) => b.has(key)),
    transfer: (id, input) => passWithUses(fn.blocks[id], input),
    refine: (from, to, output) => withOutcome(fn.blocks[from]?.end, to, output),
  });
  const uses: GuardedUse[] = [];
  for (const { id } of fn.blocks) {
    const input = inputs[id];
    if (input !== undefined) passWithUses(fn.blocks[id], input, (use) => uses.push(use));
  }
  return uses;
}

/** What holds whichever of two ways was taken. */
function common(a: Known, b: Known): Known {
  if (a === b) return a;
  const both = new Map<string, Constraint>();
  const isIn = (known: Known, constraint: Constraint) =>
    constraint.keeps === undefined && isImplied(constraint, known);
  for (const [key, constraint] of a) {
    const same = b.get(key);
    // A test that a default stands in for: `if (!name) name = "";`.
    if (same !== undefined) both.set(key, constraint.kind === 'assigned' ? same : constraint);
    else if (isIn(b, constraint)) both.set(key, constraint);
  }
  for (const [key, constraint] of b)
    if (!both.has(key) && !a.has(key) && isIn(a, constraint)) both.set(key, constraint);
  return both;
}

function add(known: Known, constraints: readonly Constraint[]): Known {
  if (constraints.length === 0 || known.size + constraints.length > MAX_KNOWN) return known;
  const more = new Map(known);
  for (const constraint of constraints) more.set(constraint.key, constraint);
  return more;
}

/** As `add`, but a test that says the same stays. */
function addNew(known: Known, constraints: readonly Constraint[]): Known {
  return add(
    known,
    constraints.filter(({ key }) => !known.has(key)),
  );
}

/** What an edge out of a block adds. */
function withOutcome(end: Terminator | undefined, to: number, known: Known): Known {
  if (end?.kind === 'branch' && end.then !== end.otherwise)
    return add(known, outcomeOf(end.condition, to === end.then, known));
  return known;
}

/** What holds behind a condition, with what the variables in it keep. */
function outcomeOf(condition: Expr, outcome: boolean, known: Known): readonly Constraint[] {
  return constraintsOf(
    condition,
    outcome,
    (place) => known.values().find(({ keeps }) => keeps?.place === place)?.keeps?.condition,
  );
}

type OnUse = (use: GuardedUse) => void;

function passWithUses(block: BasicBlock | undefined, input: Known, onUse?: OnUse): Known {
  return passBlock(block, input, {
    step: (step, known) => passStep(step, known, onUse),
    expression: (expr, known) => pass(expr, known, onUse),
  });
}

function passStep(step: Step, input: Known, onUse: OnUse | undefined): Known {
  if (step.kind === 'eval') return pass(step.expr, input, onUse);
  if (step.kind === 'leave') return input;
  let known = input;
  if (step.count !== undefined) known = pass(step.count, known, onUse);
  if (step.init !== undefined) known = pass(step.init, known, onUse);
  const { variable } = step;
  known = withoutPlace(known, variable.name);
  if (step.init === undefined) return known;
  const name: NameExpr = { ...variable, kind: 'name', variable };
  return add(known, assignedConstraints(name, step.init));
}

/** Evaluates an expression: tells of its uses, and forgets what it assigns. */
function pass(expr: Expr, input: Known, onUse: OnUse | undefined): Known {
  let known = input;
  switch (expr.kind) {
    case 'binary':
      if (expr.op === '&&' || expr.op === '||') {
        known = pass(expr.left, known, onUse);
        const behind = add(known, outcomeOf(expr.left, expr.op === '&&', known));
        return common(known, pass(expr.right, behind, onUse));
      }
      break;
    case 'conditional': {
      known = pass(expr.condition, known, onUse);
      const then = add(known, outcomeOf(expr.condition, true, known));
      const otherwise = add(known, outcomeOf(expr.condition, false, known));
      return common(
        expr.then === undefined ? then : pass(expr.then, then, onUse),
        pass(expr.otherwise, otherwise, onUse),
      );
    }
    case 'assign':
      known = pass(expr.value, known, onUse);
      known = pass(expr.target, known, onUse);
      if (isCounting(expr)) tell(expr, expr.op === '+=' ? 'step' : 'countdown', known, onUse);
      known = isCounting(expr)
        ? withCounted(known, expressionText(expr.target))
        : withoutPlace(known, expressionText(expr.target));
      return expr.op === '=' ? add(known, assignedConstraints(expr.target, expr.value)) : known;
    case 'incdec':
      known = pass(expr.operand, known, onUse);
      tell(expr, expr.op === '++' ? 'step' : 'countdown', known, onUse);
      return withCounted(known, expressionText(expr.operand));
  }
  const kind = useKind(expr);
  // Before its parts: of `*p++` it is the old value that is used.
  if (kind !== undefined) tell(expr, kind, known, onUse);
  if (kind !== undefined && onUse !== undefined)
    for (const { expr: arm, condition, outcome } of armsOf(expr))
      tell(arm, kind, add(known, outcomeOf(condition, outcome, known)), onUse);
  for (const part of partsOf(expr)) known = pass(part, known, onUse);
  if (kind === 'access' && known.size < MAX_KNOWN / 2)
    known = addNew(known, accessedConstraints(expr));
  if (expr.kind !== 'call') return known;
  for (const argument of expr.args) {
    const given = argument.kind === 'cast' ? argument.operand : argument;
    if (given.kind !== 'address') continue;
    const place = exposedPlace(given.operand);
    if (place !== undefined) known = withoutPlace(known, place, true);
  }
  return known;
}

function tell(
  expr: Expr,
  kind: GuardedUse['kind'],
  constraints: Known,
  onUse: OnUse | undefined,
): void {
  onUse?.({ expr, kind, text: expressionText(expr), constraints });
}

/**
 * What a function can write that gets the address of a place: the whole variable, since it may go on to
 * other members from there, but of what a pointer leads to the place alone. The pointer stays as it is.
 */
function exposedPlace(place: Expr): string | undefined {
  return isBehindPointer(place) ? expressionText(place) : rootOf(place);
}

function isBehindPointer(place: Expr): boolean {
  switch (place.kind) {
    case 'deref':
      return true;
    case 'member':
      return place.arrow || isBehindPointer(place.base);
    case 'index':
      return place.base.type.kind === 'pointer' || isBehindPointer(place.base);
    case 'cast':
      return isBehindPointer(place.operand);
    default:
      return false;
  }
}

function useKind(expr: Expr): GuardedUse['kind'] | undefined {
  switch (expr.kind) {
    case 'deref':
    case 'index':
      return 'access';
    case 'member':
      return expr.arrow ? 'access' : undefined;
    case 'call':
      return 'call';
    case 'binary':
      if (/^[/%]$/.test(expr.op)) return 'division';
      return /^(?:[-+*]|<<|>>)$/.test(expr.op) ? 'arithmetic' : undefined;
    case 'delete':
      return 'call';
    case 'unary':
      return expr.op === '-' ? 'negation' : undefined;
    default:
      return undefined;
  }
}

/** Whether a place is counted up or down: `p += n`. */
function isCounting({ op }: Extract<Expr, { kind: 'assign' }>): boolean {
  return op === '+=' || op === '-=';
}

/** What is still known when a place is counted up or down: a pointer that was not null is none behind it. */
function withCounted(known: Known, place: string): Known {
  const kept = [...known.values()].filter(
    ({ kind, compared, alternatives: [first, ...others] }) =>
      kind === 'null' &&
      others.length === 0 &&
      first.relation === '!=' &&
      compared.size === 1 &&
      compared.has(place),
  );
  return add(withoutPlace(known, place), kept);
}

/** What is still known when a place gets another value; with `inside`, what is reached from it does, too. */
function withoutPlace(known: Known, place: string, inside = false): Known {
  let left: Map<string, Constraint> | undefined;
  for (const [key, { reads }] of known) {
    const isRead =
      reads.has(place) || (inside && [...reads].some((path) => path.startsWith(`${place}.`)));
    if (!isRead) continue;
    left ??= new Map(known);
    left.delete(key);
  }
  return left ?? known;
}
