import type { CodeFlow, Location, Result, ThreadFlowLocation } from 'sarif';
import { foundBy, isToReview } from './groups.ts';
import type { ReportedCandidate, RuleInfo } from './report.ts';
import { SARIF_LEVEL } from './sarif-level.ts';
import { candidateLocation, sarifLocation } from './sarif-location.ts';
import { sarifLink, sarifText } from './sarif-text.ts';
import { weaknessTag } from './weakness-tag.ts';

/** GitHub keeps this many locations of a flow, and a tenth of it of a result. */
const MAX_STEPS = 1_000;
const MAX_RELATED = 100;

interface ListedRule {
  readonly rule: RuleInfo;
  readonly ruleIndex: number;
}

/** What every result of a run must carry when one of them does. */
interface RunWide {
  readonly withBaseline: boolean;
  readonly withSuppressions: boolean;
}

/** SARIF wants baseline states and suppressions on all results of a run or on none. */
export function runWide(candidates: readonly ReportedCandidate[]): RunWide {
  return {
    withBaseline: candidates.some((candidate) => candidate.baseline !== undefined),
    withSuppressions: candidates.some((candidate) => candidate.suppression !== undefined),
  };
}

/**
 * A candidate as a SARIF result. A candidate below the alarm threshold is of kind `review`.
 * @param listed its rule, and where in the list of the run that is.
 */
export function sarifResult(
  candidate: ReportedCandidate,
  listed: ListedRule | undefined,
  { withBaseline, withSuppressions }: RunWide,
): Result {
  const { baseline, suppression, fingerprint, trace } = candidate;
  const review = isToReview(candidate);
  const related = relatedLocations(candidate);
  const result: Result = {
    ruleId: candidate.pattern,
    ruleIndex: listed?.ruleIndex ?? -1,
    kind: review ? 'review' : 'fail',
    level: review ? 'none' : SARIF_LEVEL[candidate.severity],
    message: { text: messageText(candidate, related) },
    locations: [candidateLocation(candidate)],
  };
  if (trace.length > 0) result.codeFlows = [codeFlow(candidate)];
  if (related.length > 0) result.relatedLocations = related;
  if (fingerprint !== '') result.partialFingerprints = { primaryLocationLineHash: fingerprint };
  if (withBaseline) result.baselineState = baseline ?? 'new';
  if (withSuppressions) {
    result.suppressions =
      suppression === undefined
        ? []
        : [{ kind: suppression.kind, status: 'accepted', justification: suppression.reason }];
  }
  result.properties = {
    id: candidate.id,
    confidence: candidate.confidence,
    score: candidate.score,
    ...(foundBy(candidate) === undefined ? {} : { sources: candidate.sources }),
    ...(candidate.function === '' ? {} : { function: candidate.function }),
    ...ownWeakness(candidate, listed?.rule),
  };
  return result;
}

/** The weakness of this one place, where it is another than the rule's first, which GitHub knows. */
function ownWeakness({ cwe: [own] }: ReportedCandidate, rule: RuleInfo | undefined) {
  return own === undefined || own === rule?.cwe[0] ? {} : { tags: [weaknessTag(own)] };
}

/** The description, and a link to where the data comes from: GitHub shows only linked places. */
function messageText(candidate: ReportedCandidate, related: readonly Location[]): string {
  const description = candidate.description.trim() || candidate.pattern;
  const text = sarifText(/[.!?]$/.test(description) ? description : `${description}.`);
  const source = candidate.trace[0]?.message.trim() ?? '';
  if (related.length === 0 || source === '') return text;
  return `${text} It starts here: ${sarifLink(source, 1)}.`;
}

function codeFlow(candidate: ReportedCandidate): CodeFlow {
  const steps = candidate.trace.map((step): ThreadFlowLocation => {
    return { location: sarifLocation(step, step.message) };
  });
  // The ends of a path say most: where the data comes from, and what it does.
  const kept =
    steps.length <= MAX_STEPS
      ? steps
      : [...steps.slice(0, MAX_STEPS / 2), ...steps.slice(-MAX_STEPS / 2)];
  return { threadFlows: [{ locations: kept }] };
}

/** The steps of the trace that are not the place itself; ids count from 1. */
function relatedLocations(candidate: ReportedCandidate): Location[] {
  const elsewhere = candidate.trace.filter(
    (step) => step.file !== candidate.file || step.line !== candidate.line,
  );
  return elsewhere
    .slice(0, MAX_RELATED)
    .map((step, index) => ({ id: index + 1, ...sarifLocation(step, step.message) }));
}
