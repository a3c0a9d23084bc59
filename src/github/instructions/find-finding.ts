import { codeSpan, plainText, table } from '../../page/markdown-text.ts';
import { groupCandidates } from '../../security/report/groups.ts';
import type { Report, ReportedCandidate } from '../../security/report/report.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
import { withDismissals } from '../dismissals/apply-dismissals.ts';
import { fetchDismissals } from '../dismissals/fetch-dismissals.ts';
import { findingKey } from '../publication-plan/finding-key.ts';
import type { StoredReview } from '../review/report-store.ts';

/** Findings that an answer lists. */
const MAX_LISTED = 20;
/** Digits that may be wrong in a key that is near. */
const MAX_DIGITS_OFF = 3;

/** The candidate that a key names, open or not. */
export function findFinding(key: string, { candidates }: Report): ReportedCandidate | undefined {
  return candidates.find((candidate) => findingKey(candidate) === key);
}

/**
 * What to say of a key that names nothing: what may have been meant, what is open, and what people have
 * settled.
 */
export async function unknownFinding(
  key: string,
  { report, failOn, details }: Pick<StoredReview, 'report' | 'failOn' | 'details'>,
  access: RepositoryClient,
  pull: number,
): Promise<string> {
  const none = `There is no finding ${codeSpan(key)} on this pull request.`;
  // What there is, and where, is not for everybody.
  if (details === 'private') return none;
  const records = await fetchDismissals(access, pull);
  const groups = groupCandidates(withDismissals(report, records, failOn).candidates);
  const open = [...groups.findings, ...groups.possibleFindings];
  const settled = groups.suppressed.map(findingKey);
  const near = [...open.map(findingKey), ...settled]
    .map((name) => ({ name, off: distance(name, key) }))
    .filter(({ off }) => off <= MAX_DIGITS_OFF)
    .toSorted((left, right) => left.off - right.off)
    .map(({ name }) => codeSpan(name));
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  const first = `${none}${meant}`;
  return [
    open.length === 0 ? `${first} None is open.` : `${first} These are open:`,
    ...(open.length === 0 ? [] : [findingTable(open)]),
    ...(settled.length === 0 ? [] : [settledLine(settled)]),
  ].join('\n\n');
}

function settledLine(keys: readonly string[]): string {
  const left = keys.length - MAX_LISTED;
  const rest = left > 0 ? ` and ${left} more` : '';
  return `Settled by people: ${keys.slice(0, MAX_LISTED).map(codeSpan).join(', ')}${rest}.`;
}

function findingTable(candidates: readonly ReportedCandidate[]): string {
  const rows = candidates
    .slice(0, MAX_LISTED)
    .map((candidate) => [
      codeSpan(findingKey(candidate)),
      candidate.severity,
      codeSpan(`${candidate.file}:${candidate.line}`),
      plainText(candidate.description),
    ]);
  const left = candidates.length - rows.length;
  const rest = left > 0 ? `\n\n…and ${left} more: see the check.` : '';
  return `${table(['Key', 'Severity', 'Place', 'What'], rows)}${rest}`;
}

/** How many digits differ. */
function distance(left: string, right: string): number {
  return [...left].filter((digit, at) => digit !== right[at]).length;
}
