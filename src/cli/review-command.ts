import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { runFromOptions } from './run-security.ts';
import { addScanOptions, readScanOptions } from './scan-options.ts';

/** `rustward review PATH --base REF` */
export function addReviewCommand(program: Command, setStatus: (status: number) => void): void {
  const command = program
    .command('review')
    .summary('examine what a change touches')
    .description(
      'Examines the functions that a change touches and those that call them: everything that\n' +
        'differs between the work tree and the commit where it parted from the base.',
    )
    .argument('<path>', 'a folder in a git work tree, or a source file')
    .requiredOption('--base <commit>', 'the branch, tag or commit to compare with');
  addScanOptions(command).action(async (path: string) => {
    const base: unknown = command.getOptionValue('base');
    if (typeof base !== 'string') throw new UsageError('--base needs the name of a commit');
    setStatus(await runFromOptions(path, base, readScanOptions(command)));
  });
}
