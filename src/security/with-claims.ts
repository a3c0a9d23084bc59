import { MODEL_SOURCE } from './candidates/model-source.ts';
import { isReproduced } from './candidates/reproduction.ts';
import { worstSeverity } from './discover/claim-rule.ts';
import { categoryFinder } from './import/category-finder.ts';
import { isIntroduced } from './report/groups.ts';
import type { ReportedCandidate } from './report/report.ts';
import type { ScanOutcome } from './scan/scan.ts';
import type { SecurityDeps, SecurityRequest } from './security-request.ts';
import { leastConfidence } from './selection/finding-settings.ts';
import type { Selection } from './selection/select-candidates.ts';
import type { ClaimSettings } from './triage/claimed-candidates.ts';
import type { TriageOutcome } from './triage/triage-outcome.ts';

type ClaimSelection = Pick<Selection, 'settle' | 'isUnchosen'>;

const UNCHOSEN = 'it is of no rule that was chosen';

/** What claims are numbered and classified by, and which of them are examined. */
export function claimSettings(
  outcome: ScanOutcome,
  { settle, isUnchosen }: ClaimSelection,
  rules: SecurityDeps['rules'],
): ClaimSettings {
  const languages = new Map(outcome.files.map(({ file, language }) => [file, language]));
  const categoryOf = categoryFinder(rules);
  return {
    firstGid: outcome.candidates.length + 1,
    isOpen(draft) {
      if (isUnchosen(draft)) return false;
      const settled = settle(draft);
      return settled.suppression === undefined && isIntroduced(settled);
    },
    language: (file) => languages.get(file),
    category: (cwe, language) => categoryOf([cwe], language),
    severity: (cwe) => worstSeverity(cwe, rules),
  };
}

/**
 * What models came to, with each claim accounted for that is of no chosen rule: it is not settled, and no model has
 * examined it.
 */
export function withUnchosen(
  triaged: TriageOutcome,
  { settle, isUnchosen }: ClaimSelection,
): TriageOutcome {
  const left = triaged.claimed.filter((claim) => {
    const settled = settle(claim);
    return isUnchosen(claim) && settled.suppression === undefined && isIntroduced(settled);
  });
  const unexamined = left.map(
    ({ gid }) => [gid, { kind: 'unexamined', reason: UNCHOSEN }] as const,
  );
  return { ...triaged, results: new Map([...triaged.results, ...unexamined]) };
}

/** The candidates of the scan with what models claim; what is gone since the base is numbered behind. */
export function withClaims(
  candidates: readonly ReportedCandidate[],
  triaged: TriageOutcome | undefined,
  settle: Selection['settle'],
  { includeExisting, minConfidence, findingSettings = [] }: SecurityRequest,
): readonly ReportedCandidate[] {
  if (triaged === undefined || triaged.claimed.length + triaged.alsoClaimed.size === 0)
    return candidates;
  const { claimed, alsoClaimed } = triaged;
  const own = claimed
    .map((claim): ReportedCandidate => ({ ...claim, ...settle(claim) }))
    .filter((claim) => includeExisting || isIntroduced(claim))
    // A verifier that lets it stand or a run that shows it makes it surer than any such limit, and of what no model has
    // examined nothing is known.
    .filter(
      ({ gid, file, confidence }) =>
        isReproduced(triaged.reproductions.get(gid)) ||
        confidence >= leastConfidence(findingSettings, file, minConfidence) ||
        ['verified', 'unexamined'].includes(triaged.results.get(gid)?.kind ?? ''),
    );
  const scanned = candidates.map((one): ReportedCandidate => {
    if (one.baseline === 'absent') return { ...one, gid: one.gid + claimed.length };
    if (!alsoClaimed.has(one.gid)) return one;
    return { ...one, sources: [...one.sources, MODEL_SOURCE].sort() };
  });
  const isGone = ({ baseline }: ReportedCandidate) => baseline === 'absent';
  return [...scanned.filter((one) => !isGone(one)), ...own, ...scanned.filter(isGone)];
}
