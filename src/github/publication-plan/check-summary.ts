import { codeSpan, table } from '../../page/markdown-text.ts';
import { SEVERITIES } from '../../security/candidates/candidate.ts';
import { isReproduced } from '../../security/candidates/reproduction.ts';
import { count, digits } from '../../security/report/count.ts';
import { gateText } from '../../security/report/gate.ts';
import type { CandidateGroups } from '../../security/report/groups.ts';
import { knownSentence, verdictSentence } from '../../security/report/headline.ts';
import type { Report, ReportedCandidate, RuleInfo } from '../../security/report/report.ts';
import { refutationOf, TRIAGE_LABEL } from '../../security/report/triage-view.ts';
import { whyPlace } from '../../security/report/weak-evidence.ts';
import { SUPPRESSION_FILE } from '../../security/selection/suppression-file.ts';
import { fitLines } from '../text/clip-lines.ts';
import { shortText } from '../text/short-text.ts';
import { type Audience, sourceLink } from '../text/source-link.ts';
import { changedFunctionsSentence } from './changed-functions-sentence.ts';
import { findingKey } from './finding-key.ts';

/** How much of a chapter is shown, in bytes. Together they stay below what a check may say. */
const SECTION_BYTES = {
  findings: 24_000,
  skipped: 8_000,
  toReview: 8_000,
  rejected: 10_000,
  settled: 5_000,
};
/** So many skipped files are read at a glance; more are folded away. */
const MAX_UNFOLDED = 10;

export interface SummaryFacts {
  readonly report: Report;
  readonly groups: CandidateGroups;
  readonly rules: ReadonlyMap<string, RuleInfo>;
  readonly address: Audience;
  /** What models cost and how long it took, as a sentence each. */
  readonly effort: readonly string[];
  /** What else people should know, as a sentence each. */
  readonly notes: readonly string[];
}

/** The Markdown of a check run: the verdict, each finding in a line, what was examined and what not. */
export function checkSummary(facts: SummaryFacts): string {
  const { report, groups, effort, notes } = facts;
  const { skipped } = report.summary;
  const known = knownSentence(report, '`include_existing`');
  const said = [report.notice, ...(known === undefined ? [] : [known]), ...notes, ...effort].map(
    (line) => `- ${shortText(line, 1500)}`,
  );
  const change = changedFunctionsSentence(report);
  if (change !== undefined) said.unshift(`- ${change}`);
  const blocks = [
    verdictLine(facts),
    ...findingsTable(facts),
    ['### Examined', said.join('\n')].join('\n\n'),
    ...(skipped.length === 0
      ? []
      : skipped.length <= MAX_UNFOLDED
        ? ['### Not examined', skippedList(facts)]
        : ['### Not examined', folded(count(skipped.length, 'file'), skippedList(facts))]),
    ...list(
      'to look at, with evidence too weak for a finding',
      groups.possibleFindings,
      (one) => placeLine(facts, one),
      SECTION_BYTES.toReview,
    ),
    ...list(
      'that the base has as well',
      groups.existing,
      (one) => candidateLine(facts, one),
      SECTION_BYTES.toReview,
    ),
    ...list(
      'refuted by models',
      groups.refuted,
      (one) => rejectedLine(facts, one),
      SECTION_BYTES.rejected,
    ),
    ...list(
      'settled by people',
      groups.suppressed.filter(isDecided),
      (one) => suppressedLine(facts, one),
      SECTION_BYTES.settled,
    ),
    ...list(
      'left out by settings',
      groups.suppressed.filter((one) => !isDecided(one)),
      (one) => suppressedLine(facts, one),
      SECTION_BYTES.settled,
    ),
    ...(groups.findings.length === 0 ? [] : [howToAnswer(facts.address)]),
  ];
  return blocks.join('\n\n');
}

/** Whether a person has decided about a finding, rather than settings about all of its rule or its file. */
export function isDecided({ suppression }: ReportedCandidate): boolean {
  return suppression?.by_settings !== true;
}

