import { visibleText } from '../../page/visible-text.ts';
import type { GateLocation } from '../gates/gate-result.ts';
import { changeWords } from './measured-gates.ts';
import type { FunctionState, FunctionStateName, MigrationState } from './migration-state.ts';
import { percent, totalsOf } from './totals.ts';
import {
  compactNumber,
  coverageWords,
  dollars,
  duration,
  evidenceWords,
  groupedDigits,
  plural,
  reachedWords,
  STATE_WORDS,
} from './wording.ts';

const HEAD = [
  'function',
  'state',
  'module',
  'evidence',
  'C lines',
  'unsafe',
  'tries',
  'tokens',
  'cost',
  'time',
];
/** Columns of numbers, which end where they end. */
const RIGHT = new Set([4, 5, 6, 7, 8, 9]);
const WIDEST = 40;

/** A migration for the terminal: a table, what holds functions up, totals, gates. Ends with a line feed. */
export function statusText(state: MigrationState): string {
  const reasons = (wanted: FunctionStateName, title: string) => {
    const found = state.functions.filter((one) => one.state === wanted);
    const lines = found.map(
      (one) =>
        `  ${plain([`${one.name}: ${one.reason ?? 'no reason given'}`, reachedWords(one)].filter(Boolean).join('; '))}`,
    );
    return lines.length === 0 ? [] : [`${title}:`, ...lines, ''];
  };
  return [
    ...table([HEAD, ...state.functions.map(row)]),
    '',
    ...reasons('blocked', 'Blocked'),
    ...reasons('stale', 'Stale, so not compared as they are'),
    ...reasons('uncompared', 'Carried over, not compared'),
    ...totals(state),
    ...measured(state),
    ...(state.unwritten.length === 0
      ? []
      : [`Not written yet: ${state.unwritten.map(plain).join(', ')}`]),
    ...(state.besideC.length === 0
      ? []
      : [
          `Written from the interface, with nothing in the C to compare with: ${plural(state.besideC.length, 'function')}`,
        ]),
    '',
    ...gates(state),
    '',
  ].join('\n');
}

function row(one: FunctionState): string[] {
  const { effort } = one;
  return [
    one.name,
    STATE_WORDS[one.state],
    one.rust?.file.replace(/^src\//, '') ?? (one.state === 'replaced' ? (one.reason ?? '') : ''),
    evidenceWords(one.evidence),
    coverageWords(one.evidence),
    one.rust !== undefined ? String(one.unsafeLines) : '',
    effort === undefined ? '' : String(effort.tries + effort.repairs),
    effort === undefined ? '' : compactNumber(effort.inputTokens + effort.outputTokens),
    effort === undefined ? '' : dollars(effort.cost),
    effort === undefined ? '' : duration(effort.seconds),
  ].map(plain);
}

function table(rows: readonly (readonly string[])[]): string[] {
  const cut = rows.map((cells) =>
    cells.map((cell) => (cell.length > WIDEST ? `${cell.slice(0, WIDEST - 1)}…` : cell)),
  );
  const widths = HEAD.map((_, at) => Math.max(...cut.map((cells) => cells[at]?.length ?? 0)));
  const lines = cut.map((cells) =>
    cells
      .map((cell, at) =>
        RIGHT.has(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return [lines[0] ?? '', widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)];
}

function totals(state: MigrationState): string[] {
  const all = totalsOf(state);
  const { byState, functions } = all;
  const counts = [
    `${byState.migrated} migrated`,
    ...(byState.stale === 0 ? [] : [`${byState.stale} stale`]),
    ...(byState.uncompared === 0 ? [] : [`${byState.uncompared} carried over and not compared`]),
    `${byState.skipped} not needed`,
    ...(byState.replaced === 0 ? [] : [`${byState.replaced} by library`]),
    `${byState.blocked} blocked`,
    `${byState.waiting + byState.current} to do`,
  ];
  const reached =
    all.coverableLines === 0
      ? ''
      : `, ${Math.floor(percent(all.coveredLines, all.coverableLines))} % of the lines of C reached`;
  const undefinedCases =
    all.excluded === 0 ? '' : ` (${plural(all.excluded, 'more input')} undefined in C)`;
  const byOthers =
    all.reachedByOthers === 0
      ? []
      : [
          `${plural(all.reachedByOthers, 'function')} not compared, but reached by comparisons of others`,
        ];
  return [
    `${plural(functions, 'function')}: ${counts.join(', ')}`,
    `${all.comparedEqual} of ${all.comparable} compared with the C: ${groupedDigits(all.cases)} cases equal${undefinedCases}${reached}`,
    ...byOthers,
    `${plural(state.unsafe.lines, 'unsafe line')} of ${groupedDigits(state.unsafe.allLines)}, ${plural(state.tests, 'test')}`,
    `${plural(all.modelCalls, 'model call')}, ${compactNumber(all.inputTokens + all.outputTokens)} tokens, ${dollars(all.cost)}, ${duration(all.seconds)}`,
  ];
}

function measured({ measures }: MigrationState): string[] {
  if (measures === undefined) return [];
  const { score, warnings } = measures;
  return [
    `Security score: ${score.before.score.toFixed(2)} before, ${score.after.score.toFixed(2)} now, ${changeWords(score.before.score, score.after.score)}`,
    `Warnings of clippy: ${groupedDigits(warnings.before)} before the last run, ${groupedDigits(warnings.after)} after it`,
  ];
}

function gates({ phases, gates: results }: MigrationState): string[] {
  const width = Math.max(...phases.map(({ name }) => name.length), 0);
  const thresholds = phases.map(
    ({ name, isMet, is, wanted }) =>
      `  ${isMet === undefined ? 'open   ' : isMet ? 'met    ' : 'not met'}  ${name.padEnd(width)}  ${is}; wanted ${wanted}`,
  );
  const failed = results
    .filter(({ outcome }) => outcome === 'failed')
    .flatMap(({ gate, what, where }) => [
      `  failed   ${gate}: ${plain(what)}`,
      ...where.slice(0, 5).map((one) => `             ${plain(`${placeOf(one)} ${one.what}`)}`),
    ]);
  const passed = results.filter(({ outcome }) => outcome === 'passed').length;
  const isMeasured = results.some(({ outcome }) => outcome !== 'not applicable');
  const last = isMeasured
    ? `${passed} of the gates on the crate passed`
    : 'no gate on the crate has been measured yet';
  return ['Gates:', ...thresholds, ...failed, `  ${last}`];
}

function placeOf({ file, line }: GateLocation): string {
  return line > 0 ? `${file}:${line}` : file;
}

function plain(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, ' ').trim());
}
