import { codeBlock, codeSpan, plainText } from '../../page/markdown-text.ts';
import { REPRODUCTION_LABEL } from '../candidates/reproduction.ts';
import { fixedLines, fixSentence } from '../report/fix-sentence.ts';
import { foundBy } from '../report/groups.ts';
import { introducedLabel } from '../report/introduced.ts';
import type { ReportedCandidate, RuleInfo } from '../report/report.ts';
import { TRIAGE_LABEL } from '../report/triage-view.ts';
import { whyPlace } from '../report/weak-evidence.ts';
import { reproductionBlocks } from './markdown-reproduction.ts';
import { triageBlocks } from './markdown-triage.ts';

/** One candidate as a section: place, description, evidence, call path, suggestion, score. */
export function findingSection(candidate: ReportedCandidate, rule: RuleInfo | undefined): string {
  const { category, confidence, excerpt, id, language, pattern, score, severity } = candidate;
  const sources = foundBy(candidate);
  const { baseline, examination, reproduction } = candidate;
  const states = [
    ...(baseline === undefined ? [] : [baseline]),
    ...(examination === undefined ? [] : [TRIAGE_LABEL[examination.kind]]),
    ...(reproduction === undefined ? [] : [REPRODUCTION_LABEL[reproduction.outcome]]),
  ];
  const state = states.map((one) => `, ${one}`).join('');
  const weaknesses = candidate.cwe.map((number) => `CWE-${number}`).join(', ');
  const within = candidate.function === '' ? '' : ` in ${codeSpan(candidate.function)}`;
  const place = `${candidate.file}:${candidate.line}:${candidate.column}`;
  const title = plainText(rule?.title ?? pattern).replace(/\.$/, '');
  const blocks = [
    `### ${candidate.gid}. ${title} (${severity}${state})`,
    `${codeSpan(place)}${within}`,
    plainText(candidate.description),
  ];
  if (excerpt.lines.length > 0) blocks.push(codeBlock(numberedLines(candidate), language));
  else if (candidate.evidence !== '') blocks.push(codeBlock([candidate.evidence], language));
  blocks.push(...weakBlocks(candidate), ...changeBlocks(candidate), ...callPathBlocks(candidate));
  blocks.push(...triageBlocks(candidate), ...reproductionBlocks(candidate));
  blocks.push(`Suggestion: ${plainText(candidate.suggestion)}`, ...fixBlocks(candidate));
  blocks.push(
    [
      `Rule ${codeSpan(pattern)}`,
      `category ${category.replaceAll('_', ' ')}`,
      weaknesses,
      `confidence ${confidence.toFixed(2)}`,
      `score ${score.toFixed(2)}`,
      `id ${codeSpan(id)}`,
      ...(sources === undefined ? [] : [`found by ${codeSpan(sources)}`]),
    ].join(' · '),
  );
  return blocks.join('\n\n');
}

/** Why it is no finding. */
function weakBlocks(candidate: ReportedCandidate): string[] {
  const why = whyPlace(candidate);
  return why === undefined ? [] : [`A place to look at, and no finding: ${plainText(why)}.`];
}

/** Which changed line brings it about, where the change has not touched its own. */
function changeBlocks({ introduced_at: at }: ReportedCandidate): string[] {
  return at === undefined ? [] : [`${introducedLabel(at)}: ${codeSpan(`${at.file}:${at.line}`)}.`];
}

/** How it is called, where no model has looked. */
function callPathBlocks({ call_paths: paths = [] }: ReportedCandidate): string[] {
  if (paths.length === 0) return [];
  return ['Called by:', paths.map((path) => `- ${codeSpan(path)}`).join('\n')];
}

/** What can stand in the place of its lines. */
function fixBlocks({ fix, language }: ReportedCandidate): string[] {
  if (fix === undefined) return [];
  return [`${plainText(fixSentence(fix))}:`, codeBlock(fixedLines(fix).split('\n'), language)];
}

/** The excerpt with line numbers; an angle marks the lines of the candidate. */
function numberedLines(candidate: ReportedCandidate): string[] {
  const { first_line: first, lines } = candidate.excerpt;
  const width = String(first + lines.length - 1).length;
  return lines.map((text, index) => {
    const line = first + index;
    const marked = line >= candidate.line && line <= candidate.end_line;
    return `${marked ? '>' : ' '} ${String(line).padStart(width)} | ${text}`.trimEnd();
  });
}
