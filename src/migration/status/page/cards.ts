import { breakablePath, escapeHtml, sentence } from '../../../page/html-text.ts';
import { FUNCTION_STATES, type FunctionState, type MigrationState } from '../migration-state.ts';
import { type MigrationTotals, migratedCount, percent, totalsOf } from '../totals.ts';
import { compactNumber, dollars, groupedDigits, plural } from '../wording.ts';
import { stackedBar } from './stacked-bar.ts';

/** The overview: files, numbers, thresholds, and the call graph. */
export function cards(
  state: MigrationState,
  totals: MigrationTotals,
  graph: string | undefined,
): string {
  const drawn =
    graph === undefined
      ? ''
      : `\n<figure class="card wide-card"><figcaption>Who calls whom <small>coloured by state</small></figcaption><div class="graph">${graph}</div></figure>`;
  return `<section class="charts thirds" aria-label="Overview">
<figure class="card"><figcaption>By file <small>functions done</small></figcaption>${files(state.functions)}</figure>
<figure class="card"><figcaption>Evidence and effort</figcaption>${numbers(state, totals)}</figure>
<figure class="card"><figcaption>Gates to the next phase</figcaption>${phases(state)}</figure>${drawn}
</section>`;
}

function files(functions: readonly FunctionState[]): string {
  const byFile = Map.groupBy(functions, ({ file }) => file);
  const rows = [...byFile].map(([file, members]) => {
    const { byState } = totalsOf({ functions: members, efforts: [] });
    const done = migratedCount({ byState });
    return `<li class="part-row"><span class="name">${breakablePath(file)}</span><span class="value">${done} of ${members.length}</span>${stackedBar(byState, escapeHtml(file))}</li>`;
  });
  return rows.length === 0
    ? '<p class="none">Nothing to show.</p>'
    : `<ul class="bars">${rows.join('')}</ul>`;
}

function numbers({ unsafe, tests }: MigrationState, totals: MigrationTotals): string {
  const perFunction = totals.comparable === 0 ? 0 : totals.cost / totals.comparable;
  const entries: readonly (readonly [string, string])[] = [
    ['cases equal', compactNumber(totals.cases)],
    [
      'lines of C reached',
      totals.coverableLines === 0
        ? '–'
        : `${Math.floor(percent(totals.coveredLines, totals.coverableLines))} %`,
    ],
    ['unsafe lines', groupedDigits(unsafe.lines)],
    ['lines of Rust', groupedDigits(unsafe.allLines)],
    ['tests', groupedDigits(tests)],
    ['repairs', groupedDigits(totals.repairs)],
    ['undefined in C', groupedDigits(totals.excluded)],
    ['tokens', compactNumber(totals.inputTokens + totals.outputTokens)],
    ['a function', escapeHtml(dollars(perFunction))],
  ];
  return `<dl class="numbers">${entries.map(([name, value]) => `<div><dd>${value}</dd><dt>${name}</dt></div>`).join('')}</dl>`;
}

/** How a threshold is shown that is met, that is not, and that nothing can be said of yet. */
const SHOWN = {
  met: { kind: 'met', sign: '✓', said: 'met' },
  unmet: { kind: 'unmet', sign: '✗', said: 'not met' },
  open: { kind: 'open', sign: '–', said: 'wanted' },
} as const;

function phases({ phases: all }: MigrationState): string {
  const items = all.map(({ name, isMet, is, wanted }) => {
    const { kind, sign, said } = SHOWN[isMet === undefined ? 'open' : isMet ? 'met' : 'unmet'];
    return `<li class="${kind}"><span class="sign" aria-hidden="true">${sign}</span><span>${name}</span><b>${is}</b><small>${said}: ${wanted}</small></li>`;
  });
  return `<ul class="phases">${items.join('')}</ul>`;
}

/** What the gates say of the crate as it is. */
export function gateSection({ gates }: MigrationState): string {
  if (gates.length === 0) return '';
  const rank = { failed: 0, passed: 1, 'not applicable': 2 } as const;
  const items = gates
    .toSorted((a, b) => rank[a.outcome] - rank[b.outcome])
    .map(({ gate, outcome, what, where }) => {
      const [kind, sign] =
        outcome === 'failed'
          ? ['failed', '✗']
          : outcome === 'passed'
            ? ['passed', '✓']
            : ['idle', '·'];
      const places = where
        .slice(0, 20)
        .map(
          ({ file, line, what: one }) =>
            `<li><code>${breakablePath(file)}${line > 0 ? `:${line}` : ''}</code> ${sentence(one)}</li>`,
        );
      const more =
        where.length > 20 ? `<li>and ${plural(where.length - 20, 'more place')}</li>` : '';
      const list = places.length === 0 ? '' : `<ul>${places.join('')}${more}</ul>`;
      return `<li class="${kind}"><span class="sign" aria-hidden="true">${sign}</span><span>${gate}</span><span class="what">${outcome === 'not applicable' ? 'not judged: ' : ''}${sentence(what)}</span>${list}</li>`;
    });
  return `<section class="group" aria-label="Gates"><h2>Gates on the crate</h2><ul class="gates">${items.join('')}</ul></section>`;
}

/** The states that there are, for the filter. */
export function statesOf(functions: readonly FunctionState[]) {
  return FUNCTION_STATES.filter((name) => functions.some(({ state }) => state === name));
}
