import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { UsageError } from '../../src/errors.ts';
import { parseJsonLine } from '../../src/workspace/files/parse-json-line.ts';
import { nameOf } from './pull-requests.ts';

const placeSchema = z.object({
  file: z.string(),
  line: z.number(),
  pattern: z.string(),
  severity: z.enum(['high', 'medium', 'low']),
  confidence: z.number(),
  /** Whether it is within three lines of a changed line. */
  near: z.boolean(),
  /** What came of running its code, and why where that showed nothing. */
  run: z.object({ outcome: z.string(), why: z.string() }).exactOptional(),
});

const resultSchema = z.object({
  kind: z.enum(['bug', 'control', 'ordinary']),
  repo: z.string(),
  fix: z.string(),
  /** The further options of the review. */
  options: z.array(z.string()),
  verdict: z.enum(['clean', 'findings', 'inconclusive']),
  /** Whether something that should have been examined was not, also where there are findings. */
  incomplete: z.boolean(),
  findings: z.array(placeSchema),
  /** Less sure than a finding. */
  proposed: z.array(placeSchema),
  /** Files whose analysis ended in an error. */
  failedFiles: z.array(z.string()),
  seconds: z.number(),
  /** Where models were asked: what it took, and what they came to. */
  models: z
    .object({
      calls: z.number(),
      tokens: z.number(),
      dollars: z.number(),
      /** Candidates by what was found out. */
      examinations: z.record(z.string(), z.number()),
    })
    .exactOptional(),
});

/** Something reported at a place. */
export type Place = z.infer<typeof placeSchema>;

/** What the review of one pull request said. */
export type PullRequestResult = z.infer<typeof resultSchema>;

/** Results by the name of the pull request, kept in a JSON Lines file where one is named. */
export interface Results {
  /** All of those with these options. */
  readonly known: ReadonlyMap<string, PullRequestResult>;
  add(result: PullRequestResult): void;
}

/**
 * Opens the results of reviews with the same options. A line that has not the form, such as the last
 * one of a run that was ended, is passed over: its pull request is reviewed again.
 * @param file a new one, an existing one, or none
 * @throws UsageError when the file has lines, and none of them is a result
 */
export function openResults(file: string | undefined, options: readonly string[]): Results {
  const text = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
  const results = text
    .split('\n')
    .map((line) => parseJsonLine(line, resultSchema))
    .filter((result) => result !== undefined);
  if (text !== '' && results.length === 0) {
    throw new UsageError(`${file} has other contents than results of this bench`);
  }
  const own = results.filter((result) => result.options.join('\0') === options.join('\0'));
  const known = new Map(own.map((result) => [nameOf(result), result]));
  const cut = text !== '' && !text.endsWith('\n');
  if (file !== undefined && cut) appendFileSync(file, '\n');
  return {
    known,
    add(result) {
      known.set(nameOf(result), result);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
    },
  };
}
