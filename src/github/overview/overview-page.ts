import { escapeHtml } from '../../page/html-text.ts';
import { LOGO } from '../../page/logo.ts';
import { count, digits } from '../../security/report/count.ts';
import { overviewDocument } from './overview-document.ts';
import { type OverviewTable, overviewTable } from './overview-table.ts';
import { type Counts, type OverviewRow, sumOf } from './rows.ts';

/** What an overview is of. */
export interface OverviewPage extends OverviewTable {
  readonly login: string;
  /** Whether there are more repositories than are shown. */
  readonly isCut: boolean;
}

/** The repositories of a user with what is open in each. It needs no script. */
export function overviewPage(page: OverviewPage): string {
  const { login, rows, isCut, now } = page;
  const total = sumOf(rows.map(({ open }) => open));
  const cut = isCut
    ? `<p class="note">These are the first ${digits(rows.length)} of your repositories.</p>`
    : '';
  const table =
    rows.length === 0
      ? '<p class="none">The App is on no repository that you may read. Who owns one can install it there.</p>'
      : overviewTable(page);
  return overviewDocument(
    `${headline(total, rows)}: Rustward`,
    `<header class="masthead ${toneOf(total)}"><div class="wide">
<div class="topline"><p class="brand">${LOGO}Rustward <span>overview</span></p><form method="post" action="overview/sign-out"><button class="theme">Sign out ${escapeHtml(login)}</button></form></div>
<h1>${headline(total, rows)}</h1>
<p class="verdict">In ${count(total.pulls, 'open pull request')}, as their last reviews said. What was merged stands in code scanning.</p>
${figures(total)}
</div></header>
<main>${cut}${table}</main>
<footer class="wide"><p>Trend: the findings of each of the last reviews, pull requests and merge queue alike. A ring is a review that gave no report.</p>
<p>As of <time datetime="${new Date(now).toISOString()}">${utc(now)}</time>. <a href="overview.json">The same as JSON</a></p></footer>`,
  );
}

function headline(total: Counts, rows: readonly OverviewRow[]): string {
  if (rows.length === 0) return 'No repositories';
  const all = count(rows.length, 'repository', 'repositories');
  const findings = total.high + total.medium + total.low;
  if (findings > 0) {
    const kind = total.high > 0 ? 'high' : undefined;
    const some = rows.filter(({ open }) =>
      kind === undefined ? open.medium + open.low > 0 : open.high > 0,
    ).length;
    const what =
      kind === undefined ? count(findings, 'open finding') : count(total.high, 'open high finding');
    return `${what} in ${digits(some)} of ${all}`;
  }
  if (total.unexamined > 0) {
    return `${count(total.unexamined, 'pull request')} not wholly examined, in ${all}`;
  }
  return `No open findings in ${all}`;
}

function toneOf({ high, medium, low, unexamined }: Counts): string {
  if (high > 0) return 'findings';
  return medium + low + unexamined > 0 ? 'inconclusive' : 'clean';
}

function figures({ high, medium, low, unsure, settled, unexamined }: Counts): string {
  const figure = (kind: string, number: number, words: string) =>
    `<li class="${kind}${number === 0 ? ' zero' : ''}"><b>${digits(number)}</b> ${words}</li>`;
  return `<ul class="figures">${[
    ...[
      figure('high', high, 'high'),
      figure('medium', medium, 'medium'),
      figure('low', low, 'low'),
    ],
    figure('unsure', unsure, 'to review'),
    figure('settled', settled, 'settled'),
    figure('medium', unexamined, 'not wholly examined'),
  ].join('')}</ul>`;
}

function utc(now: number): string {
  return `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
