import type { RuleDescription } from '../rules/rule.ts';
import { type Severity, scoreOf, severityOf } from './candidates/candidate.ts';
import type { TriageResult } from './candidates/triage-result.ts';
import { isOpen } from './report/groups.ts';
import type { Report, ReportedCandidate, RuleInfo } from './report/report.ts';
import { ruleInfoOf } from './report/rule-info.ts';
import { summarise } from './report/summary.ts';
import { type FailOn, reportVerdictOf } from './report/verdict.ts';
import type { ScanOutcome } from './scan/scan.ts';
import type { TriageResults } from './triage/triage-candidates.ts';

export interface ReportInput {
  readonly mode: Report['mode'];
  readonly outcome: ScanOutcome;
  /** What `weigh` let through. */
  readonly candidates: readonly ReportedCandidate[];
  /** What models found out, where they were asked. */
  readonly examinations?: TriageResults;
  readonly onlyNew: boolean;
  readonly failOn: FailOn;
  readonly incomplete: boolean;
  readonly notice: string;
  readonly rootName: string;
  readonly rules: readonly RuleDescription[];
  /** Rules of other scanners. */
  readonly foreignRules: readonly RuleInfo[];
  readonly version: string;
  readonly shard?: NonNullable<Report['shard']>;
  readonly revision?: NonNullable<Report['revision']>;
  readonly comparison?: NonNullable<Report['comparison']>;
}

/** A verified defect is at least this sure; one that nobody tried to refute, less. */
const VERIFIED_CONFIDENCE = 0.9;
const UNVERIFIED_CONFIDENCE = 0.75;

/** Puts candidates and what models found out about them into a report. */
export function buildReport(assessment: ReportInput): Report {
  const { outcome, examinations } = assessment;
  const rules = [...assessment.rules.map(ruleInfoOf), ...assessment.foreignRules];
  const severities = new Map(rules.map(({ id, severity }) => [id, severity]));
  const candidates = assessment.candidates.map((candidate) => {
    const examination = examinations?.get(candidate.gid);
    if (examination === undefined) return candidate;
    return {
      ...raiseConfidence(candidate, examination, severities.get(candidate.pattern)),
      examination,
    };
  });
  const unexamined = candidates.some(
    (candidate) => candidate.examination?.kind === 'unexamined' && isOpen(candidate),
  );
  const incomplete = assessment.incomplete || unexamined;
  const named = new Set(candidates.map(({ pattern }) => pattern));
  return {
    version: assessment.version,
    mode: assessment.mode,
    verdict: reportVerdictOf(candidates, { ...assessment, incomplete }),
    ...(incomplete ? { incomplete } : {}),
    notice: assessment.notice,
    summary: summarise(candidates, {
      files: outcome.files.filter(({ language }) => language !== undefined).length,
      lines: outcome.files.reduce((sum, { lines }) => sum + lines, 0),
      root: assessment.rootName,
      skipped: outcome.skips.map(({ file, reason }) => ({ file, reason })),
    }),
    candidates,
    rules: rules.filter(({ id }) => named.has(id)),
    ...(assessment.shard === undefined ? {} : { shard: assessment.shard }),
    ...(assessment.revision === undefined ? {} : { revision: assessment.revision }),
    ...(assessment.comparison === undefined ? {} : { comparison: assessment.comparison }),
  };
}

/** What agents derived is surer than what the scan alone said, as far as its rule allows. */
function raiseConfidence(
  candidate: ReportedCandidate,
  { kind }: TriageResult,
  ceiling: Severity = candidate.severity,
): ReportedCandidate {
  const least = { verified: VERIFIED_CONFIDENCE, unverified: UNVERIFIED_CONFIDENCE };
  if (kind !== 'verified' && kind !== 'unverified') return candidate;
  const confidence = Math.max(candidate.confidence, least[kind]);
  const severity = severityOf(confidence, ceiling);
  return { ...candidate, confidence, severity, score: scoreOf(confidence, severity) };
}
