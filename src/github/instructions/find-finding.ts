import { codeSpan, plainText, table } from '../../page/markdown-text.ts';
import { groupCandidates } from '../../security/report/groups.ts';
import type { Report, ReportedCandidate } from '../../security/report/report.ts';
import { findingKey } from '../publication-plan/finding-key.ts';

/** Findings that an answer lists. */
const MAX_LISTED = 20;
/** Digits that may be wrong in a key that is near. */
const MAX_DIGITS_OFF = 3;

/** The candidate that a key names, open or not. */
export function findFinding(key: string, { candidates }: Report): ReportedCandidate | undefined {
  return candidates.find((candidate) => findingKey(candidate) === key);
}

/** What to say of a key that names nothing: what may have been meant, and what there is. */
export function unknownFinding(key: string, report: Report): string {
  const { findings, possibleFindings } = groupCandidates(report.candidates);
  const known = [...findings, ...possibleFindings];
  const near = known
    .map((candidate) => ({
      name: findingKey(candidate),
      off: distance(findingKey(candidate), key),
    }))
    .filter(({ off }) => off <= MAX_DIGITS_OFF)
    .toSorted((left, right) => left.off - right.off)
    .map(({ name }) => codeSpan(name));
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  const first = `There is no finding ${codeSpan(key)} on this pull request.${meant}`;
  return known.length === 0
    ? `${first} None is open.`
    : `${first} These are open:\n\n${findingTable(known)}`;
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
