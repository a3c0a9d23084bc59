import type { BasicBlock, Expr } from '../../../../code/c/ir/ast.ts';
import { visitExpr } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { lockEffectOf, lockKey } from './lock-calls.ts';

/** Which lock a condition decides about, and whether it was not taken when the condition holds. */
export interface ConditionOutcome {
  readonly lock?: string;
  /** What is passed to the attempt that takes it; undefined where the call before the branch took it. */
  readonly tried?: Expr;
  readonly failsWhen: boolean;
}

/**
 * What the branch at the end of each block decides. A variable holds the result of the call that
 * was assigned to it last, in the order of the blocks; on the way into a loop that may be one
 * inside it, which is why they are gone through twice.
 */
export function conditionOutcomes(
  unit: TranslationUnit,
  blocks: readonly BasicBlock[],
): ReadonlyMap<number, ConditionOutcome> {
  const pass = new ResultPass(unit);
  for (const block of [...blocks, ...blocks]) pass.visit(block);
  return pass.outcomes;
}

class ResultPass {
  readonly outcomes = new Map<number, ConditionOutcome>();
  private readonly unit: TranslationUnit;
  /** The lock whose result a variable holds. */
  private readonly results = new Map<number, string>();

  constructor(unit: TranslationUnit) {
    this.unit = unit;
  }

  visit({ id, steps, end }: BasicBlock): void {
    for (const step of steps) {
      if (step.kind === 'eval') this.collectAssigned(step.expr);
      else if (step.kind === 'declare' && step.init !== undefined) {
        this.collectAssigned(step.init);
        this.assign(step.variable.id, step.init);
      }
    }
    if (end.kind === 'branch') {
      this.collectAssigned(end.condition);
      this.outcomes.set(id, this.outcomeOf(end.condition));
    } else if (end.kind === 'switch') this.collectAssigned(end.value);
    else if (end.kind === 'return' && end.value !== undefined) this.collectAssigned(end.value);
  }

  private collectAssigned(expr: Expr): void {
    visitExpr(expr, (part) => {
      if (part.kind !== 'assign' || part.target.kind !== 'name') return;
      if (part.target.variable !== undefined) this.assign(part.target.variable.id, part.value);
    });
  }

  private outcomeOf(condition: Expr): ConditionOutcome {
    const inner = withoutCasts(condition);
    if (inner.kind === 'unary' && inner.op === '!') {
      const found = this.outcomeOf(inner.operand);
      return { ...found, failsWhen: !found.failsWhen };
    }
    if (inner.kind === 'binary' && /^[!=]=$/.test(inner.op) && inner.right.kind === 'number') {
      const found = this.outcomeOf(inner.left);
      return inner.op === '==' ? { ...found, failsWhen: !found.failsWhen } : found;
    }
    if (inner.kind === 'assign') return this.outcomeOf(inner.value);
    if (inner.kind === 'call') {
      const effect = lockEffectOf(inner);
      if (effect === undefined || effect.kind === 'release') return { failsWhen: true };
      const lock = lockKey(this.unit, effect.argument);
      // The methods of C++ say true for success, the functions of C zero.
      const failsWhen = inner.receiver === undefined;
      return effect.kind === 'try'
        ? { lock, tried: effect.argument, failsWhen }
        : { lock, failsWhen };
    }
    const id = inner.kind === 'name' ? inner.variable?.id : undefined;
    const lock = id === undefined ? undefined : this.results.get(id);
    return lock === undefined ? { failsWhen: true } : { lock, failsWhen: true };
  }

  private assign(variable: number, value: Expr): void {
    const inner = withoutCasts(value);
    const effect = inner.kind === 'call' ? lockEffectOf(inner) : undefined;
    if (effect?.kind === 'acquire' && inner.kind === 'call' && inner.receiver === undefined)
      this.results.set(variable, lockKey(this.unit, effect.argument));
    else this.results.delete(variable);
  }
}
