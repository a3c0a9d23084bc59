import { codeBlock, codeSpan } from '../../page/markdown-text.ts';
import { count } from '../../security/report/count.ts';
import { foundBy } from '../../security/report/groups.ts';
import { introducedLabel } from '../../security/report/introduced.ts';
import type { ReportedCandidate, RuleInfo } from '../../security/report/report.ts';
import { errorWithStack, reproducedSentence } from '../../security/report/reproduction-view.ts';
import { defectPath, derivationOf, unseenCallersOf } from '../../security/report/triage-view.ts';
import { SUPPRESSION_FILE } from '../../security/selection/suppression-file.ts';
import { clipLines, fitLines } from '../text/clip-lines.ts';
import { shortSentence, shortText } from '../text/short-text.ts';
import { type Audience, type SourceAddress, sourceLink } from '../text/source-link.ts';
import { PLAN_LIMITS } from './publication-plan.ts';

/** Characters of a sentence or two. */
const MAX_TEXT_CHARACTERS = 1000;
const MAX_STEP_CHARACTERS = 300;
const TRACE_BYTES = 15_000;
const REPORT_BYTES = 3_000;
const DRIVER_BYTES = 12_000;
/** A longer way is folded away. */
const MAX_UNFOLDED_STEPS = 5;

/** What there is to say of a finding on its lines: short, for readers who have little time. */
export function findingComment(
  candidate: ReportedCandidate,
  rule: RuleInfo | undefined,
  key: string,
  address: Audience,
): string {
  const { pattern, cwe, severity, description, suggestion } = candidate;
  const derivation = derivationOf(candidate);
  const title = shortText((rule?.title ?? pattern).replace(/\.$/, ''), 200);
  const weaknesses = cwe.slice(0, 3).map((number) => `CWE-${number}`);
  const blocks = [
    `**${title}** · ${[severity, ...weaknesses].join(' · ')}`,
    shortSentence(description, MAX_TEXT_CHARACTERS),
    ...placeSection(candidate, address),
    ...traceSection(candidate, address),
    ...callPathSection(candidate),
    ...reproductionSection(candidate),
    ...(derivation === undefined
      ? []
      : [
          `**When:** ${shortSentence(derivation.preconditions, MAX_TEXT_CHARACTERS)}`,
          `**What can happen:** ${shortSentence(derivation.consequences, MAX_TEXT_CHARACTERS)}`,
        ]),
    `**Fix:** ${shortSentence(derivation?.suggestions ?? suggestion, MAX_TEXT_CHARACTERS)}`,
    `<sub>${evidenceSentence(candidate)} Rule ${codeSpan(pattern)}.<br>${howToAnswer(key, address)}</sub>`,
  ];
  return clipLines(blocks.join('\n\n'), PLAN_LIMITS.body, '… cut here.');
}

function howToAnswer(key: string, { listens = true }: Audience): string {
  if (!listens) return `No defect? Say so in ${codeSpan(SUPPRESSION_FILE)}, with the reason.`;
  return `No defect? Answer ${codeSpan(`/rustward fp ${key} REASON`)}. All that is known: ${codeSpan(`/rustward explain ${key}`)}.`;
}

/** Where it is, since the comment stands at a changed line, and which one that is. */
function placeSection(candidate: ReportedCandidate, address: SourceAddress): string[] {
  const { file, line, function: name, introduced_at: cause } = candidate;
  if (cause === undefined) return [];
  const within = name === '' ? '' : ` in ${codeSpan(name.slice(0, MAX_STEP_CHARACTERS))}`;
  const place = `**Where:** ${sourceLink(address, { file, line })}${within}`;
  return [`${place}. ${introducedLabel(cause)}: ${sourceLink(address, cause)}.`];
}

function traceSection(candidate: ReportedCandidate, address: SourceAddress): string[] {
  const steps = defectPath(candidate);
  if (steps.length === 0) return [];
  const lines = steps.map(({ file, line, message, ...step }, index) => {
    const within =
      step.function === '' ? '' : ` in ${codeSpan(step.function.slice(0, MAX_STEP_CHARACTERS))}`;
    const said = message === '' ? '' : `: ${shortText(message, MAX_STEP_CHARACTERS)}`;
    return `${index + 1}. ${sourceLink(address, { file, line })}${within}${said}`;
  });
  const more = (left: number) => `\n… and ${left} more.`;
  const text = fitLines(lines, TRACE_BYTES, more);
  if (steps.length <= MAX_UNFOLDED_STEPS) return ['**How it is reached**', text];
  const title = `<b>How it is reached</b>, in ${steps.length} steps`;
  return [`<details><summary>${title}</summary>\n\n${text}\n\n</details>`];
}

/** How its function is called, where no model has looked. */
function callPathSection({ call_paths: paths = [] }: ReportedCandidate): string[] {
  if (paths.length === 0) return [];
  const lines = paths.map((path) => `- ${codeSpan(path.slice(0, MAX_TEXT_CHARACTERS))}`);
  return ['**Called by**', lines.join('\n')];
}

/** What a run showed: the error, and what shows it again. */
function reproductionSection({ reproduction, language }: ReportedCandidate): string[] {
  if (reproduction?.outcome !== 'reproduced') return [];
  const { driver, unit, input } = reproduction;
  const lines = (text: readonly string[], bytes: number) =>
    fitLines(text, bytes, (left) => `… ${count(left, 'more line')}`).split('\n');
  const shownInput = input.slice(0, MAX_TEXT_CHARACTERS);
  const cut = input.length > MAX_TEXT_CHARACTERS ? ' (its beginning)' : '';
  const fed = input === '' ? '' : `, and its input in base64${cut}`;
  const parts = [
    codeBlock(lines(driver.split('\n'), DRIVER_BYTES), language),
    ...(input === '' ? [] : [codeBlock([shownInput])]),
  ];
  return [
    `**Reproduced by execution.** ${reproducedSentence(reproduction)}`,
    codeBlock(lines(errorWithStack(reproduction), REPORT_BYTES)),
    `The driver, compiled after ${codeSpan(unit)}${fed}:`,
    `<details><summary>driver</summary>\n\n${parts.join('\n\n')}\n\n</details>`,
  ];
}

/** Who says so. */
function evidenceSentence(candidate: ReportedCandidate): string {
  const others = foundBy(candidate);
  const found = others === undefined ? 'Found by the scan' : `Found by ${codeSpan(others)}`;
  const sure = `confidence ${candidate.confidence.toFixed(2)}`;
  const unseen = unseenCallersOf(candidate);
  const assumed =
    unseen === undefined
      ? ''
      : ` No model looked at these callers: ${shortText(unseen, MAX_STEP_CHARACTERS)}.`;
  switch (candidate.examination?.kind) {
    case 'verified':
      return `One model derived this, each call was found in the code, and another model could not refute it.${assumed}`;
    case 'unverified':
      return `A model derived this, and each call was found in the code; no second agent tried to refute it.${assumed}`;
    case 'unsettled':
      return `${found}, ${sure}; a model calls it no defect: ${shortText(candidate.examination.reason, MAX_STEP_CHARACTERS)}.${assumed}`;
    case 'unexamined':
      return `${found}, ${sure}; no model has examined it: ${shortText(candidate.examination.reason, MAX_STEP_CHARACTERS)}.`;
    default:
      return `${found}, ${sure}; no model was asked.`;
  }
}
