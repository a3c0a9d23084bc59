import type { LoweredFunction } from '../../c/ir/ast.ts';
import { LIMITS } from '../../limits.ts';
import { expressionCount, stepsFor } from '../solver/function-steps.ts';

/** What ends the analysis of a file besides what it may cost. */
export interface ResourceGuard {
  /** So many steps may be spent here; beyond them `StepsSpent` is thrown. */
  readonly steps: number;
  /** Is called after each function. Throws where the file took too long, or too much memory. */
  check(): void;
  /** Whether the time of the file is nearly over: what is left is looked at block by block, so that there is a result. */
  isLate?(): boolean;
}

export const UNGUARDED: ResourceGuard = {
  steps: Number.POSITIVE_INFINITY,
  check: () => undefined,
};

/** A file costs more steps than were to be spent here; what was found of it so far is void. */
export class StepsSpent extends Error {
  constructor() {
    super('the steps that were allowed here are spent');
  }
}

/** How many steps the functions of one file, and the paths through them, may still cost. */
export class FileBudget {
  private readonly guard: ResourceGuard;
  private left: number;
  /** What is left of the guard's steps. */
  private guardLeft: number;
  private late = false;
  /** Functions that were not done with all they may cost: they would not be the next time. */
  private readonly tooCostly = new Set<LoweredFunction>();

  constructor(functions: readonly LoweredFunction[], guard: ResourceGuard) {
    const expressions = functions.reduce((sum, fn) => sum + expressionCount(fn), 0);
    this.left = LIMITS.fileSteps + LIMITS.fileStepsPerExpression * expressions;
    this.guard = guard;
    this.guardLeft = guard.steps;
  }

  /** Whether functions are given up since the time of the file is nearly over: it is so for good. */
  readonly isLate = (): boolean => {
    this.late ||= this.guard.isLate?.() === true;
    return this.late;
  };

  /** What the analysis of a function may cost; 0 where it is only looked at block by block. */
  stepsFor(fn: LoweredFunction): number {
    if (this.isLate() || this.tooCostly.has(fn)) return 0;
    return Math.min(stepsFor(fn), this.left, this.guardLeft);
  }

  /** Which bound the analysis of a function runs into: its own, or that of the file. */
  boundOf(fn: LoweredFunction): 'steps' | 'file' {
    return !this.tooCostly.has(fn) && this.left < stepsFor(fn) ? 'file' : 'steps';
  }

  /** What the search for one path may cost. */
  get pathSteps(): number {
    return this.isLate() ? 0 : Math.min(LIMITS.pathSteps, this.left, this.guardLeft);
  }

  /**
   * Takes what the analysis of a function has cost.
   * @throws StepsSpent, and what the guard throws
   */
  spendOn(fn: LoweredFunction, steps: number): void {
    if (steps > this.stepsFor(fn)) this.tooCostly.add(fn);
    this.spend(steps);
    this.guard.check();
  }

  /** Takes what something has cost. */
  spend(steps: number): void {
    this.left = Math.max(0, this.left - steps);
    this.guardLeft -= steps;
    if (this.guardLeft <= 0) throw new StepsSpent();
  }
}
