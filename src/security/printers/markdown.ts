import { codeSpan, plainText, quotedText, table } from '../../page/markdown-text.ts';
import { SEVERITIES } from '../candidates/candidate.ts';
import { count, digits } from '../report/count.ts';
import { type CandidateGroups, describedRules, groupCandidates } from '../report/groups.ts';
import { headline, knownSentence, verdictSentence } from '../report/headline.ts';
import { DECISION_LABEL, placeText } from '../report/imported-place.ts';
import type { Report, ReportedCandidate } from '../report/report.ts';
import { repositoryAddress } from '../report/repository-address.ts';
import { labelledCounts, refutationOf } from '../report/triage-view.ts';
import { findingSection } from './markdown-finding.ts';

/** The report as GitHub-flavoured Markdown: the notice, tables, each finding, skipped files. */
export function toMarkdown(report: Report): string {
  const groups = groupCandidates(report.candidates);
  const rules = new Map(describedRules(report).map((rule) => [rule.id, rule]));
  const sections = (candidates: readonly ReportedCandidate[]) =>
    candidates.map((candidate) => findingSection(candidate, rules.get(candidate.pattern)));
  const blocks = [
    plainText(report.notice),
    `# Rustward ${report.mode}: ${headline(report, groups)}`,
    verdictSentence(report, groups),
    ...optionalText(knownSentence(report, '`--include-existing`')),
    overview(report, groups),
    ...chapter('Findings', sections(groups.findings)),
    ...chapter(
      'To review',
      ['The evidence for these is too weak for a finding.', ...sections(groups.possibleFindings)],
      groups.possibleFindings.length,
    ),
    ...chapter('Existing', sections(groups.existing)),
    ...chapter('Examined and refuted', [rejectedTable(groups.refuted)], groups.refuted.length),
    ...chapter('Suppressed', [closedTable(groups.suppressed, true)], groups.suppressed.length),
    ...chapter('No longer found', [closedTable(groups.absent, false)], groups.absent.length),
    ...chapter('Results of other scanners', [importedTable(report)], report.imported?.length ?? 0),
    ...chapter('Skipped files', [skippedTable(report)], report.summary.skipped.length),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function optionalText(text: string | undefined): string[] {
  return text === undefined ? [] : [text];
}

function chapter(title: string, blocks: readonly string[], size = blocks.length): string[] {
  return size === 0 ? [] : [`## ${title}`, ...blocks];
}

function overview(report: Report, groups: CandidateGroups): string {
  const { summary, revision, comparison } = report;
  const about: (string | number)[][] = [
    [
      'Examined',
      `${count(summary.scanned_files, 'file')}, ${count(summary.scanned_lines, 'line')}`,
    ],
    ['Folder', codeSpan(summary.scanned_root)],
  ];
  const repository = repositoryAddress(revision?.repository ?? '');
  if (repository !== undefined) about.push(['Repository', codeSpan(repository)]);
  if (revision?.branch !== undefined) about.push(['Branch', codeSpan(revision.branch)]);
  if (revision !== undefined) about.push(['Commit', codeSpan(revision.commit)]);
  if (comparison !== undefined) {
    const changed = count(comparison.changed_files, 'file');
    const functions = count(comparison.changed_functions.length, 'function');
    about.push(
      ['Compared with', codeSpan(comparison.base)],
      ['Changes examined', `${changed}, ${functions}`],
    );
  }
  about.push(
    ['Findings', String(groups.findings.length)],
    ['To review', String(groups.possibleFindings.length)],
    ...(groups.refuted.length === 0 ? [] : [['Refuted', String(groups.refuted.length)]]),
    ['Suppressed', String(groups.suppressed.length)],
    ['Skipped files', String(summary.skipped.length)],
  );
  const toReview = groups.possibleFindings.length;
  const tables = [
    table(['', ''], about),
    toReview === 0 ? '' : `Counted below with the findings: ${digits(toReview)} to review.`,
    countTable(
      'Severity',
      SEVERITIES.map((name) => [name, summary.by_severity[name]]),
    ),
    countTable(
      'Examination',
      labelledCounts(summary.by_examination).map(({ label, number }) => [label, number]),
    ),
    countTable('Category', Object.entries(summary.by_category)),
    countTable('Language', Object.entries(summary.by_language)),
  ];
  const files = summary.top_risk_files;
  if (files.length > 0) {
    const rows = files.map((entry) => [codeSpan(entry.file), entry.score.toFixed(2), entry.count]);
    tables.push(table(['File', 'Score', 'Count'], rows));
  }
  return tables.filter((text) => text !== '').join('\n\n');
}

function countTable(title: string, entries: readonly [string, number][]): string {
  const rows = entries.filter(([, number]) => number > 0);
  if (rows.length === 0) return '';
  return table(
    [title, 'Count'],
    rows.map(([name, number]) => [name.replaceAll('_', ' '), number]),
  );
}

function closedTable(candidates: readonly ReportedCandidate[], withReason: boolean): string {
  const rows = candidates.map((candidate) => [
    codeSpan(candidate.id),
    codeSpan(candidate.pattern),
    codeSpan(`${candidate.file}:${candidate.line}`),
    ...(withReason ? [plainText(candidate.suppression?.reason ?? '')] : []),
  ]);
  return table(['Id', 'Rule', 'Place', ...(withReason ? ['Reason'] : [])], rows);
}

function rejectedTable(candidates: readonly ReportedCandidate[]): string {
  const rows = candidates.map((candidate) => {
    const { by = '', reason = '', notes } = refutationOf(candidate) ?? {};
    return [
      codeSpan(candidate.id),
      codeSpan(candidate.pattern),
      codeSpan(`${candidate.file}:${candidate.line}`),
      by,
      `${quotedText(reason)}${notes === undefined ? '' : ` *Review:* ${quotedText(notes)}`}`,
    ];
  });
  return table(['Id', 'Rule', 'Place', 'By', 'Reason'], rows);
}

function importedTable({ imported = [] }: Report): string {
  const rows = imported.map(({ rule, decision, reason, candidate, ...place }) => [
    codeSpan(placeText(place)),
    codeSpan(rule),
    DECISION_LABEL[decision],
    quotedText(reason),
    candidate === undefined ? '' : codeSpan(candidate),
  ]);
  return table(['Place', 'Rule', 'Decision', 'Reason', 'Id'], rows);
}

function skippedTable(report: Report): string {
  const rows = report.summary.skipped.map(({ file, reason }) => [
    codeSpan(file),
    plainText(reason),
  ]);
  return table(['File', 'Reason'], rows);
}
