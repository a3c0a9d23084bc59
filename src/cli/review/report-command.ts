import type { Command } from 'commander';
import * as z from 'zod';
import { TRIAGE_DEFAULTS } from '../../entry/review/review-options.ts';
import { addScanOptions, parseScanOptions } from '../options/scan-options.ts';

/** The last stage of a review alone: it asks no model. */
const NO_MODEL_TRIAGE = { ...TRIAGE_DEFAULTS, until: 'scan' } as const;

/** `rustward report PATH [--base REF]` */
export function addReportCommand(program: Command, setStatus: (status: number) => void): void {
  const command = program
    .command('report')
    .summary('report what earlier reviews have found out, and ask no model')
    .description(
      'Scans a tree and reports it with what models have found out in earlier reviews of the same ' +
        'code, as far as that is kept in .rustward/sec. No model is asked, and nothing is paid for.',
    )
    .argument('<path>', 'a folder or a source file; in a git work tree where --base is given')
    .option('--base <commit>', 'report only what changed since a branch, tag or commit');
  addScanOptions(command).action(async (path: string) => {
    const { base } = z.object({ base: z.string().optional() }).parse(command.opts());
    const { runReview } = await import('./run-review.ts');
    const { loadSettings, settledOptions } = await import('./settled-options.ts');
    const settings = await loadSettings(command, path, base);
    const options = settledOptions(command, parseScanOptions(command), settings);
    setStatus(
      await runReview(path, options, {
        base,
        triage: { ...NO_MODEL_TRIAGE, notes: settings.notes },
      }),
    );
  });
}
