import { isIntroduced, isOpen, isPossibleFinding } from '../../security/report/groups.ts';
import type { Report, ReportedCandidate, SkippedFile } from '../../security/report/report.ts';

interface SinceLast {
  readonly come: readonly ReportedCandidate[];
  readonly gone: readonly ReportedCandidate[];
  /** What could be examined the time before, or was not there. */
  readonly skipped: readonly SkippedFile[];
}

/**
 * What of a report another one of the same tree has not: a candidate stays the same while lines
 * around it move or change, and a place to look at that has become a finding is new.
 */
export function sinceLast(last: Report, next: Report): SinceLast {
  const [before, now] = [openOf(last), openOf(next)];
  const known = new Set(last.summary.skipped.map(({ file, reason }) => `${file} ${reason}`));
  return {
    come: notIn(now, before),
    gone: notIn(before, now),
    skipped: next.summary.skipped.filter(({ file, reason }) => !known.has(`${file} ${reason}`)),
  };
}

function openOf({ candidates }: Report): readonly ReportedCandidate[] {
  return candidates.filter((one) => isOpen(one) && isIntroduced(one));
}

/** Those of some that stand for none of the others: each of these is matched once, by what says the most first. */
function notIn(
  some: readonly ReportedCandidate[],
  others: readonly ReportedCandidate[],
): readonly ReportedCandidate[] {
  let [left, unmatched] = [others, some];
  for (const keyOf of KEYS) {
    const byKey = Map.groupBy(left, keyOf);
    unmatched = unmatched.filter((one) => byKey.get(keyOf(one))?.pop() === undefined);
    left = [...byKey.values()].flat();
  }
  return unmatched;
}

/**
 * The same place; the same lines at another; the same line in the same function, around which lines have changed. What
 * a candidate is worth is a part of each.
 */
const KEYS: readonly ((candidate: ReportedCandidate) => string)[] = [
  (one) => keyed(one, one.id),
  (one) => keyed(one, one.fingerprint),
  (one) => keyed(one, one.function, one.evidence),
];

function keyed(candidate: ReportedCandidate, ...more: readonly string[]): string {
  const { file, pattern } = candidate;
  return JSON.stringify([isPossibleFinding(candidate), file, pattern, ...more]);
}
