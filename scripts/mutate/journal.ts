import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';

const noticeSchema = z.object({
  /** The test that noticed the change. */
  by: z.string(),
  /** The first thing that failed; undefined where the test did not end in time. */
  what: z.string().optional(),
});

export type Notice = z.infer<typeof noticeSchema>;

const lineSchema = z.object({
  key: z.string(),
  passed: z.array(z.string()).optional(),
  noticed: noticeSchema.optional(),
});

/** What is known of one change, or of the sources without any. */
export interface Known {
  readonly passed: ReadonlySet<string>;
  readonly noticed: readonly Notice[];
}

interface Collected {
  readonly passed: Set<string>;
  readonly noticed: Notice[];
}

/**
 * What tests have said of changes, line by line as they say it: Stryker writes its own file of results when all are judged,
 * so that a run that is ended before would begin anew.
 */
export class Journal {
  readonly #path: string;
  readonly #known = new Map<string, Collected>();

  constructor(path: string) {
    this.#path = path;
    if (!existsSync(path)) return;
    const lines = readFileSync(path, 'utf8').split('\n');
    // What follows the last line break is a line that was not written to its end.
    for (const line of lines.slice(0, -1)) {
      const { key, passed = [], noticed } = lineSchema.parse(JSON.parse(line));
      this.#collect(key, passed, noticed);
    }
  }

  of(key: string): Known {
    return this.#known.get(key) ?? { passed: new Set(), noticed: [] };
  }

  /**
   * @param passed the names of tests that have not noticed the change
   * @param noticed what one has
   */
  add(key: string, passed: readonly string[], noticed?: Notice): void {
    if (passed.length === 0 && noticed === undefined) return;
    appendFileSync(this.#path, `${JSON.stringify({ key, passed, noticed })}\n`);
    this.#collect(key, passed, noticed);
  }

  #collect(key: string, passed: readonly string[], noticed: Notice | undefined): void {
    const known = this.#known.get(key) ?? { passed: new Set<string>(), noticed: [] };
    for (const test of passed) known.passed.add(test);
    if (noticed !== undefined) known.noticed.push(noticed);
    this.#known.set(key, known);
  }
}
