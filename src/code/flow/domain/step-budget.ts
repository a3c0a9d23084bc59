/**
 * Counts what the analysis of one function costs, in steps: an expression evaluated, an entry of
 * a state looked at, a value joined. Steps and not seconds, so that the same input gives the same
 * result on any machine.
 */
export class StepBudget {
  private sum = 0;
  private limit = Number.POSITIVE_INFINITY;

  spend(steps: number): void {
    this.sum += steps;
  }

  /** From here on so many steps may be spent. */
  allow(steps: number): void {
    this.limit = this.sum + steps;
  }

  /** The steps so far. */
  get spent(): number {
    return this.sum;
  }

  /** Whether more was spent than allowed. */
  get isOver(): boolean {
    return this.sum > this.limit;
  }
}
