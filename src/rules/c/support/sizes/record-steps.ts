import type {
  AssignExpr,
  Expr,
  Loop,
  LoweredFunction,
  Variable,
} from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf, variablesIn } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';
import { addressTaken } from '../expressions/root-variable.ts';

/** How far a round of a loop goes on in its data, where the data at that place says so. */
export interface RecordStep {
  readonly variable: Variable;
  /** The length that is added or subtracted. */
  readonly step: Expr;
  /** Whether the loop calls functions whose effects are not known: they may change what it goes on by. */
  readonly callsUnknown: boolean;
}

/**
 * The assignments of a function that alone carry a loop on, by a length that is read at the place where the
 * loop stands, as `at += data[at]`: with a length of zero the next round is the same as this one. They are
 * named by where they start in the text.
 */
export function recordSteps(
  unit: TranslationUnit,
  fn: LoweredFunction,
): ReadonlyMap<number, RecordStep> {
  const found = new Map<number, RecordStep>();
  if (fn.loops.length === 0) return found;
  const open = addressTaken(fn);
  for (const loop of fn.loops) {
    if (loop.kind === 'range') continue;
    const round = new Round(unit, fn, loop);
    if (!round.isFollowed) continue;
    for (const [variable, assignment, step] of round.advances())
      if (
        ![variable, ...variablesIn(step)].some((each) => open.has(each)) &&
        round.isReadAhead(variable, step) &&
        round.isCarriedBy(step)
      )
        found.set(assignment.start, { variable, step, callsUnknown: round.callsUnknown });
  }
  return found;
}

/** Reads from a stream or the like go on by themselves, and so does what is written to one. */
const READS_ON =
  /read|write|send|recv|get(?:c|s|char|line|delim|token|opt)|scan|next|accept|poll|select|wait/i;

/** What one round of a loop writes to the variables of the function. */
class Round {
  /** Whether all that a round does is seen, and none of it takes data from a stream. */
  readonly isFollowed: boolean;
  readonly callsUnknown: boolean;
  private readonly writes = new Map<Variable, Expr[]>();
  /** What a variable is given, or the call that fills it. */
  private readonly sources = new Map<Variable, Expr[]>();
  private readonly asked: ReadonlySet<Variable>;
  private readonly unit: TranslationUnit;

  constructor(unit: TranslationUnit, fn: LoweredFunction, loop: Loop) {
    this.unit = unit;
    const blocks = loop.body.flatMap((id) => fn.blocks[id] ?? []);
    const all = expressionsOf(blocks);
    for (const expr of all) this.note(expr);
    for (const { steps } of blocks)
      for (const step of steps)
        if (step.kind === 'declare' && step.init !== undefined) this.give(step.variable, step.init);
    const calls = all.filter((expr) => expr.kind === 'call');
    this.isFollowed = !(
      all.some(({ kind }) => kind === 'opaque') ||
      calls.some((call) => call.isMacro === true || READS_ON.test(call.name) || call.name === '')
    );
    this.callsUnknown = calls.some(
      ({ name }) => !this.unit.functionsByName.has(name) && libraryModelOf(name) === undefined,
    );
    const conditions = blocks.flatMap(({ end }) =>
      end.kind === 'branch' ? [end.condition] : end.kind === 'switch' ? [end.value] : [],
    );
    this.asked = new Set(
      [...conditions, loop.condition].flatMap((each) => (each ? variablesIn(each) : [])),
    );
  }

  /** The variables that one assignment of the loop, and no other, moves by a number that is not constant. */
  *advances(): Iterable<[Variable, AssignExpr, Expr]> {
    for (const [variable, [write, ...others]] of this.writes) {
      if (write?.kind !== 'assign' || others.length > 0) continue;
      const step = addedIn(write, variable);
      if (step !== undefined && constantOf(step) === undefined) yield [variable, write, step];
    }
  }

  /** Whether a number is read from memory at the place where the variable stands. */
  isReadAhead(variable: Variable, step: Expr): boolean {
    const behind = new Set([variable]);
    const isBehind = (expr: Expr): boolean => variablesIn(expr).some((each) => behind.has(each));
    const loaded = new Set<Variable>();
    const isLoaded = (expr: Expr): boolean =>
      expressionsIn(expr).some(
        (part) =>
          (part.kind === 'name' && part.variable !== undefined && loaded.has(part.variable)) ||
          (isLoad(part) && isBehind(part)),
      );
    for (let before = -1; before < behind.size + loaded.size; ) {
      before = behind.size + loaded.size;
      for (const [given, values] of this.sources) {
        if (given === variable) continue;
        if (values.some(isBehind)) behind.add(given);
        if (values.some(isLoaded)) loaded.add(given);
      }
    }
    return isLoaded(step);
  }

  /** Whether nothing else that a round changes decides how the next one goes. */
  isCarriedBy(step: Expr): boolean {
    const text = this.unit.tree.textOf(step);
    for (const [variable, writes] of this.writes) {
      if (!this.asked.has(variable)) continue;
      for (const write of writes) {
        const isAgain =
          write.kind === 'assign' &&
          write.op === '=' &&
          !variablesIn(write.value).includes(variable);
        const added = write.kind === 'assign' ? addedIn(write, variable) : undefined;
        if (!isAgain && (added === undefined || this.unit.tree.textOf(added) !== text))
          return false;
      }
    }
    return true;
  }

  private note(expr: Expr): void {
    const target =
      expr.kind === 'assign' ? expr.target : expr.kind === 'incdec' ? expr.operand : undefined;
    if (target?.kind === 'name' && target.variable !== undefined) {
      this.writes.set(target.variable, [...(this.writes.get(target.variable) ?? []), expr]);
      if (expr.kind === 'assign') this.give(target.variable, expr.value);
    }
    if (expr.kind !== 'call') return;
    for (const arg of expr.args) {
      const inner = withoutCasts(arg);
      if (inner.kind === 'address' && inner.operand.kind === 'name' && inner.operand.variable)
        this.give(inner.operand.variable, expr);
    }
  }

  private give(variable: Variable, value: Expr): void {
    this.sources.set(variable, [...(this.sources.get(variable) ?? []), value]);
  }
}

/** The number that an assignment adds to its target or takes from it. */
function addedIn(write: AssignExpr, variable: Variable): Expr | undefined {
  if (write.op === '+=' || write.op === '-=') return write.value;
  const value = withoutCasts(write.value);
  if (write.op !== '=' || value.kind !== 'binary' || !/^[-+]$/.test(value.op)) return undefined;
  const left = withoutCasts(value.left);
  return left.kind === 'name' && left.variable === variable ? value.right : undefined;
}

/** Whether an expression reads memory, or calls a function that may. */
function isLoad(expr: Expr): boolean {
  const { kind } = expr;
  // How long a text is says what is left of it, and a loop over texts ends with the last.
  if (kind === 'call') return !/^(?:str|wcs)n?(?:len|c?spn)$/.test(expr.name);
  return kind === 'index' || kind === 'deref' || kind === 'member';
}
