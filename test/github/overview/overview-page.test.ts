import { expect, test } from '@jest/globals';
import { ageText } from '../../../src/github/overview/age.ts';
import { type OverviewPage, overviewPage } from '../../../src/github/overview/overview-page.ts';
import { severityBar, sparkline } from '../../../src/github/overview/pictures.ts';
import { problemPage, signInPrompt } from '../../../src/github/overview/prompt-page.ts';
import { type OverviewRow, sumOf } from '../../../src/github/overview/rows.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const NONE = {
  ...{ high: 0, medium: 0, low: 0, unsure: 0, settled: 0, fixed: 0 },
  ...{ pulls: 0, unexamined: 0 },
};

type Past = OverviewRow['past'][number];

function past(more: Partial<Past> = {}): Past {
  const { pulls: _, unexamined: __, ...counts } = NONE;
  const review = { place: '1', head: 'a'.repeat(40), pull: 7, at: new Date(NOW - 7_200_000) };
  return { ...review, ...counts, verdict: 'clean', ...more };
}

function row(
  name: string,
  open: Partial<typeof NONE> = {},
  reviews: readonly Past[] = [past()],
): OverviewRow {
  const repository = { id: 1, owner: 'ada', name, isPrivate: false };
  return { repository, open: { ...NONE, ...open }, past: reviews };
}

function shown(rows: readonly OverviewRow[], more: Partial<OverviewPage> = {}): string {
  const serverUrl = 'https://github.test';
  return overviewPage({ login: 'ada', rows, isCut: false, serverUrl, now: NOW, ...more });
}

const headlineOf = (page: string) => /<h1>(.*?)<\/h1>/.exec(page)?.[1];

test('the headline says the worst that is open', () => {
  const high = row('one', { high: 1, medium: 3 });
  const medium = row('two', { medium: 2, low: 1 });
  const unexamined = row('three', { unexamined: 1, pulls: 2 });
  const idle = row('four');
  for (const [rows, headline, tone] of [
    [[high, medium, idle], '1 open high finding in 1 of 3 repositories', 'findings'],
    [[medium, unexamined, idle], '3 open findings in 1 of 3 repositories', 'inconclusive'],
    [[unexamined], '1 pull request not wholly examined, in 1 repository', 'inconclusive'],
    [[idle, idle], 'No open findings in 2 repositories', 'clean'],
    [[], 'No repositories', 'clean'],
  ] as const) {
    const page = shown(rows);
    expect(headlineOf(page)).toBe(headline);
    expect(page).toContain(`<header class="masthead ${tone}">`);
  }
});

test('a row says what is open, how old the last review is, and leads to GitHub', () => {
  const group = past({ pull: null, verdict: 'failed' });
  const page = shown([
    row('demo', { high: 2, unsure: 1, settled: 3, fixed: 4, pulls: 1, unexamined: 1 }),
    row('queue', {}, [past(), group]),
    row('new', {}, []),
  ]);
  expect(page).toContain('<span class="high"><b>2</b> high</span>');
  expect(page).toContain('<span>1 to review</span> <span>3 settled</span> <span>4 fixed</span>');
  expect(page).toContain('1 pull request not wholly examined');
  expect(page).toContain('title="2026-06-01T10:00:00.000Z">2 hours ago</time>');
  const at = 'https://github.test/ada';
  for (const link of [
    ...[`${at}/demo`, `${at}/demo/security/code-scanning`, `${at}/demo/pull/7/checks`],
    `${at}/queue/commit/${'a'.repeat(40)}/checks`,
  ]) {
    expect(page).toContain(`href="${link}"`);
  }
  expect(page).toContain('<span class="tag failed">not reviewed</span>');
  expect(page).toContain('merge queue');
  expect(page).toContain('never reviewed');
  expect(shown([row('a')], { isCut: true })).toContain('the first 1 of your repositories');
});

test('names act nowhere, and no script runs', () => {
  const page = shown([row('x"><script>alert(1)</script>')], { login: '<img src=x>' });
  expect(page).not.toMatch(/<script>alert|<img/);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain('<script></script>');
  expect(page).toContain("default-src 'none'");
  expect(page).toContain("form-action 'self'");
  expect(signInPrompt('<b>')).toContain('&lt;b&gt;');
  expect(problemPage('<b>', '<i>', '../overview')).not.toMatch(/<[bi]>/);
});

test('five hundred repositories are a page of less than a megabyte', () => {
  const reviews = Array.from({ length: 20 }, (_, index) => past({ high: index }));
  const rows = Array.from({ length: 500 }, (_, index) => row(`r${index}`, { high: 1 }, reviews));
  const page = shown(rows);
  expect(page.match(/<tr>/g)).toHaveLength(501);
  expect(page.length).toBeLessThan(1_000_000);
});

test('a trend is drawn of one review, of many, and of those that gave nothing', () => {
  const three = sparkline([past({ high: 2 }), past({ verdict: 'failed', high: 9 }), past()]);
  expect(three).toContain('aria-label="Findings in the last 3 reviews: 2, none, 0"');
  // The failed one is a ring on the ground, and no point of the line.
  expect(/points="([^"]*)"/.exec(three)?.[1]?.split(' ')).toHaveLength(2);
  expect(three).toContain('<circle class="failed" cx="48.0"');
  expect(three).toContain('<circle class="clean" cx="93.0" cy="21.0" r="2.5"/>');
  expect(sparkline([past({ low: 1 })])).toContain('cx="93.0" cy="3.0"');
  expect(sparkline([past({ verdict: 'failed' })])).not.toContain('NaN');
});

test('the bar of a repository is as long as its findings are many beside the most', () => {
  const bar = severityBar({ ...NONE, high: 1, low: 1 }, 4);
  expect(bar).toContain('<rect class="high" x="0.0" width="25.0" height="6"/>');
  expect(bar).toContain('<rect class="low" x="25.0" width="25.0" height="6"/>');
  expect(severityBar(NONE, 0)).not.toMatch(/NaN|class="high"/);
  expect(
    sumOf([
      { ...NONE, high: 1, pulls: 2 },
      { ...NONE, high: 2, low: 3 },
    ]),
  ).toEqual({
    ...{ ...NONE, high: 3, low: 3, pulls: 2 },
  });
});

test.each([
  [0, 'just now'],
  [-5000, 'just now'],
  [60_000, '1 minute ago'],
  [3_599_000, '59 minutes ago'],
  [7_200_000, '2 hours ago'],
  [86_400_000, '1 day ago'],
  [1e11, '1,157 days ago'],
])('what was %d ms ago was %s', (passed, text) => {
  expect(ageText(new Date(NOW - passed), NOW)).toBe(text);
});
