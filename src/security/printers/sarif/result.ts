import type { CodeFlow, Fix, Location, Result, Suppression, ThreadFlowLocation } from 'sarif';
import { onOneLine, visibleText } from '../../../page/visible-text.ts';
import type { LineFix } from '../../candidates/line-fix.ts';
import { isReproduced } from '../../candidates/reproduction.ts';
import { foundBy, isPossibleFinding } from '../../report/groups.ts';
import { introducedLabel } from '../../report/introduced.ts';
import type { ReportedCandidate, RuleInfo } from '../../report/report.ts';
import {
  defectPath,
  derivationOf,
  type PathStep,
  refutationOf,
  unseenCallersOf,
} from '../../report/triage-view.ts';
import { SARIF_LEVEL } from './level.ts';
import { artifact, candidateLocation, sarifLocation } from './location.ts';
import { sarifLink, sarifText } from './text.ts';
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
    withSuppressions: candidates.some((candidate) => suppressionsOf(candidate).length > 0),
  };
}

/**
 * A candidate as a SARIF result. A possible finding is of kind `review`.
 * @param listed its rule, and where in the list of the run that is.
 */
export function sarifResult(
  candidate: ReportedCandidate,
  listed: ListedRule | undefined,
  { withBaseline, withSuppressions }: RunWide,
): Result {
  const { baseline, fingerprint } = candidate;
  const way = defectPath(candidate);
  const review = isPossibleFinding(candidate);
  const related = relatedLocations(candidate, way);
  const result: Result = {
    ruleId: candidate.pattern,
    ruleIndex: listed?.ruleIndex ?? -1,
    kind: review ? 'review' : 'fail',
    level: review ? 'none' : SARIF_LEVEL[candidate.severity],
    message: { text: messageText(candidate, way, related) },
    locations: [candidateLocation(candidate)],
  };
  if (way.length > 0) result.codeFlows = [codeFlow(way)];
  if (related.length > 0) result.relatedLocations = related;
  if (fingerprint !== '') result.partialFingerprints = { primaryLocationLineHash: fingerprint };
  if (candidate.fix !== undefined) result.fixes = [sarifFix(candidate.file, candidate.fix)];
  if (withBaseline) result.baselineState = baseline ?? 'new';
  if (withSuppressions) result.suppressions = suppressionsOf(candidate);
  result.properties = {
    id: candidate.id,
    confidence: candidate.confidence,
    score: candidate.score,
    ...(foundBy(candidate) === undefined ? {} : { sources: candidate.sources }),
    ...(candidate.function === '' ? {} : { function: candidate.function }),
    ...examinationProperty(candidate),
    ...(candidate.call_paths === undefined ? {} : { callPaths: candidate.call_paths }),
    ...reproductionProperty(candidate),
    ...ownWeakness(candidate, listed?.rule),
  };
  return result;
}

/** What other programs can do to the file: without columns a region is its whole lines, but for the last line break. */
function sarifFix(file: string, { title, start_line, end_line, replacement }: LineFix): Fix {
  const deletedRegion = { startLine: start_line, endLine: end_line };
  const replacements = [{ deletedRegion, insertedContent: { text: replacement } }];
  return {
    description: { text: sarifText(sentence(title)) },
    artifactChanges: [{ artifactLocation: artifact(file), replacements }],
  };
}

/** The weakness of this one place, where it is another than the rule's first, which GitHub knows. */
function ownWeakness({ cwe: [own] }: ReportedCandidate, rule: RuleInfo | undefined) {
  return own === undefined || own === rule?.cwe[0] ? {} : { tags: [weaknessTag(own)] };
}

/** By people, then by models. */
function suppressionsOf(candidate: ReportedCandidate): Suppression[] {
  const { suppression } = candidate;
  const rejection = refutationOf(candidate);
  const all: Suppression[] = [];
  if (suppression !== undefined) {
    const { kind, reason } = suppression;
    all.push({ kind, status: 'accepted', justification: reason });
  }
  if (rejection !== undefined) {
    const { by, reason, notes } = rejection;
    const more = notes === undefined ? '' : ` Review: ${notes}`;
    const justification = visibleText(onOneLine(`Refuted by ${by}: ${reason}${more}`));
    all.push({ kind: 'external', status: 'accepted', justification });
  }
  return all;
}

/** What models found out; the path is in the code flow, where it is one. */
function examinationProperty(candidate: ReportedCandidate) {
  const { examination } = candidate;
  if (examination === undefined) return {};
  const derivation = derivationOf(candidate);
  if (derivation === undefined) return { examination };
  const { trigger_path: _, ...rest } = derivation;
  return { examination: rest };
}

/** What came of running it; the files that only serve to run it again are in the JSON report. */
function reproductionProperty({ reproduction }: ReportedCandidate) {
  if (reproduction === undefined) return {};
  if (reproduction.outcome !== 'reproduced') return { reproduction };
  const { files: _, ...rest } = reproduction;
  return { reproduction: rest };
}

/**
 * The description, what models derived, and a link to where the data comes from: GitHub shows only
 * linked places.
 */
function messageText(
  candidate: ReportedCandidate,
  [first]: readonly PathStep[],
  related: readonly Location[],
): string {
  const derivation = derivationOf(candidate);
  const said = [candidate.description.trim() || candidate.pattern];
  if (derivation !== undefined) {
    const { kind, preconditions, consequences } = derivation;
    said.push(kind === 'verified' ? 'Verified by models' : 'Derived by a model, not verified');
    if (isReproduced(candidate.reproduction)) said.push('Reproduced by execution');
    said.push(`Precondition: ${preconditions}`, `Consequence: ${consequences}`);
  }
  const unseen = unseenCallersOf(candidate);
  if (unseen !== undefined) said.push(`Callers that no model looked at: ${unseen}`);
  const text = said.map((one) => sarifText(sentence(one))).join(' ');
  const source = onOneLine(first?.message ?? '');
  const { introduced_at: at } = candidate;
  const changed =
    at === undefined
      ? ''
      : ` ${sarifText(introducedLabel(at))}: ${sarifLink(`${at.file}:${at.line}`, related.length)}.`;
  const steps = related.length - (at === undefined ? 0 : 1);
  if (steps === 0 || source === '') return `${text}${changed}`;
  return `${text} It starts here: ${sarifLink(source, 1)}.${changed}`;
}

function sentence(text: string): string {
  const line = onOneLine(text);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function codeFlow(way: readonly PathStep[]): CodeFlow {
  const steps = way.map((step): ThreadFlowLocation => {
    return { location: sarifLocation(step, onOneLine(step.message)) };
  });
  // The ends of a path say most: where the data comes from, and what it does.
  const kept =
    steps.length <= MAX_STEPS
      ? steps
      : [...steps.slice(0, MAX_STEPS / 2), ...steps.slice(-MAX_STEPS / 2)];
  return { threadFlows: [{ locations: kept }] };
}

/** The steps of the way that are not the place itself; ids count from 1. */
function relatedLocations(candidate: ReportedCandidate, way: readonly PathStep[]): Location[] {
  const elsewhere = way.filter(
    (step) => step.file !== candidate.file || step.line !== candidate.line,
  );
  const { introduced_at: at } = candidate;
  // The result stays where the defect is, so that it is the same alert once the change is merged.
  const change =
    at === undefined ? [] : [{ ...at, function: '', message: `${introducedLabel(at)}.` }];
  return [...elsewhere.slice(0, MAX_RELATED - change.length), ...change].map((step, index) => ({
    id: index + 1,
    ...sarifLocation(step, onOneLine(step.message)),
  }));
}
