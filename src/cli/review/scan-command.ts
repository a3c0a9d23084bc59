import type { Command } from 'commander';
import { addScanOptions, parseScanOptions } from '../options/scan-options.ts';

/** `rustward scan PATH` */
export function addScanCommand(program: Command, setStatus: (status: number) => void): void {
  const command = program
    .command('scan')
    .summary('examine all sources at a path')
    .description('Examines all C, C++ and Rust sources at a path: a folder, or one file.')
    .argument('<path>', 'a folder or a source file');
  addScanOptions(command).action(async (path: string) => {
    const { runReview } = await import('./run-review.ts');
    setStatus(await runReview(path, parseScanOptions(command)));
  });
}
