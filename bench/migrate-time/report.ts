import { cpus } from 'node:os';
import type { FunctionResult } from '../migrate/report.ts';
import { type FunctionTime, PHASES } from './stopwatch.ts';

/** Inputs on which each function has to be compared, and seconds that the median may take. */
const CASES = 10_000;
const MAX_SECONDS = 6;

/** Whether all is migrated with all its inputs, in the time. */
export function isEnough(
  results: readonly FunctionResult[],
  times: readonly FunctionTime[],
): boolean {
  return (
    results.every(isDone) &&
    quantile(
      times.map(({ wall }) => wall),
      0.5,
    ) < MAX_SECONDS
  );
}

function isDone({ state, evidence }: FunctionResult): boolean {
  return state === 'migrated' && evidence?.kind === 'equal' && evidence.cases >= CASES;
}

/** One line for each function that is not as it should be, then the figures. */
export function timesText(
  results: readonly FunctionResult[],
  times: readonly FunctionTime[],
): string {
  const row = (name: string, ...columns: ((time: FunctionTime) => number)[]) => {
    const numbers = columns.flatMap((of) => [0.5, 0.95].map((q) => quantile(times.map(of), q)));
    return [name.padEnd(12), ...numbers.map((one) => one.toFixed(2).padStart(8))].join(' ');
  };
  const [cpu] = cpus();
  const done = results.filter(isDone).length;
  return [
    ...results.filter((result) => !isDone(result)).map(problemLine),
    `${done} of ${results.length} functions the same as the C on ${CASES} inputs, on ${cpus().length} cores (${cpu?.model.trim()})`,
    'seconds for a function outside of the model:',
    '               median      p95 of processor time',
    row(
      'all',
      ({ wall }) => wall,
      ({ cpu }) => cpu,
    ),
    ...PHASES.map((phase) =>
      row(
        phase,
        ({ phases }) => phases.get(phase) ?? 0,
        ({ cpuOf }) => cpuOf.get(phase) ?? 0,
      ),
    ),
    row('programs', ({ runs }) => runs),
    '',
  ].join('\n');
}

function problemLine({ name, state, reason, evidence }: FunctionResult): string {
  const why =
    evidence === undefined
      ? (reason ?? '')
      : evidence.kind === 'equal'
        ? `${evidence.cases} inputs`
        : evidence.kind === 'different'
          ? evidence.input
          : evidence.because;
  return `${name}: ${state}; ${why}`;
}

/** The value below which that share of the numbers lies; 0 of none. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
