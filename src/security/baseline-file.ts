import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { messageOf, UsageError } from '../errors.ts';
import { firstProblem } from '../first-problem.ts';
import type { RuleDescription } from '../rules/rule.ts';
import { type Candidate, candidateSchema } from './candidate.ts';
import { parseCandidates } from './candidates-file.ts';
import { examinationSchema } from './examination/examination.ts';
import { candidatesOfSarif } from './sarif-candidates.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** The part of our own JSON report that a baseline needs. */
const reportSchema = z.object({
  version: z.string(),
  mode: z.enum(['scan', 'review']),
  candidates: z.array(
    candidateSchema.extend({
      baseline: z.enum(['new', 'unchanged', 'absent']).optional(),
      suppression: z
        .object({ kind: z.enum(['inSource', 'external']), reason: z.string() })
        .optional(),
      // Each run has its own; here it only has to be one.
      examination: examinationSchema.optional(),
    }),
  ),
});

/**
 * Reads an earlier result: our JSON report, our SARIF or `candidates.jsonl`. What
 * was absent then already is left out.
 * @throws UsageError on one line when the file is none of these
 */
export function readBaselineFile(path: string, rules: readonly RuleDescription[]): Candidate[] {
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES) throw new UsageError(`it has ${size} bytes, more than ${MAX_BYTES}`);
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    throw new UsageError(`cannot read the baseline ${path}: ${messageOf(thrown)}`);
  }
  try {
    return parseBaseline(text, rules);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    throw new UsageError(`the baseline ${path} cannot be used: ${thrown.message}`);
  }
}

export function parseBaseline(text: string, rules: readonly RuleDescription[]): Candidate[] {
  // A scan that proposed nothing leaves an empty candidates file.
  if (text.trim() === '') return [];
  const whole = parseJson(text);
  if (whole === undefined) {
    const [first = ''] = text.trimStart().split('\n');
    if (parseJson(first) !== undefined) return parseCandidates(text);
    throw new UsageError('it is neither a JSON report, nor SARIF, nor candidates.jsonl');
  }
  if (has(whole, 'runs')) return candidatesOfSarif(whole, rules);
  if (has(whole, 'gid')) return parseCandidates(text);
  const parsed = reportSchema.safeParse(whole);
  if (!parsed.success) {
    throw new UsageError(`it is no report of Rustward: ${firstProblem(parsed.error)}`);
  }
  return parsed.data.candidates
    .filter(({ baseline }) => baseline !== 'absent')
    .map(({ baseline: _, suppression: __, examination: ___, ...candidate }) => candidate);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function has(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && name in value;
}
