import { type Candidate, SEVERITIES } from '../candidates/candidate.ts';
import { MIN_FINDING_CONFIDENCE } from '../candidates/severity.ts';

/**
 * What speaks against a change, by the scans before and after it; undefined when the finding is gone
 * and none of its rank has come. Lines move, so candidates are counted by rule and function.
 */
export function problemAfter(
  finding: Candidate,
  before: readonly Candidate[],
  after: readonly Candidate[],
): string | undefined {
  const count = (candidates: readonly Candidate[], name: string) =>
    candidates.filter((one) => nameOf(one) === name).length;
  const { pattern, file, line } = finding;
  const name = nameOf(finding);
  if (count(after, name) >= count(before, name)) {
    const still = after.filter((one) => nameOf(one) === name).map((one) => one.line);
    return `the scan still reports ${pattern} (${file}:${line}), now on line ${still.join(', ')}`;
  }
  const rank = SEVERITIES.indexOf(finding.severity);
  const fresh = after.find(
    (one) =>
      one.confidence >= MIN_FINDING_CONFIDENCE &&
      SEVERITIES.indexOf(one.severity) <= rank &&
      count(after, nameOf(one)) > count(before, nameOf(one)),
  );
  if (fresh === undefined) return undefined;
  return `the change brings ${fresh.pattern} at ${fresh.file}:${fresh.line}: ${fresh.description}`;
}

function nameOf({ pattern, file, function: name }: Candidate): string {
  return `${pattern}\0${file}\0${name}`;
}
