import { cutText } from '../../agent/cut-text.ts';

/** Of what was refused, so much of its text and of its code is shown again. */
const MAX_OF_TEXT = 4200;
const MAX_OF_CODE = 6000;

/**
 * What was tried for a step so far, in order, with why it was refused and what was refused. Each later
 * question carries it, so that no prompt is asked twice and no refusal is met twice.
 */
export class AttemptHistory {
  private readonly entries: string[];

  /** @param before what earlier attempts tried */
  constructor(before: readonly string[] = []) {
    this.entries = [...before];
  }

  get list(): readonly string[] {
    return this.entries;
  }

  /**
   * @param what was done, such as `Repair 1 of a build`
   * @param problem why that was not enough
   * @param code what was refused; empty where the crate shows it
   */
  add(what: string, problem: string, code = ''): void {
    const shown =
      code === '' ? '' : `\nThe answer that was refused:\n${cutText(code.trim(), MAX_OF_CODE)}`;
    this.entries.push(`${what}: ${cutText(problem.trim(), MAX_OF_TEXT)}${shown}`);
  }

  /** All of it, numbered; those at the beginning are cut first. */
  text(maxChars: number): string {
    const all = this.entries.map((entry, at) => `${at + 1}. ${entry}`);
    const short = this.entries.map((entry, at) => `${at + 1}. ${entry.split('\n')[0] ?? ''}`);
    for (let from = 0; from < all.length; from += 1) {
      const text = [...short.slice(0, from), ...all.slice(from)].join('\n\n');
      if (text.length <= maxChars) return text;
    }
    return cutText(short.join('\n\n'), maxChars);
  }
}
