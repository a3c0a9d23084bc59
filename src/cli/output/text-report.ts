import { styleText } from 'node:util';
import { visibleText } from '../../page/visible-text.ts';
import type { Severity } from '../../security/candidates/candidate.ts';
import { REPRODUCTION_LABEL } from '../../security/candidates/reproduction.ts';
import { count, digits } from '../../security/report/count.ts';
import { fixedLines, fixSentence } from '../../security/report/fix-sentence.ts';
import {
  BASELINE_LABEL,
  foundBy,
  groupCandidates,
  isPossibleFinding,
} from '../../security/report/groups.ts';
import { knownSentence, verdictSentence } from '../../security/report/headline.ts';
import { DECISION_LABEL, placeText } from '../../security/report/imported-place.ts';
import { INTRODUCED_LABEL } from '../../security/report/introduced.ts';
import type { Report, ReportedCandidate } from '../../security/report/report.ts';
import { errorWithStack } from '../../security/report/reproduction-view.ts';
import {
  defectPath,
  derivationOf,
  TRIAGE_LABEL,
  unseenCallersOf,
} from '../../security/report/triage-view.ts';
import { whyPlace } from '../../security/report/weak-evidence.ts';
import { listedCandidates } from './listed-candidates.ts';
import { oneLine } from './terminal-text.ts';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const SEVERITY_STYLE: Readonly<Record<Severity, Style>> = {
  high: ['bold', 'red'],
  medium: 'yellow',
  low: 'cyan',
};

/** More skipped files than this are counted, not listed. */
const MAX_SKIPPED = 10;
/** The same for what is suppressed. */
const MAX_SUPPRESSED = 10;
/** The same for what other scanners say: each has a decision, which is to be seen. */
const MAX_IMPORTED = 200;

/** The report for a person at a terminal: the open candidates by file, then the totals. */
export function textReport(report: Report, colour: boolean): string {
  const paint = painter(colour);
  const { listed, rest } = listedCandidates(report);
  const parts = [
    oneLine(report.notice),
    ...candidateBlocks(listed, paint),
    ...(rest === undefined ? [] : [paint('dim', oneLine(rest))]),
    ...suppressedBlock(report, paint),
    ...importedBlock(report, paint),
    closing(report, paint),
  ];
  return `${withoutCommands(parts.join('\n\n'))}\n`;
}

/** What has come and gone since the last scan, for a person at a terminal. */
export function textChanges(
  { come, gone }: { come: readonly ReportedCandidate[]; gone: readonly ReportedCandidate[] },
  colour: boolean,
): string {
  const paint = painter(colour);
  const lines = gone.map(({ file, line, pattern, description, id }) =>
    paint('green', `gone  ${oneLine(`${file}:${line}  ${description}  ${pattern} ${id}`)}`),
  );
  const blocks = [
    ...candidateBlocks(come, paint),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
  ];
  return blocks.map((block) => `${withoutCommands(block)}\n`).join('\n');
}

function painter(colour: boolean): Paint {
  return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
}

/** Candidates by file. */
function candidateBlocks(candidates: readonly ReportedCandidate[], paint: Paint): string[] {
  const files = Map.groupBy(candidates, ({ file }) => file);
  return [...files].map(([file, inFile]) =>
    [
      paint(['bold', 'underline'], oneLine(file)),
      ...inFile.flatMap((candidate) => candidateLines(candidate, paint)),
    ].join('\n'),
  );
}

/**
 * Where a job of GitHub prints a report, its runner takes lines that begin with `::`, and `##[` anywhere,
 * for commands: the name of a file must not give any.
 */
function withoutCommands(text: string): string {
  return text.replaceAll(/^(\s*)::/gm, '$1./::').replaceAll('##[', '# #[');
}

function candidateLines(candidate: ReportedCandidate, paint: Paint): string[] {
  const place = `${candidate.line}:${candidate.column}`.padStart(8);
  const label = isPossibleFinding(candidate)
    ? paint('dim', 'look  ')
    : paint(SEVERITY_STYLE[candidate.severity], candidate.severity.padEnd(6));
  const cwe = candidate.cwe.slice(0, 1).map((number) => `CWE-${number}`);
  const state = candidate.baseline === undefined ? [] : [BASELINE_LABEL[candidate.baseline]];
  const sources = foundBy(candidate);
  const by = sources === undefined ? [] : [`by ${oneLine(sources)}`];
  const names = [oneLine(candidate.pattern), ...cwe, candidate.id, ...state, ...by];
  const about = paint('dim', names.join(' '));
  const margin = ' '.repeat(10);
  return [
    `${place}  ${label}  ${oneLine(candidate.description)}  ${about}${examinationMark(candidate, paint)}${reproductionMark(candidate, paint)}`,
    `${margin}${paint('dim', '│')} ${oneLine(candidate.evidence)}`,
    ...pathLines(candidate, paint).map((line) => `${margin}${line}`),
  ];
}

function examinationMark({ examination }: ReportedCandidate, paint: Paint): string {
  if (examination === undefined) return '';
  const style: Style = examination.kind === 'verified' ? 'green' : 'yellow';
  return `  ${paint(style, TRIAGE_LABEL[examination.kind])}`;
}

function reproductionMark({ reproduction }: ReportedCandidate, paint: Paint): string {
  if (reproduction === undefined) return '';
  const { outcome } = reproduction;
  return `  ${paint(outcome === 'reproduced' ? ['bold', 'green'] : 'dim', REPRODUCTION_LABEL[outcome])}`;
}

