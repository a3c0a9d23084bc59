import { ControlDependence } from '../../c/cfg/control-dependence.ts';
import type { BasicBlock, Expr, LoweredFunction } from '../../c/ir/ast.ts';
import { expressionAtEnd, expressionsIn, partsOf, topLevelExpressions } from '../../c/ir/walk.ts';
import { LIMITS } from '../../limits.ts';
import { isSetByMemory, readsMemory, variablesSetByMemory } from './set-by-memory.ts';

/**
 * Which expressions of a function run, or do not, by what stands in memory or comes from a call.
 * All others run by the numbers and pointers alone that the function is given.
 */
class MemoryConditions {
  private readonly fn: LoweredFunction;
  private readonly dependence: ControlDependence;
  private readonly blockOf = new Map<Expr, number>();
  /** What stands behind such a condition inside its own expression, as in `text[0] && text[1]`. */
  private readonly guarded = new Set<Expr>();
  private readonly decided = new Map<number, boolean>();
  private readonly told = new Map<number, boolean>();
  private setByMemory: ReadonlySet<number> | undefined;

  constructor(fn: LoweredFunction) {
    this.fn = fn;
    this.dependence = new ControlDependence(fn.blocks);
    for (const block of fn.blocks)
      for (const root of topLevelExpressions(block)) this.place(root, block.id, false);
  }

  /** Whether a condition on memory decides if an expression runs. */
  decide(expr: Expr): boolean {
    const block = this.blockOf.get(expr);
    if (block === undefined) return false;
    return this.guarded.has(expr) || this.decideBlock(block);
  }

  /**
   * Whether an expression runs wherever the parameters have the values that they may have at it: no
   * memory decides, no relation of two of them, and no part of a condition by itself.
   */
  isTold(expr: Expr): boolean {
    if (this.decide(expr)) return false;
    const block = this.blockOf.get(expr);
    return block === undefined || this.isBlockTold(block);
  }

  /**
   * The same where no variable decides either that memory or a call has set. What a function reaches behind its error
   * checks, as in `status = read(…); if (status != OK) return status;`, it does reach, so that this is asked only where
   * a caller tells by the outcome what happened, as for what is freed.
   */
  isToldByArguments(expr: Expr): boolean {
    if (!this.isTold(expr)) return false;
    const block = this.blockOf.get(expr);
    if (block === undefined) return true;
    return ![...this.dependence.decidersOf(block)].some((decider) =>
      this.endsByVariable(this.fn.blocks[decider]),
    );
  }

  private isBlockTold(id: number): boolean {
    const known = this.told.get(id);
    if (known !== undefined) return known;
    // What a loop decides of itself is not asked again.
    this.told.set(id, true);
    const answer = this.dependence
      .decisionsOn(id)
      .every(
        ({ block, ways }) => isOneSide(this.fn.blocks[block], ways) && this.isBlockTold(block),
      );
    this.told.set(id, answer);
    return answer;
  }

  /** Whether a block ends by a variable that memory or a call has set, as in `found = lookup(key); if (!found)`. */
  private endsByVariable(block: BasicBlock | undefined): boolean {
    const end = block && expressionAtEnd(block);
    if (end === undefined) return false;
    this.setByMemory ??= variablesSetByMemory(this.fn);
    return expressionsIn(end).some((part) => isSetByMemory(part, this.setByMemory));
  }

  private decideBlock(id: number): boolean {
    if (this.fn.blocks.length > LIMITS.blocksWithStates) return true;
    let answer = this.decided.get(id);
    if (answer === undefined) {
      answer = [...this.dependence.decidersOf(id)].some((decider) =>
        endsByMemory(this.fn.blocks[decider]),
      );
      this.decided.set(id, answer);
    }
    return answer;
  }

  private place(expr: Expr, block: number, guarded: boolean): void {
    this.blockOf.set(expr, block);
    if (guarded) this.guarded.add(expr);
    const condition =
      expr.kind === 'conditional'
        ? expr.condition
        : expr.kind === 'binary' && (expr.op === '&&' || expr.op === '||')
          ? expr.left
          : undefined;
    const behind = guarded || (condition !== undefined && readsMemory(condition));
    for (const part of partsOf(expr))
      this.place(part, block, part === condition ? guarded : behind);
  }
}

const known = new WeakMap<LoweredFunction, MemoryConditions>();

/** The conditions on memory of a function, worked out once. */
export function memoryConditionsOf(
  fn: LoweredFunction,
): Pick<MemoryConditions, 'decide' | 'isTold' | 'isToldByArguments'> {
  const conditions = known.get(fn) ?? new MemoryConditions(fn);
  known.set(fn, conditions);
  return conditions;
}

/** Whether the ways of a branch are taken by the values of single parameters, all of them together. */
function isOneSide(block: BasicBlock | undefined, ways: readonly number[]): boolean {
  const end = block?.end;
  if (end?.kind === 'switch') return ways.length === 1 && ways[0] !== end.otherwise;
  return end?.kind !== 'branch' || holdsOfEach(end.condition, ways.includes(end.then));
}

/** Whether a condition comes out in one way exactly when each of its parts does. */
function holdsOfEach(condition: Expr, outcome: boolean): boolean {
  if (condition.kind === 'unary' && condition.op === '!')
    return holdsOfEach(condition.operand, !outcome);
  if (condition.kind !== 'binary') return true;
  const { op, left, right } = condition;
  if (op === '&&' || op === '||')
    return (op === '&&') === outcome && holdsOfEach(left, outcome) && holdsOfEach(right, outcome);
  return !(isParameter(left) && isParameter(right));
}

function isParameter(expr: Expr): boolean {
  if (expr.kind === 'cast') return isParameter(expr.operand);
  return expr.kind === 'name' && expr.variable?.scope === 'parameter';
}

function endsByMemory(block: BasicBlock | undefined): boolean {
  const end = block?.end;
  if (end?.kind === 'branch') return readsMemory(end.condition);
  return end?.kind === 'switch' && readsMemory(end.value);
}
