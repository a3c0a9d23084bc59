import { testsText } from '../migrate/report.ts';
import { kindOfReason } from '../reach/report.ts';
import type { Standing, StrangerResult } from './result.ts';

/** A project as lines of text: what counts in the first one, then each function that is not compared. */
export function strangerText(result: StrangerResult): string {
  const { name, isGiven, functions, besideC, calls, tokens, callsOfEach, crate, seconds } = result;
  const counts = countsOf(functions);
  const parts = [
    `${name}${isGiven ? ' with its interface' : ''}: ${functions.length} functions`,
    ...countTexts(counts),
    ...(besideC === undefined
      ? []
      : [`${besideC.written} written beside the C, ${besideC.left} left without a body`]),
    `${calls} calls, ${medianOf(callsOfEach)} a function in the median, ${tokens} tokens`,
    ...(crate === undefined ? [] : [unsafeText(crate)]),
    ...(crate?.ownTests === undefined
      ? []
      : [`the project's own tests ${testsText(crate.ownTests)}`]),
    `${Math.round(seconds)} s`,
  ];
  return [
    parts.join('; '),
    ...(result.stopped === undefined ? [] : [`  stopped: ${result.stopped}`]),
    ...functions.filter(({ state }) => state !== 'compared').map(lineOf),
  ].join('\n');
}

/** All projects: the counts, and the reasons for what is not compared, the most frequent ones first. */
export function strangersSummary(results: readonly StrangerResult[]): string {
  const functions = results.flatMap((one) => one.functions);
  const reasons = Map.groupBy(
    functions.filter(({ state }) => state === 'not compared' || state === 'blocked'),
    ({ state, reason = '', fault = '' }) => `${state} (${fault}): ${kindOfReason(reason)}`,
  );
  const lines = [...reasons]
    .sort(([a, m], [b, n]) => n.length - m.length || a.localeCompare(b))
    .map(([reason, list]) => `  ${list.length} × ${reason}`);
  const calls = medianOf(results.flatMap(({ callsOfEach }) => callsOfEach));
  const head = [`all: ${functions.length} functions`, ...countTexts(countsOf(functions))];
  return [`${head.join('; ')}; ${calls} calls a function in the median`, ...lines].join('\n');
}

type Counts = Readonly<Record<Standing['state'], number>>;

function countsOf(functions: readonly Standing[]): Counts {
  const count = (state: Standing['state']) => functions.filter((one) => one.state === state).length;
  return {
    compared: count('compared'),
    'nothing to compare': count('nothing to compare'),
    'not compared': count('not compared'),
    blocked: count('blocked'),
    waiting: count('waiting'),
  };
}

/** Those of which nothing can be compared count on neither side of a share. */
function countTexts(counts: Counts): string[] {
  const { compared, blocked, waiting } = counts;
  const open = counts['not compared'];
  const all = compared + open + blocked + waiting;
  return [
    `${share(compared + open, all)} carried over`,
    `${share(compared, all)} compared and equal`,
    `${counts['nothing to compare']} with nothing to compare`,
    `${open} not compared`,
    `${blocked} blocked`,
    ...(waiting === 0 ? [] : [`${waiting} waiting`]),
  ];
}

function share(part: number, all: number): string {
  return `${part} of ${all} (${all === 0 ? 100 : Math.round((100 * part) / all)} %)`;
}

function unsafeText({ unsafeLines, lines }: { unsafeLines: number; lines: number }): string {
  const percent = lines === 0 ? 0 : (100 * unsafeLines) / lines;
  return `${percent.toFixed(1)} % of ${lines} lines unsafe`;
}

/** The middle one, or the mean of the two there; 0 of none. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
  return Math.round(10 * median) / 10;
}

function lineOf({ name, state, reason, fault }: Standing): string {
  const why = reason === undefined ? '' : `: ${reason.split('\n')[0]?.slice(0, 300)}`;
  return `  ${name}: ${state}${fault === undefined ? '' : ` (${fault})`}${why}`;
}