/** The error that a sanitizer reported when the code was run. */
function reproductionLines({ reproduction }: ReportedCandidate): readonly string[] {
  if (reproduction?.outcome !== 'reproduced') return [];
  return errorWithStack(reproduction).map((line) => line.replace(/^==\d+==/, ''));
}

/** How the defect is reached: under which conditions and to what end, where an agent derived that. */
function pathLines(candidate: ReportedCandidate, paint: Paint): string[] {
  const { examination, introduced_at: change } = candidate;
  const derivation = derivationOf(candidate);
  const unseen = unseenCallersOf(candidate);
  const weak = whyPlace(candidate);
  const said = (name: string, text: string) => `${paint('dim', name)} ${oneLine(text)}`;
  return [
    ...(derivation === undefined ? [] : [said('when:', derivation.preconditions)]),
    ...defectPath(candidate).map(({ file, line, message }) =>
      said(`↳ ${oneLine(file)}:${line}`, message),
    ),
    ...(change === undefined
      ? []
      : [said(`${INTRODUCED_LABEL[change.known_by]}:`, `${change.file}:${change.line}`)]),
    ...(candidate.call_paths ?? []).map((path) => said('called by:', path)),
    ...fixLines(candidate, paint),
    ...(derivation === undefined ? [] : [said('then:', derivation.consequences)]),
    ...reproductionLines(candidate).map((line) => said('run:', line)),
    ...(examination?.kind === 'unproven' ? [said('what does not hold:', examination.problem)] : []),
    ...(examination?.kind === 'unsettled' ? [said('called no defect:', examination.reason)] : []),
    ...(unseen === undefined ? [] : [said('callers not looked at:', unseen)]),
    ...(weak === undefined ? [] : [said('no finding, since', weak)]),
  ];
}

/** What can stand in the place of its lines. */
function fixLines({ fix }: ReportedCandidate, paint: Paint): string[] {
  if (fix === undefined) return [];
  return [
    `${paint('dim', 'fix:')} ${oneLine(fixSentence(fix))}`,
    ...fixedLines(fix)
      .split('\n')
      .map((line) => `${paint('green', '+')} ${visibleText(line)}`),
  ];
}

/** What people have settled, in the order of the files, with why. */
function suppressedBlock(report: Report, paint: Paint): string[] {
  const { suppressed } = groupCandidates(report.candidates);
  if (suppressed.length === 0) return [];
  const lines = report.candidates
    .filter((candidate) => suppressed.includes(candidate))
    .slice(0, MAX_SUPPRESSED)
    .map(({ file, line, pattern, suppression }) =>
      paint('dim', `  ${oneLine(`${file}:${line}  ${pattern}  ${suppression?.reason ?? ''}`)}`),
    );
  const rest = suppressed.length - lines.length;
  return [
    [
      paint('bold', 'Suppressed'),
      ...lines,
      ...(rest > 0 ? [paint('dim', `  and ${digits(rest)} more`)] : []),
    ].join('\n'),
  ];
}

/** What became of each result of other scanners, in their order, with why. */
function importedBlock({ imported = [] }: Report, paint: Paint): string[] {
  if (imported.length === 0) return [];
  const lines = imported.slice(0, MAX_IMPORTED).map(({ rule, decision, reason, ...place }) => {
    const what = `${placeText(place)}  ${rule}  ${DECISION_LABEL[decision]}: ${reason}`;
    return `  ${oneLine(what)}`;
  });
  const rest = imported.length - lines.length;
  return [
    [
      paint('bold', 'Results of other scanners'),
      ...lines,
      ...(rest > 0
        ? [paint('dim', `  and ${digits(rest)} more, which the other formats have`)]
        : []),
    ].join('\n'),
  ];
}

function closing(report: Report, paint: Paint): string {
  const groups = groupCandidates(report.candidates);
  const { summary } = report;
  const severities = (['high', 'medium', 'low'] as const)
    .map((severity) => ({
      severity,
      number: groups.findings.filter((candidate) => candidate.severity === severity).length,
    }))
    .filter(({ number }) => number > 0)
    .map(({ severity, number }) => paint(SEVERITY_STYLE[severity], `${number} ${severity}`));
  const found = count(groups.findings.length, 'finding');
  const parts = [
    severities.length === 0 ? found : `${found} (${severities.join(', ')})`,
    ...optional(groups.possibleFindings.length, 'place to look at', 'places to look at'),
    ...optional(groups.refuted.length, 'refuted by models', 'refuted by models'),
    ...optional(groups.suppressed.length, 'suppressed', 'suppressed'),
    ...optional(groups.absent.length, 'gone since the baseline', 'gone since the baseline'),
  ];
  const size = `${count(summary.scanned_files, 'file')}, ${count(summary.scanned_lines, 'line')}`;
  const known = knownSentence(report, '--include-existing');
  return [
    `${paint('bold', parts.join(', '))} in ${size}.`,
    ...(known === undefined ? [] : [paint('dim', known)]),
    ...skippedLines(report, paint),
    paint(report.verdict === 'clean' ? 'green' : 'yellow', verdictSentence(report, groups)),
  ].join('\n');
}

function optional(number: number, one: string, many: string): string[] {
  return number === 0 ? [] : [count(number, one, many)];
}

function skippedLines({ summary: { skipped } }: Report, paint: Paint): string[] {
  const shown = skipped.slice(0, MAX_SKIPPED);
  const rest = skipped.length - shown.length;
  return [
    ...shown.map(({ file, reason }) => paint('dim', `  ${oneLine(file)} ${oneLine(reason)}`)),
    ...(rest > 0 ? [paint('dim', `  and ${count(rest, 'further file')}`)] : []),
  ];
}
