/** How often steps are counted before it is asked whether it is late: to ask takes as long as a few steps. */
const CHECKS_UNTIL_ASKED = 32;

/** So many entries of states that were compared count as a step; code written by people has two for each other step. */
const COMPARED_PER_STEP = 10;

/**
 * Counts what the analysis of one function costs, in steps: an expression evaluated, an entry of
 * a state looked at, a value joined. Steps and not seconds, so that the same input gives the same
 * result on any machine.
 */
export class StepBudget {
  private sum = 0;
  private limit = Number.POSITIVE_INFINITY;
  private isLate: (() => boolean) | undefined;
  private checks = 0;
  private compared = 0;

  spend(steps: number): void {
    this.sum += steps;
  }

  /** An entry was looked at in which two states differ. */
  compare(): void {
    this.compared += 1;
  }

  /**
   * From here on so many steps may be spent.
   * @param isLate whether the time is over that a person has allowed: the budget then is as well
   */
  allow(steps: number, isLate?: () => boolean): void {
    this.limit = this.spent + steps;
    this.isLate = isLate;
  }

  /** The steps so far; where states differ in so much that to join them is most of the work, that work. */
  get spent(): number {
    return Math.max(this.sum, Math.floor(this.compared / COMPARED_PER_STEP));
  }

  /** Whether more was spent than allowed. */
  get isOver(): boolean {
    if (this.isLate !== undefined && this.checks++ % CHECKS_UNTIL_ASKED === 0 && this.isLate())
      this.limit = Number.NEGATIVE_INFINITY;
    return this.spent > this.limit;
  }
}
