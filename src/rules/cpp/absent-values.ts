import { controlFlow } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { isLambdaName } from '../../code/c/ir/nested-name.ts';
import { expressionAtEnd, partsOf } from '../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { solveLattice } from '../../code/graph/data-flow.ts';
import { followedOperand } from './containers.ts';
import { type Absence, beginsNull, emptyWhen, isOptional, mayBeEmpty } from './optional-values.ts';
import { isOwnedHere, isSmart, SmartPointers, typeName } from './smart-pointers.ts';
import { UntestedResults } from './untested-results.ts';

type State = ReadonlyMap<Variable, Absence>;
/** `variable` is undefined for a result that is followed at once. */
type OnUse = (expr: Expr, variable: Variable | undefined, absence: Absence) => void;

/** Follows, over the paths of a function, what may be missing, and tells where it is used all the same. */
export function followAbsentValues(fn: LoweredFunction, unit: TranslationUnit, used: OnUse): void {
  const graph = controlFlow(fn.blocks);
  const smart = new SmartPointers(fn);
  const results = new UntestedResults(fn);
  const run = (id: number, before: State, heard: OnUse): State => {
    const block = fn.blocks[id];
    return block === undefined
      ? before
      : new BlockRun(before, unit, smart, results, heard).through(block);
  };
  const inputs = solveLattice<State>(graph, {
    boundary: new Map(),
    join,
    equals: isSame,
    transfer: (id, before) => run(id, before, () => undefined),
    refine: (from, to, state) => along(fn.blocks[from], to, state),
  });
  for (const id of graph.order) {
    const before = inputs[id];
    if (before !== undefined) run(id, before, used);
  }
}

/** What one path has found out is lost where another has not: a later test may tell the two apart. */
function join(a: State, b: State): State {
  const joined = new Map<Variable, Absence>();
  for (const variable of new Set([...a.keys(), ...b.keys()])) {
    const [left, right] = [a.get(variable), b.get(variable)];
    const known = left ?? right;
    if (known === undefined) continue;
    if (left?.how === right?.how) joined.set(variable, known);
    else if ([left, right].some((one) => one !== undefined && one.how !== 'untested'))
      joined.set(variable, { ...known, how: 'some' });
  }
  return joined;
}

function isSame(a: State, b: State): boolean {
  return a.size === b.size && [...a].every(([variable, { how }]) => b.get(variable)?.how === how);
}

/** The outcome of a test says what is missing; and what is so on some paths may be what it tells apart. */
function along(block: BasicBlock | undefined, to: number, state: State): State {
  if (block?.end.kind !== 'branch' && block?.end.kind !== 'switch') return state;
  const next = new Map([...state].filter(([, { how }]) => how !== 'some'));
  if (block.end.kind !== 'branch' || block.end.then === block.end.otherwise) return next;
  const empty = emptyWhen(block.end.condition, to === block.end.then);
  if (empty !== undefined)
    next.set(empty.variable, { of: empty.of, how: 'always', by: 'the test' });
  return next;
}

class BlockRun {
  private readonly state: Map<Variable, Absence>;
  private readonly unit: TranslationUnit;
  private readonly smart: SmartPointers;
  private readonly results: UntestedResults;
  private readonly used: OnUse;

  constructor(
    before: State,
    unit: TranslationUnit,
    smart: SmartPointers,
    results: UntestedResults,
    used: OnUse,
  ) {
    this.state = new Map(before);
    this.unit = unit;
    this.smart = smart;
    this.results = results;
    this.used = used;
  }

  through(block: BasicBlock): State {
    for (const step of block.steps) {
      if (step.kind === 'eval') this.evaluate(step.expr);
      else if (step.kind === 'leave')
        for (const variable of step.variables) this.state.delete(variable);
      else {
        if (step.init !== undefined) this.evaluate(step.init);
        this.set(step.variable, step.init);
      }
    }
    const last = expressionAtEnd(block);
    if (last !== undefined) this.evaluate(last);
    return this.state;
  }

  /** Whatever names a variable without following it may be a test, or set it. */
  private evaluate(expr: Expr): void {
    if (expr.kind === 'name') {
      if (expr.variable !== undefined) this.state.delete(expr.variable);
      else if (isLambdaName(expr.name)) this.state.clear();
      return;
    }
    if (expr.kind === 'assign') {
      this.evaluate(expr.value);
      const target = expr.target.kind === 'name' ? expr.target.variable : undefined;
      if (target === undefined) this.evaluate(expr.target);
      else if (expr.op === '=') this.set(target, expr.value);
      return;
    }
    if (expr.kind === 'call' && isReset(expr)) {
      const { variable } = expr.receiver;
      this.state.set(variable, { of: 'value', how: 'always', by: 'reset' });
      return;
    }
    const given = this.givenUp(expr);
    if (given !== undefined) {
      this.state.set(given, { of: 'object', how: 'always', by: '' });
      return;
    }
    const followed = followedBy(expr);
    if (followed !== undefined) return this.follow(expr, followed);
    const inner = followedOperand(expr);
    const direct = inner && this.results.absenceOf(inner);
    if (direct !== undefined) this.used(expr, undefined, direct);
    const isDecided =
      expr.kind === 'conditional' || (expr.kind === 'binary' && /^(?:&&|\|\|)$/.test(expr.op));
    partsOf(expr).forEach((part, at) => {
      // The first part decides whether the others are evaluated, and may be what tells.
      if (isDecided && at === 1) this.forgetSome();
      this.evaluate(part);
    });
  }

  /** The smart pointer that `p.reset()` or `p.release()` leaves without an object. */
  private givenUp(expr: Expr): Variable | undefined {
    if (expr.kind !== 'call' || !/^(?:reset|release)$/.test(expr.name) || expr.args.length > 0)
      return undefined;
    const variable = this.smart.receiver(expr);
    return variable !== undefined && isOwnedHere(variable) ? variable : undefined;
  }

  private forgetSome(): void {
    for (const [variable, { how }] of this.state) if (how === 'some') this.state.delete(variable);
  }

  private follow(expr: Expr, variable: Variable): void {
    const absence = this.state.get(variable);
    this.state.delete(variable);
    if (absence !== undefined) this.used(expr, variable, absence);
  }

  private set(variable: Variable, value: Expr | undefined): void {
    const absence = this.absenceOf(variable, value);
    if (absence === undefined || !/^(?:local|parameter)$/.test(variable.scope))
      this.state.delete(variable);
    else this.state.set(variable, absence);
  }

  private absenceOf(variable: Variable, value: Expr | undefined): Absence | undefined {
    if (isOptional(variable.type)) return mayBeEmpty(variable, value, this.unit);
    if (variable.scope === 'local' && isSmart(typeName(variable)) && isOwnedHere(variable))
      return beginsNull(variable, value, this.unit)
        ? { of: 'object', how: 'always', by: '' }
        : value && this.results.absenceOf(value);
    return value === undefined || variable.type.kind === 'int'
      ? undefined
      : this.results.absenceOf(value);
  }
}

/** `value.reset()` of an optional. */
function isReset(call: CallExpr): call is CallExpr & { receiver: { variable: Variable } } {
  const { receiver, callee, name } = call;
  return (
    name === 'reset' &&
    call.args.length === 0 &&
    callee.kind === 'member' &&
    !callee.arrow &&
    receiver?.kind === 'name' &&
    receiver.variable !== undefined &&
    isOptional(receiver.variable.type)
  );
}

/** The variable that `*it` and `it->` follow. */
function followedBy(expr: Expr): Variable | undefined {
  const inner = followedOperand(expr);
  return inner?.kind === 'name' ? inner.variable : undefined;
}
