import type { Command } from 'commander';
import * as z from 'zod';
import { addScanOptions, parseScanOptions } from '../options/scan-options.ts';
import { addTriageOptions, parseTriageOptions } from '../options/triage-options.ts';

/** `rustward review PATH [--base REF]` */
export function addReviewCommand(program: Command, setStatus: (status: number) => void): void {
  const command = program
    .command('review')
    .summary('examine a change, or all of a tree, with models where they are configured')
    .description(
      'Scans a tree, then has models examine what the scan proposes, where models are configured:\n' +
        'they group the candidates, derive how an attacker reaches each, and try to refute that.\n' +
        'With --base, only the functions that a change touches and those that call them.',
    )
    .argument('<path>', 'a folder or a source file; in a git work tree where --base is given')
    .option('--base <commit>', 'examine only what changed since a branch, tag or commit');
  addTriageOptions(addScanOptions(command)).action(async (path: string) => {
    const { base } = z.object({ base: z.string().optional() }).parse(command.opts());
    const triage = parseTriageOptions(command);
    const { runReview } = await import('./run-review.ts');
    setStatus(await runReview(path, parseScanOptions(command), { base, triage }));
  });
}
