import { SEVERITIES, type Severity } from './candidate.ts';

/*
 * The ladder from a rule's match to a finding:
 *
 * 1. A rule reports a **hit** with a confidence from 0.4 to 0.95 (src/rules/).
 * 2. The surest hit of a rule on a line becomes a **candidate** (draft-candidates.ts). Its severity
 *    is what its confidence earns, `severityOf`, and at most the severity of the rule. Its score,
 *    `scoreOf`, orders candidates and files.
 * 3. Where models triage it, a result of `verified` or `unverified` raises the confidence, and with
 *    it the severity (build-report.ts); `refuted` and `dismissed` set the candidate aside.
 * 4. What is left is a **finding** from `MIN_FINDING_CONFIDENCE` on, and else, or where triage could
 *    not settle it, a **possible finding** (report/groups.ts).
 * 5. A finding as severe as `--fail-on` or more fails the run (report/verdict.ts). A possible finding
 *    never does.
 */

/**
 * The lowest confidence of a finding. A candidate below it is a possible finding: reported with the
 * SARIF kind `review`, and no reason to fail a run.
 */
export const MIN_FINDING_CONFIDENCE = 0.5;

/** The lowest confidence that earns a severity: four of five are right, two of three; below, it is low. */
const MIN_HIGH_CONFIDENCE = 0.8;
const MIN_MEDIUM_CONFIDENCE = 0.67;

/** What a severity counts in the score. */
/** By how much a severity counts in a score. */
export const SEVERITY_WEIGHT: Readonly<Record<Severity, number>> = { high: 3, medium: 2, low: 1 };

/** The severity that a confidence earns: from 0.8 high, from 0.67 medium, else low; at most `ceiling`. */
export function severityOf(confidence: number, ceiling: Severity): Severity {
  const earned = earnedSeverity(confidence);
  return SEVERITIES.indexOf(earned) < SEVERITIES.indexOf(ceiling) ? ceiling : earned;
}

/** The less severe of two. */
export function leastSevere(a: Severity, b: Severity): Severity {
  return SEVERITIES.indexOf(a) < SEVERITIES.indexOf(b) ? b : a;
}

/** The more severe of two. */
export function mostSevere(a: Severity, b: Severity): Severity {
  return SEVERITIES.indexOf(a) < SEVERITIES.indexOf(b) ? a : b;
}

/** Confidence times the weight of the severity (high 3, medium 2, low 1), to two decimals. */
export function scoreOf(confidence: number, severity: Severity): number {
  return Math.round(confidence * SEVERITY_WEIGHT[severity] * 100) / 100;
}

function earnedSeverity(confidence: number): Severity {
  if (confidence >= MIN_HIGH_CONFIDENCE) return 'high';
  return confidence >= MIN_MEDIUM_CONFIDENCE ? 'medium' : 'low';
}
