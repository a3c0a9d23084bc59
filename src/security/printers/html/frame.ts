import { breakablePath, escapeHtml } from '../../../page/html-text.ts';
import { LOGO } from '../../../page/logo.ts';
import { count, digits } from '../../report/count.ts';
import type { CandidateGroups } from '../../report/groups.ts';
import { headline, verdictSentence } from '../../report/headline.ts';
import type { Report } from '../../report/report.ts';
import { repositoryAddress } from '../../report/repository-address.ts';
import { markdownToHtml } from './markdown-to-html.ts';

/** The top of the page: the verdict, the notice, what was examined. */
export function masthead(report: Report, groups: CandidateGroups): string {
  const { summary } = report;
  const figures: readonly (readonly [string, number, string])[] = [
    ['high', groups.findings.filter(({ severity }) => severity === 'high').length, 'high'],
    ['medium', groups.findings.filter(({ severity }) => severity === 'medium').length, 'medium'],
    ['low', groups.findings.filter(({ severity }) => severity === 'low').length, 'low'],
    ['review', groups.possibleFindings.length, 'to review'],
    ...triageFigures(report, groups),
    [
      'skipped',
      summary.skipped.length,
      summary.skipped.length === 1 ? 'skipped file' : 'skipped files',
    ],
  ];
  const items = figures.map(
    ([name, number, label]) =>
      `<li class="${name}${number === 0 ? ' zero' : ''}"><b>${digits(number)}</b> ${label}</li>`,
  );
  return `<header class="masthead ${report.verdict}"><div class="wide">
<div class="topline"><p class="brand">${LOGO}Rustward <span>${report.mode}</span></p><button type="button" class="theme">Dark theme</button></div>
<div class="lead"><div><h1>${headline(report, groups)}</h1>
<p class="verdict">${escapeHtml(verdictSentence(report, groups))}</p>
<ul class="figures">${items.join('')}</ul>
<p class="notice"><span>${escapeHtml(report.notice)}</span></p></div>
<dl class="about-run">${aboutRun(report)}</dl></div>
</div></header>`;
}

function triageFigures(
  { summary: { by_examination: counts } }: Report,
  groups: CandidateGroups,
): [string, number, string][] {
  if (counts === undefined) return [];
  return [
    ['verified', counts.verified, 'verified'],
    ['refuted', groups.refuted.length, 'refuted'],
    ...(counts.unexamined === 0
      ? []
      : [['unexamined', counts.unexamined, 'not examined'] satisfies [string, number, string]]),
  ];
}

function aboutRun(report: Report): string {
  const { comparison, revision, summary } = report;
  const examined = `${count(summary.scanned_files, 'file')}, ${count(summary.scanned_lines, 'line')}`;
  const entries: [string, string][] = [
    ['Folder', `<code>${breakablePath(summary.scanned_root)}</code>`],
    ['Examined', examined],
  ];
  const repository = repositoryAddress(revision?.repository ?? '');
  if (repository !== undefined) entries.push(['Repository', breakablePath(repository)]);
  if (revision !== undefined) {
    const branch = revision.branch === undefined ? '' : `${breakablePath(revision.branch)} at `;
    entries.push(['Revision', `${branch}<code>${escapeHtml(revision.commit.slice(0, 12))}</code>`]);
  }
  if (comparison !== undefined) {
    const changed = `${count(comparison.changed_files, 'changed file')}, ${count(comparison.changed_functions.length, 'function')} examined`;
    entries.push(['Compared with', `<code>${breakablePath(comparison.base)}</code>: ${changed}`]);
  }
  return entries.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
}

/** The files that were not examined. */
export function skippedSection(report: Report): string {
  const { skipped } = report.summary;
  if (skipped.length === 0) return '';
  const rows = skipped.map(
    ({ file, reason }) =>
      `<li><code>${breakablePath(file)}</code><span>${escapeHtml(reason)}</span></li>`,
  );
  return `<details class="group"><summary><h2>Skipped files <span class="number">${skipped.length}</span></h2></summary><ul class="skipped">${rows.join('')}</ul></details>`;
}

/** The explanation of every rule that has a candidate here; its number is that of the report. */
export function ruleSection(report: Report): string {
  const used = new Set(report.candidates.map((candidate) => candidate.pattern));
  const items = report.rules.map((rule, index) =>
    used.has(rule.id)
      ? `<article><h3>${escapeHtml(rule.title)} <code>${escapeHtml(rule.id)}</code></h3><div class="help" id="rule-${index}">${markdownToHtml(rule.help)}</div></article>`
      : '',
  );
  if (items.join('') === '') return '';
  return `<details class="group rules"><summary><h2>The rules behind these findings</h2></summary>${items.join('')}</details>`;
}

export function footer(report: Report): string {
  return `<footer class="wide"><p>Rustward ${escapeHtml(report.version)}</p>
<p class="shortcuts"><label><input type="checkbox" name="shortcuts" checked> Single keys:</label> <kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next and previous finding <kbd>Enter</kbd> unfold</p></footer>`;
}
