import type { Command } from 'commander';
import * as z from 'zod';
import { UsageError } from '../../errors.ts';
import { addScanOptions, parseScanOptions } from '../options/scan-options.ts';
import { addTriageOptions, parseTriageOptions } from '../options/triage-options.ts';
import { printNote } from '../output/print-note.ts';

const optionsSchema = z.object({
  base: z.string().optional(),
  all: z.boolean().default(false),
});

/** `rustward review [PATH…] [--base REF]`, `rustward review - [PATH…]` */
export function addReviewCommand(program: Command, setStatus: (status: number) => void): void {
  const command = program
    .command('review')
    .summary('examine a change, or all of a tree, with models where they are configured')
    .description(
      'Scans a tree, then has models examine what the scan proposes, where models are configured: ' +
        'they group the candidates, derive how an attacker reaches each, and try to refute that. ' +
        'With --base, only the functions that a change touches and those that call them. ' +
        'Without a path, what changed in this work tree since it left the default branch. ' +
        'With - the change is a patch on the standard input, as of git diff, which the work tree has.',
    )
    .argument(
      '[path...]',
      'folders or source files; in a git work tree where --base is given; - for a patch on the standard input',
    )
    .option('--base <commit>', 'examine only what changed since a branch, tag or commit')
    .option('--all', 'without a path, examine all of this folder');
  addTriageOptions(addScanOptions(command)).action(async (paths: string[]) => {
    const { base: given, all } = optionsSchema.parse(command.opts());
    if (all && (paths.length > 0 || given !== undefined)) {
      throw new UsageError('--all stands for itself: it fits neither a path nor --base');
    }
    const triage = parseTriageOptions(command);
    const { findNamedFiles, STANDARD_INPUT } = await import('./find-named-files.ts');
    const { narrowed } = await import('./named-files.ts');
    if (paths.includes(STANDARD_INPUT) && (given !== undefined || all))
      throw new UsageError('- stands for a change of its own: it fits neither --base nor --all');
    const { findDefaultBranch } = await import('./find-base.ts');
    const { runReview } = await import('./run-review.ts');
    const { runEstimate } = await import('./run-estimate.ts');
    const { loadSettings, settledOptions, settledTriage } = await import('./settled-options.ts');
    const options = parseScanOptions(command);
    const input = paths.includes(STANDARD_INPUT)
      ? (await import('./patch-input.ts')).readPatchInput(paths, options.include)
      : undefined;
    const named = input?.named ?? findNamedFiles(paths, 'none.c', options.include);
    const { path } = named;
    const isOpen = paths.length === 0 && given === undefined && !all;
    const base = given ?? (isOpen ? await findDefaultBranch(path) : undefined);
    if (isOpen && !options.quiet) {
      printNote(base === undefined ? 'there is no base: all of this folder' : `since ${base}`);
    }
    const settings = await loadSettings(command, path, base, input?.settled);
    const settled = settledOptions(command, options, settings);
    const run = triage.estimate ? runEstimate : runReview;
    setStatus(
      await run(path, narrowed(settled, named, base !== undefined || input !== undefined), {
        base,
        patch: input?.patch,
        triage: settledTriage(triage, settings, process.env),
      }),
    );
  });
}
