/**
 * A task that runs once at a time: what asks for it while it runs has it run once more, however many
 * have asked.
 */
export class Coalesced {
  private readonly task: () => Promise<void>;
  private running: Promise<void> | undefined;
  private isWantedAgain = false;

  /** @param task it handles its own errors */
  constructor(task: () => Promise<void>) {
    this.task = task;
  }

  /** @returns a promise of the end of a run that began after this call */
  ask(): Promise<void> {
    if (this.running !== undefined) {
      this.isWantedAgain = true;
      return this.running;
    }
    this.running = this.runs();
    return this.running;
  }

  private async runs(): Promise<void> {
    do {
      this.isWantedAgain = false;
      await this.task();
    } while (this.isWantedAgain);
    this.running = undefined;
  }
}
