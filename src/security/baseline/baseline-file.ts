import { UsageError } from '../../errors.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { parseCandidates } from '../candidates/candidates-text.ts';
import { loadNamedText, parseReport } from './load-report.ts';
import { parseOwnSarif } from './parse-own-sarif.ts';

/**
 * Reads an earlier result: our JSON report, our SARIF or `candidates.jsonl`. What
 * was absent then already is left out.
 * @throws UsageError on one line when the file is none of these
 */
export function loadBaselineFile(path: string, rules: readonly RuleDescription[]): Candidate[] {
  const text = loadNamedText(path, 'baseline');
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
  if (has(whole, 'runs')) return parseOwnSarif(whole, rules);
  if (has(whole, 'gid')) return parseCandidates(text);
  return parseReport(whole)
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
