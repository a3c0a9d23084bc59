import { breakablePath, escapeHtml } from '../../../page/html-text.ts';
import { MARK } from '../../../page/mark.ts';
import { FUNCTION_STATES, type MigrationState } from '../migration-state.ts';
import type { Totals } from '../totals.ts';
import { digits, dollars, duration, plural, STATE_WORDS, short } from '../wording.ts';
import { stackedBar } from './stacked-bar.ts';

/** The top of the page: how far it is, in one sentence and one bar. */
export function masthead(state: MigrationState, totals: Totals): string {
  const legend = FUNCTION_STATES.filter((name) => totals.byState[name] > 0).map(
    (name) =>
      `<li class="${name}"><span class="dot state ${name}"></span><b>${digits(totals.byState[name])}</b> ${STATE_WORDS[name]}</li>`,
  );
  const failed = state.gates.filter(({ outcome }) => outcome === 'failed').length;
  const unmet = state.phases.filter(({ isMet }) => !isMet).length;
  const isDone = totals.byState.waiting + totals.byState.current === 0;
  const tone =
    failed + unmet + totals.byState.blocked > 0 ? 'findings' : isDone ? 'clean' : 'inconclusive';
  return `<header class="masthead ${tone}"><div class="wide">
<div class="topline"><p class="brand">${MARK}Rustward <span>migration</span></p><button type="button" class="theme">Dark theme</button></div>
<div class="lead"><div><h1>${headline(totals)}</h1>
<p class="verdict">${sentenceOf(totals, failed + unmet)}</p>
<div class="progress">${stackedBar(totals.byState, 'Functions by state')}<ul class="legend">${legend.join('')}</ul></div></div>
<dl class="about-run">${about(state, totals)}</dl></div>
</div></header>`;
}

export function headline({ byState, functions }: Totals): string {
  const done = byState.migrated + byState.skipped + byState.replaced;
  if (functions === 0) return 'No functions to carry over';
  return done === functions
    ? `All ${plural(functions, 'function')} carried over`
    : `${digits(done)} of ${plural(functions, 'function')} carried over`;
}

function sentenceOf({ proven, comparable, cases }: Totals, open: number): string {
  const compared =
    comparable === 0
      ? 'Nothing has been compared with the C yet'
      : `${digits(proven)} of ${digits(comparable)} gave the same as the C on ${plural(cases, 'input')}`;
  return `${compared}; ${open === 0 ? 'every gate is met' : `${plural(open, 'gate')} not met`}.`;
}

function about(state: MigrationState, totals: Totals): string {
  const tokens = totals.inputTokens + totals.outputTokens;
  const entries: readonly (readonly [string, string])[] = [
    ['Project', escapeHtml(state.project)],
    ['Crate', `<code>${breakablePath(state.crate)}</code>`],
    ['C carried over', `${digits(totals.doneCLines)} of ${plural(totals.cLines, 'line')}`],
    [
      'Models',
      `${plural(totals.modelCalls, 'call')}, ${short(tokens)} tokens, ${escapeHtml(dollars(totals.cost))}`,
    ],
    ['Time', duration(totals.seconds)],
  ];
  return entries.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
}
