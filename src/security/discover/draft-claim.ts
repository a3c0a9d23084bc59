import { lineFingerprints } from '../../code/line-fingerprint.ts';
import type { Language } from '../../code/syntax/language.ts';
import { redactSecrets } from '../../model/redaction/redacted-lines.ts';
import type { Category, Severity } from '../../rules/classification.ts';
import { evidenceAt, excerptAround } from '../candidates/candidate-excerpt.ts';
import { type CandidateDraft, candidateId } from '../candidates/draft-candidates.ts';
import { claimPattern, MODEL_SOURCE } from '../candidates/model-source.ts';
import { scoreOf, severityOf } from '../candidates/severity.ts';
import type { TriggerStep } from '../candidates/triage-result.ts';
import { lineOf } from '../import/foreign-text.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { causeLine } from './cause-line.ts';
import type { Claim } from './claim.ts';

/** Below that of a finding: until a verifier has let it stand, a claim is none. */
const CONFIDENCE = 0.4;

/** Characters of one part of a description: an agent that examines it must be able to read it to its end. */
const MAX_PART = 1500;

const NO_SUGGESTION = 'Read how it is reached, then fix the code or suppress it with the reason.';

/** How a weakness is classified. */
export interface WeaknessClasses {
  language(file: string): Language | undefined;
  category(cwe: number, language: Language): Category;
  /** The worst that a finding of it can be. */
  severity(cwe: number): Severity;
}

/** A claim whose place is there, as a candidate; undefined where its file is of no language of ours. */
export function draftClaim(
  claim: Claim,
  index: SourceIndex,
  classes: WeaknessClasses,
): CandidateDraft | undefined {
  const { file, line, cwe } = claim;
  const language = classes.language(file);
  if (language === undefined) return undefined;
  const category = classes.category(cwe, language);
  const pattern = claimPattern(cwe);
  const severity = severityOf(CONFIDENCE, classes.severity(cwe));
  const shown = index.shown(file);
  return {
    id: candidateId(language, file, line, category, pattern),
    ...{ language, category, pattern, sources: [MODEL_SOURCE], cwe: [cwe], file },
    ...wholeLine(file, line, index),
    function: index.functionAt(file, line)?.name ?? '',
    evidence: evidenceAt(shown, line),
    description: descriptionOf(claim),
    suggestion: plain(claim.suggestions) || NO_SUGGESTION,
    ...{ confidence: CONFIDENCE, severity, score: scoreOf(CONFIDENCE, severity) },
    fingerprint: lineFingerprints(index.lines(file).join('\n'))[line - 1] ?? '',
    trace: tracedWithCause(claim, index),
    excerpt: excerptAround(shown, line, line),
  };
}

function descriptionOf({ violated, condition, cause }: Claim): string {
  const parts = [
    sentence(violated),
    sentence(`Condition: ${condition}`),
    ...(cause === '' ? [] : [sentence(`In the change: ${cause}`)]),
  ];
  return parts.join(' ');
}

/** On one line, with a mark at its end. */
export function sentence(text: string): string {
  const line = plain(text);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** On one line, with nothing invisible and no secret in it. */
function plain(text: string): string {
  return redactSecrets(lineOf(text, MAX_PART));
}

/**
 * The steps of a claim, behind the changed line that it names as its cause where none of them is there: a defect in code that
 * the change has not touched has to do with the change all the same.
 */
function tracedWithCause(claim: Claim, index: SourceIndex): CandidateDraft['trace'] {
  const steps = claim.steps.flatMap((step) => traceStep(step, index) ?? []);
  const at = causeLine(claim, index);
  const isThere = [claim, ...steps].some(({ file, line }) => file === at?.file && line === at.line);
  if (at === undefined || isThere) return steps;
  const action = `the change: ${plain(claim.cause) || 'this line'}`;
  const change = traceStep({ ...at, function: '', action }, index);
  return change === undefined ? steps : [change, ...steps];
}

/** Steps at places that do not exist lead nowhere. */
function traceStep(
  { file, line, action }: TriggerStep,
  index: SourceIndex,
): CandidateDraft['trace'][number] | undefined {
  if (!index.files.includes(file) || line > index.lines(file).length) return undefined;
  const name = index.functionAt(file, line)?.name ?? '';
  return { file, ...wholeLine(file, line, index), function: name, message: plain(action) };
}

/** A line from its first character that is no blank to its end. */
function wholeLine(file: string, line: number, index: SourceIndex) {
  const text = index.lines(file)[line - 1] ?? '';
  const column = Math.max(0, text.search(/\S/)) + 1;
  return { line, column, end_line: line, end_column: Math.max(column, text.trimEnd().length + 1) };
}
