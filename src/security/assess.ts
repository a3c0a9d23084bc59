import type { RuleDescription } from '../rules/rule.ts';
import { matchBaseline } from './baseline-match.ts';
import type { Candidate } from './candidate.ts';
import type { Report, ReportedCandidate } from './report/report.ts';
import { summarise } from './report/summary.ts';
import { ruleInfoOf } from './rule-info.ts';
import type { ScanOutcome } from './scan.ts';
import { type SuppressionSources, suppressionOf } from './suppressions.ts';
import { type FailOn, verdictOf } from './verdict.ts';

export interface Assessment {
  readonly mode: Report['mode'];
  readonly outcome: ScanOutcome;
  /** Whether a candidate is to be reported, such as one that a change concerns. */
  includes(candidate: Candidate): boolean;
  readonly suppressions: SuppressionSources;
  readonly baseline?: {
    readonly candidates: readonly Candidate[];
    /** Whether we can tell that something in this file is gone. */
    covers(file: string): boolean;
  };
  readonly onlyNew: boolean;
  readonly minConfidence: number;
  readonly failOn: FailOn;
  readonly incomplete: boolean;
  readonly notice: string;
  readonly rootName: string;
  readonly rules: readonly RuleDescription[];
  readonly version: string;
  readonly revision?: NonNullable<Report['revision']>;
  readonly comparison?: NonNullable<Report['comparison']>;
}

/** Weighs what a scan found: suppressed, known already, sure enough; and says so in a report. */
export function assess(assessment: Assessment): Report {
  const { outcome, minConfidence, onlyNew } = assessment;
  const candidates = weighed(assessment).filter(
    ({ confidence, baseline }) => confidence >= minConfidence && (!onlyNew || baseline === 'new'),
  );
  const named = new Set(candidates.map(({ pattern }) => pattern));
  return {
    version: assessment.version,
    mode: assessment.mode,
    verdict: verdictOf(candidates, assessment),
    notice: assessment.notice,
    summary: summarise(candidates, {
      files: outcome.files.filter(({ language }) => language !== undefined).length,
      lines: outcome.files.reduce((sum, { lines }) => sum + lines, 0),
      root: assessment.rootName,
      skipped: outcome.skips.map(({ file, reason }) => ({ file, reason })),
    }),
    candidates,
    rules: assessment.rules.filter(({ id }) => named.has(id)).map(ruleInfoOf),
    ...(assessment.revision === undefined ? {} : { revision: assessment.revision }),
    ...(assessment.comparison === undefined ? {} : { comparison: assessment.comparison }),
  };
}

/** What the scan found, then what is gone, numbered on so that no number means two things. */
function weighed(assessment: Assessment): ReportedCandidate[] {
  const { baseline, suppressions } = assessment;
  const { candidates } = assessment.outcome;
  const match = baseline && matchBaseline(candidates, baseline.candidates);
  const present = candidates.map((candidate, index): ReportedCandidate => {
    const state = match?.states[index];
    const suppression = suppressionOf(candidate, suppressions);
    return {
      ...candidate,
      ...(state === undefined ? {} : { baseline: state }),
      ...(suppression === undefined ? {} : { suppression }),
    };
  });
  const gone = match?.absent.filter(({ file }) => baseline?.covers(file)) ?? [];
  return [
    ...present.filter((candidate) => assessment.includes(candidate)),
    ...gone.map((candidate, index): ReportedCandidate => {
      return { ...candidate, gid: candidates.length + index + 1, baseline: 'absent' };
    }),
  ];
}
