import {
  HARDENING_BRANCH,
  type HardenedProject,
  type HardenOptions,
  hardenProject,
} from '../../entry/migrate/harden-project.ts';
import type { TelemetryOptions } from '../../entry/telemetry/run-telemetry.ts';
import { count } from '../../security/report/count.ts';
import type { RunSummary } from '../../telemetry/run-observer.ts';
import { fixText } from '../output/fix-text.ts';
import { printNote, printWarning } from '../output/print-note.ts';
import { oneLine, wantsColour } from '../output/terminal-text.ts';
import { withInterrupt } from '../output/with-interrupt.ts';
import { withTelemetry } from './with-telemetry.ts';

/** Findings that are named of those that were not tried. */
const MAX_WAITING = 20;

/**
 * Hardens the C of a project, and prints what became of each finding, and what is left.
 * @returns the exit status
 */
export async function runHarden(
  options: HardenOptions,
  watched: TelemetryOptions,
): Promise<number> {
  const hardened = await withTelemetry(watched, summaryOf, (observer) =>
    withInterrupt('interrupted; the next run goes on from here', (signal) =>
      hardenProject(options, {
        ...{ env: process.env, signal, observer, onProgress: printNote, onWarning: printWarning },
        onOutcome: (outcome) => process.stdout.write(`${fixText(outcome, wantsColour())}\n`),
      }),
    ),
  );
  for (const line of hardened.costs.lines(false)) printNote(line);
  for (const line of linesOf(hardened, options.dryRun)) process.stdout.write(`${oneLine(line)}\n`);
  return options.dryRun || isDone(hardened) ? 0 : 1;
}

function isDone({ hardening, waiting }: HardenedProject): boolean {
  return hardening.left.length === 0 && waiting.length === 0;
}

function summaryOf(hardened: HardenedProject | undefined): RunSummary {
  const functions = new Map<string, number>();
  if (hardened === undefined) return { verdict: 'failed', functions };
  return { verdict: isDone(hardened) ? 'done' : 'blocked', functions };
}

function linesOf({ hardening, outcomes, waiting }: HardenedProject, isDry: boolean): string[] {
  const { before, after, left, fixed } = hardening;
  const kept = outcomes.filter(({ kind }) => kind === 'kept').length;
  const named = waiting.slice(0, MAX_WAITING);
  return [
    ...left.map(({ pattern, file, line, because }) => {
      return `left     ${pattern} at ${file}:${line}: ${because.split('\n')[0] ?? ''}`;
    }),
    ...named.map(({ pattern, file, line, score }) => {
      return `${isDry ? 'to try ' : 'waiting'}  ${pattern} at ${file}:${line}, score ${score.toFixed(2)}`;
    }),
    ...(waiting.length > named.length ? [`and ${waiting.length - named.length} more`] : []),
    `score ${before.score.toFixed(2)} at the start (${count(before.candidates, 'candidate')}), ${after.score.toFixed(2)} now (${after.candidates}): ${changeText(before.score, after.score)}`,
    ...(isDry
      ? []
      : [`${kept} fixed now, ${fixed.length} in all, on the branch ${HARDENING_BRANCH}`]),
  ];
}

function changeText(before: number, after: number): string {
  if (before === 0) return 'nothing to lower';
  const percent = Math.round((1000 * (before - after)) / before) / 10;
  return percent >= 0 ? `${percent} % down` : `${-percent} % up`;
}
