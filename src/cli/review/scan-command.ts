import { type Command, Option } from 'commander';
import * as z from 'zod';
import { UsageError } from '../../errors.ts';
import { addScanOptions, parseScanOptions } from '../options/scan-options.ts';
import type { NamedFiles } from './named-files.ts';

const ownOptionsSchema = z.object({
  stdinName: z.string(),
  staged: z.boolean().default(false),
  allowEmpty: z.boolean().default(false),
  watch: z.boolean().default(false),
  filesFrom: z.string().optional(),
});

/** `rustward scan PATH…` */
export function addScanCommand(program: Command, setStatus: (status: number) => void): void {
  const command = program
    .command('scan')
    .summary('examine all sources at a path')
    .description(
      'Examines all C, C++ and Rust sources at a path: a folder, or files. `-` is the standard input.',
    )
    .argument('[path...]', 'a folder, or source files; - for the standard input')
    .option('--staged', 'the changed files as they are staged, for a hook before a commit')
    .option(
      '--allow-empty',
      'be clean where there is nothing to examine, for a hook that names the files of a commit',
    )
    .option(
      '--watch',
      'scan again when files change, and print what has come and gone, until Ctrl-C',
    )
    .option('--files-from <file>', 'a file that lists further paths, one a line')
    .addOption(
      new Option('--stdin-name <name>', 'what the file of the standard input is called').default(
        'stdin.c',
      ),
    );
  addScanOptions(command).action(async (given: string[]) => {
    const { findNamedFiles, STANDARD_INPUT } = await import('./find-named-files.ts');
    const { isFileAt } = await import('../../workspace/files/is-file.ts');
    const { stagedFiles } = await import('./file-copies.ts');
    const { narrowed } = await import('./named-files.ts');
    const { runReview } = await import('./run-review.ts');
    const { loadSettings, settledOptions } = await import('./settled-options.ts');
    const own = ownOptionsSchema.parse(command.opts());
    const { stdinName, staged, allowEmpty, watch, filesFrom } = own;
    const paths = [...given, ...(filesFrom === undefined ? [] : await listed(filesFrom))];
    if (staged && paths.length > 0) throw new UsageError('--staged takes no path');
    if (!staged && paths.length === 0) throw new UsageError("missing required argument 'path'");
    const options = parseScanOptions(command);
    // Of copies there is no repository with commits.
    const isCopy = staged || paths.includes(STANDARD_INPUT);
    if (isCopy && options.baseline !== undefined && !isFileAt(options.baseline)) {
      throw new UsageError(
        `--baseline ${options.baseline} is no file: ${staged ? '--staged' : 'the standard input'} is compared with an earlier result alone; ` +
          "'git diff --cached | rustward review -' examines what is staged against the last commit",
      );
    }
    const settled = async (named: NamedFiles) => {
      const settings = await loadSettings(command, named.home, undefined, named.settled);
      const all = settledOptions(command, options, settings);
      return { ...narrowed(all, named, false), mayBeEmpty: staged || allowEmpty };
    };
    if (watch) {
      const { checkWatchable, watchScan } = await import('./watch-scan.ts');
      checkWatchable(paths, { ...options, staged });
      const find = () => findNamedFiles(paths, stdinName, options.include);
      setStatus(await watchScan(find, settled));
      return;
    }
    const named = staged ? await stagedFiles() : findNamedFiles(paths, stdinName, options.include);
    try {
      setStatus(await runReview(named.path, await settled(named)));
    } finally {
      named.close();
    }
  });
}

async function listed(file: string): Promise<string[]> {
  const { listedPaths } = await import('./listed-paths.ts');
  return listedPaths(file);
}
