import type { PastReview } from '../../jobs/database/past-reviews.ts';
import { breakablePath, escapeHtml } from '../../page/html-text.ts';
import { SEVERITIES } from '../../rules/classification.ts';
import { count, digits } from '../../security/report/count.ts';
import { ageText } from './age.ts';
import { checksLink, repositoryLinks } from './links.ts';
import { severityBar, sparkline } from './pictures.ts';
import { type Counts, nameOf, type OverviewRow } from './rows.ts';

/** What the table is made of. */
export interface OverviewTable {
  readonly rows: readonly OverviewRow[];
  /** Of GitHub's pages. */
  readonly serverUrl: string;
  readonly now: number;
}

const VERDICTS: Readonly<Record<PastReview['verdict'], string>> = {
  ...{ clean: 'clean', findings: 'findings', inconclusive: 'inconclusive' },
  failed: 'not reviewed',
};

/** The table of repositories, in the order that it is given. */
export function overviewTable({ rows, serverUrl, now }: OverviewTable): string {
  const most = Math.max(...rows.map(({ open }) => findingsOf(open)));
  const head = ['Repository', 'Open findings', 'Last review', 'Trend', 'On GitHub'];
  return `<table class="repositories"><caption class="unseen">Repositories, what needs attention first</caption>
<thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => tableRow(row, most, serverUrl, now)).join('\n')}
</tbody></table>`;
}

function findingsOf({ high, medium, low }: Counts): number {
  return high + medium + low;
}

function tableRow(
  { repository, open, past }: OverviewRow,
  most: number,
  serverUrl: string,
  now: number,
): string {
  const { page, codeScanning } = repositoryLinks(serverUrl, repository);
  const last = past.at(-1);
  const privately = repository.isPrivate ? ' <span class="tag">private</span>' : '';
  const checks =
    last === undefined
      ? ''
      : `<a href="${escapeHtml(checksLink(serverUrl, repository, last))}">Last checks</a>`;
  const cells = [
    `<th scope="row"><a href="${escapeHtml(page)}">${breakablePath(nameOf(repository))}</a>${privately}</th>`,
    `<td class="open">${last === undefined ? '<span class="none">never reviewed</span>' : openCell(open, most)}</td>`,
    `<td class="last">${last === undefined ? '' : lastCell(last, now)}</td>`,
    `<td>${last === undefined ? '' : sparkline(past)}</td>`,
    `<td class="links"><a href="${escapeHtml(codeScanning)}">Code scanning</a>${checks}</td>`,
  ];
  return `<tr>${cells.join('')}</tr>`;
}

function openCell(open: Counts, most: number): string {
  const numbers = SEVERITIES.map((severity) => {
    const number = open[severity];
    return `<span class="${number === 0 ? 'zero' : severity}"><b>${digits(number)}</b> ${severity}</span>`;
  });
  const more = [
    ...[[open.unsure, 'to review'] as const, [open.settled, 'settled'] as const],
    [open.fixed, 'fixed'] as const,
  ].flatMap(([number, what]) => (number > 0 ? [`<span>${digits(number)} ${what}</span>`] : []));
  const unexamined =
    open.unexamined === 0
      ? ''
      : `<span class="tag inconclusive">${count(open.unexamined, 'pull request')} not wholly examined</span>`;
  return `<div class="numbers">${numbers.join(' ')}</div>${severityBar(open, most)}<div class="more">${more.join(' ')}${unexamined}</div>`;
}

function lastCell(last: PastReview, now: number): string {
  const of = last.pull === null ? 'merge queue' : `#${last.pull}`;
  const iso = last.at.toISOString();
  return `<span class="tag ${last.verdict}">${VERDICTS[last.verdict]}</span> <time datetime="${iso}" title="${iso}">${ageText(last.at, now)}</time> <span class="note">${of} · <code>${escapeHtml(last.head.slice(0, 7))}</code></span>`;
}