/** What the verdict means, for those who read no further. */
function verdictLine({ report, groups }: SummaryFacts): string {
  const incomplete = report.incomplete === true || report.verdict === 'inconclusive';
  const found = SEVERITIES.map((severity) => ({
    severity,
    number: groups.findings.filter((one) => one.severity === severity).length,
  })).filter(({ number }) => number > 0);
  const counts = found.map(({ severity, number }) => `${number} ${severity}`).join(', ');
  const open = counts === '' ? [] : [`${count(groups.findings.length, 'finding')}: ${counts}`];
  const settled = groups.suppressed.filter(isDecided).length;
  const unwanted = groups.suppressed.length - settled;
  const first = [
    ...open,
    ...(settled === 0 ? [] : [`${digits(settled)} settled by people`]),
    ...(unwanted === 0 ? [] : [`${digits(unwanted)} left out by settings`]),
  ];
  const sentences = [
    ...(first.length === 0 ? [] : [`**${first.join('; ')}.**`]),
    ...(incomplete
      ? ['**Not everything was examined that should have been**, so there may be more.']
      : report.verdict === 'clean'
        ? [verdictSentence(report, groups)]
        : []),
    // The sentence of the verdict has it, where that is said.
    ...(incomplete || report.verdict === 'findings' ? [gateText(report, groups)] : []),
    ...placesSentence(groups),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** That places to look at are no findings, and where they are. */
function placesSentence({ possibleFindings }: CandidateGroups): string[] {
  const places = count(possibleFindings.length, 'place');
  const [is, fails] = possibleFindings.length === 1 ? ['is', 'fails'] : ['are', 'fail'];
  return possibleFindings.length === 0
    ? []
    : [
        `${places} to look at ${is} listed below, each with why it is no finding, and ${fails} nothing.`,
      ];
}

function howToAnswer({ listens = true }: Audience): string {
  return listens
    ? 'Settle a finding with a comment, `/rustward fp NAME REASON` or `/rustward accept NAME REASON`; `/rustward help` lists the others.'
    : `Settle a finding in \`${SUPPRESSION_FILE}\` on the base branch, with a reason.`;
}

function findingsTable({ groups, rules, address }: SummaryFacts): string[] {
  if (groups.findings.length === 0) return [];
  const rows = groups.findings.map((one) => [
    one.severity,
    sourceLink(address, { file: one.file, line: one.line, endLine: one.end_line }),
    titleOf(one, rules),
    evidenceLabel(one),
    codeSpan(findingKey(one)),
  ]);
  const [head = '', align = '', ...body] = table(
    ['Severity', 'Where', 'What', 'By', 'Name'],
    rows,
  ).split('\n');
  const more = (left: number) =>
    `\n… and ${count(left, 'finding')} more: see code scanning, or run \`rustward review\`.`;
  return ['### Findings', [head, align, fitLines(body, SECTION_BYTES.findings, more)].join('\n')];
}

/** Who says so, and whether a run has shown it. */
function evidenceLabel({ examination, reproduction }: ReportedCandidate): string {
  const by = examination === undefined ? 'scan' : TRIAGE_LABEL[examination.kind];
  return isReproduced(reproduction) ? `${by}, **reproduced**` : by;
}

function titleOf({ pattern }: ReportedCandidate, rules: SummaryFacts['rules']): string {
  return shortText(rules.get(pattern)?.title ?? pattern, 150);
}

function candidateLine({ address, rules }: SummaryFacts, one: ReportedCandidate): string {
  return `${sourceLink(address, one)} ${titleOf(one, rules)}, ${codeSpan(findingKey(one))}`;
}

function placeLine(facts: SummaryFacts, one: ReportedCandidate): string {
  const { examination } = one;
  const said =
    examination?.kind === 'unproven'
      ? examination.problem
      : examination?.kind === 'unsettled'
        ? examination.reason
        : undefined;
  const why = said ?? whyPlace(one);
  return `${candidateLine(facts, one)}${why === undefined ? '' : `: ${shortText(why, 300)}`}`;
}

function rejectedLine(facts: SummaryFacts, one: ReportedCandidate): string {
  const { by = '', reason = '' } = refutationOf(one) ?? {};
  return `${candidateLine(facts, one)}. By ${by}: ${shortText(reason, 400)}`;
}

function suppressedLine(facts: SummaryFacts, one: ReportedCandidate): string {
  return `${candidateLine(facts, one)}: ${shortText(one.suppression?.reason ?? '', 300)}`;
}

function skippedList({ report }: SummaryFacts): string {
  const lines = report.summary.skipped.map(
    ({ file, reason }) => `- ${codeSpan(file.slice(0, 500))}: ${shortText(reason, 300)}`,
  );
  return fitLines(lines, SECTION_BYTES.skipped, (left) => `- … and ${count(left, 'file')} more`);
}

/** A chapter with one line for each item, as far as there is room. */
function list<T>(
  what: string,
  items: readonly T[],
  print: (item: T) => string,
  bytes: number,
): string[] {
  if (items.length === 0) return [];
  const lines = items.map((item) => `- ${print(item)}`);
  const text = fitLines(lines, bytes, (left) => `- … and ${left} more`);
  return [folded(`${items.length} ${what}`, text)];
}

function folded(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;
}
