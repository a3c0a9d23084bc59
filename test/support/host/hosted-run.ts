import { answerSchema } from './host-request.ts';

/** What a command in a host has said so far. */
export class HostedRun {
  readonly #onOutput: (stdout: string) => void;
  #stdout = '';
  #stderr = '';

  /** @param onOutput hears of what goes to the standard output as it comes */
  constructor(onOutput: (stdout: string) => void = () => {}) {
    this.#onOutput = onOutput;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /**
   * Takes the next line of the host.
   * @returns how the command has ended, once it has
   */
  take(line: string) {
    const answer = answerSchema.parse(JSON.parse(line));
    if ('status' in answer) return { ...answer, stdout: this.#stdout, stderr: this.#stderr };
    if ('stderr' in answer) this.#stderr += answer.stderr;
    else {
      this.#stdout += answer.stdout;
      this.#onOutput(answer.stdout);
    }
    return undefined;
  }
}
