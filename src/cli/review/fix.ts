import type { Command } from 'commander';
import { summariseCosts } from '../../entry/costs/costs.ts';
import { bookCosts } from '../../entry/costs/month-costs.ts';
import { type FixOutcome, fixFindings, riskQuestion } from '../../entry/fix/fix-findings.ts';
import { openFindingAgent } from '../../entry/fix/open-finding-agent.ts';
import { type RecallOptions, recallFindings } from '../../entry/review/recall-findings.ts';
import { IncompleteError, UsageError } from '../../errors.ts';
import { settledBuild } from '../../github/configuration/build-options.ts';
import { type OpenModelFlags, openModel, type ReadyModel } from '../../model/open-model.ts';
import { findRepository } from '../../workspace/git/repository.ts';
import { fixSummary, fixText } from '../output/fix-text.ts';
import { printNote, printWarning } from '../output/print-note.ts';
import { progressBar } from '../output/progress-bar.ts';
import { wantsColour } from '../output/terminal-text.ts';
import { withInterrupt } from '../output/with-interrupt.ts';
import { type FixTargets, fixTargets, pickFindings } from './fix-targets.ts';
import { loadSettings, settledCaps } from './settled-options.ts';

export interface FixOptions extends RecallOptions {
  /** Writes nothing. */
  readonly dryRun: boolean;
  /** Keeps also what a person should look at first. */
  readonly yes: boolean;
  /** Where no finding is named. */
  readonly maxFixes: number;
  /** For one finding. */
  readonly maxMinutes: number;
}

/**
 * Has findings fixed, and prints what became of each.
 * @param what names of findings, then a path
 * @returns the exit status
 */
export async function runFix(
  what: readonly string[],
  given: FixOptions,
  flags: OpenModelFlags,
  command: Command,
): Promise<number> {
  const targets = fixTargets(what);
  const settings = await loadSettings(command, targets.tree);
  const opened = openModel(settledCaps(flags, settings, process.env), process.env, printNote);
  if (opened.kind === 'none') {
    throw new IncompleteError(`a fix takes a language model, and there is none: ${opened.reason}`);
  }
  if (!given.dryRun && (await findRepository(targets.tree)) === undefined) {
    const why = `${targets.tree} is in no git work tree, which could take a fix back`;
    throw new UsageError(`${why}; --dry-run shows fixes and writes nothing`);
  }
  const options = {
    ...given,
    exclude: [...settings.exclude, ...given.exclude],
    ...settledBuild(given, settings.build),
    notes: settings.notes?.text,
  };
  const outcomes = await withInterrupt('interrupted; what was kept stays', (signal) =>
    fixTargetsWith(opened, targets, options, signal),
  );
  opened.evictCache();
  for (const line of summariseCosts(opened.ledger, new Map()).lines(false)) printNote(line);
  process.stdout.write(`${outcomes.length === 0 ? 'nothing to fix' : fixSummary(outcomes)}\n`);
  return statusOf(outcomes);
}

async function fixTargetsWith(
  opened: ReadyModel,
  targets: FixTargets,
  options: FixOptions,
  signal: AbortSignal,
): Promise<FixOutcome[]> {
  const { dryRun, yes, maxFixes, maxMinutes } = options;
  const bar = progressBar(process.stderr, false);
  const pick = <One extends Parameters<typeof pickFindings>[0][number]>(all: readonly One[]) =>
    pickFindings(all, targets, maxFixes);
  const recalled = await recallFindings(targets.tree, options, {
    ...{ pick, onProgress: bar.update, onWarning: printWarning },
  }).finally(() => bar.clear());
  const { root } = recalled;
  const findings = pick(recalled.candidates);
  const { notes } = options;
  const agent = { options, maxMinutes, env: process.env, signal, listeners: [], notes };
  const deps = await openFindingAgent(root, opened, agent);
  const request = { root, findings, dryRun, question: yes ? () => undefined : riskQuestion };
  return await bookCosts(root, opened, { env: process.env, onWarning: printWarning }, () =>
    fixFindings(request, deps, {
      onBegin: ({ id, file, line }) => printNote(`fixing ${id} at ${file}:${line}`),
      onOutcome: (outcome) => process.stdout.write(`${fixText(outcome, wantsColour())}\n`),
    }),
  );
}

function statusOf(outcomes: readonly FixOutcome[]): number {
  if (outcomes.some(({ kind }) => kind === 'refused')) return 2;
  return outcomes.some(({ kind }) => kind === 'none' || kind === 'asks') ? 1 : 0;
}
