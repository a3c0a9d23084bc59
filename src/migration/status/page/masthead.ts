import { breakablePath, escapeHtml } from '../../../page/html-text.ts';
import { LOGO } from '../../../page/logo.ts';
import { FUNCTION_STATES, type MigrationState } from '../migration-state.ts';
import { type MigrationTotals, migratedCount } from '../totals.ts';
import {
  compactNumber,
  dollars,
  duration,
  fullStateWords,
  groupedDigits,
  plural,
} from '../wording.ts';
import { stackedBar } from './stacked-bar.ts';

/** The top of the page: how far it is, in one sentence and one bar. */
export function statusMasthead(state: MigrationState, totals: MigrationTotals): string {
  const legend = FUNCTION_STATES.filter((name) => totals.byState[name] > 0).map(
    (name) =>
      `<li class="${name}"><span class="dot state ${name}"></span><b>${groupedDigits(totals.byState[name])}</b> ${fullStateWords(name)}</li>`,
  );
  const failed = state.gates.filter(({ outcome }) => outcome === 'failed').length;
  const unmet = state.phases.filter(({ isMet }) => isMet === false).length;
  const isDone = totals.byState.waiting + totals.byState.current === 0;
  const open =
    failed + unmet + totals.byState.blocked + totals.byState.uncompared + totals.byState.stale;
  const tone = open > 0 ? 'findings' : isDone ? 'clean' : 'inconclusive';
  return `<header class="masthead ${tone}"><div class="wide">
<div class="topline"><p class="brand">${LOGO}Rustward <span>migration</span></p><button type="button" class="theme">Dark theme</button></div>
<div class="lead"><div><h1>${statusHeadline(totals)}</h1>
<p class="verdict">${sentenceOf(totals, failed + unmet)}</p>
<div class="progress">${stackedBar(totals.byState, 'Functions by state')}<ul class="legend">${legend.join('')}</ul></div></div>
<dl class="about-run">${about(state, totals)}</dl></div>
</div></header>`;
}

export function statusHeadline(totals: MigrationTotals): string {
  const { byState, functions } = totals;
  const done = migratedCount(totals);
  if (functions === 0) return 'No functions to migrate';
  const migrated =
    done === functions
      ? `All ${plural(functions, 'function')} migrated`
      : `${groupedDigits(done)} of ${plural(functions, 'function')} migrated`;
  return [
    migrated,
    ...(byState.stale === 0 ? [] : [`${groupedDigits(byState.stale)} stale`]),
    ...(byState.uncompared === 0
      ? []
      : [`${groupedDigits(byState.uncompared)} carried over and not compared`]),
  ].join(', ');
}

function sentenceOf({ comparedEqual, comparable, cases }: MigrationTotals, open: number): string {
  const compared =
    comparable === 0
      ? 'Nothing has been compared with the C yet'
      : `${groupedDigits(comparedEqual)} of ${groupedDigits(comparable)} gave the same as the C on ${plural(cases, 'input')}`;
  return `${compared}; ${open === 0 ? 'every gate is met' : `${plural(open, 'gate')} not met`}.`;
}

function about(state: MigrationState, totals: MigrationTotals): string {
  const tokens = totals.inputTokens + totals.outputTokens;
  const entries: readonly (readonly [string, string])[] = [
    ['Project', escapeHtml(state.project)],
    ['Crate', `<code>${breakablePath(state.crate)}</code>`],
    ['C migrated', `${groupedDigits(totals.doneCLines)} of ${plural(totals.cLines, 'line')}`],
    [
      'Models',
      `${plural(totals.modelCalls, 'call')}, ${compactNumber(tokens)} tokens, ${escapeHtml(dollars(totals.cost))}`,
    ],
    ['Time', duration(totals.seconds)],
  ];
  return entries.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
}
