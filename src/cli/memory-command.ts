import { type Command, Option } from 'commander';
import * as z from 'zod';
import type { MemoryOptions } from './memory.ts';

const optionsSchema = z.object({
  stateDir: z.string().optional(),
  dryRun: z.boolean().default(false),
  format: z.enum(['text', 'json']),
});

/** `rustward memory list [PATH]` and `rustward memory merge [PATH]` */
export function addMemoryCommand(program: Command): void {
  const memory = program
    .command('memory')
    .summary('list or merge what reviews of a project have learnt')
    .description('Lists or merges what agents wrote down about a project, for later reviews.');
  const list = memory
    .command('list')
    .summary('print all records')
    .description('Prints all records.');
  addOptions(list).action(async (path: string | undefined) => {
    const { listMemory } = await import('./memory.ts');
    process.stdout.write(listMemory(optionsOf(path, list)));
  });
  const merge = memory
    .command('merge')
    .summary('merge records that say the same')
    .description(
      'Merges records that share most of their words: the longest text stays, with the tags of all.',
    )
    .option('--dry-run', 'print what would be merged, and change nothing');
  addOptions(merge).action(async (path: string | undefined) => {
    const { mergeMemory } = await import('./memory.ts');
    process.stdout.write(await mergeMemory(optionsOf(path, merge)));
  });
}

function addOptions(command: Command): Command {
  return command
    .argument('[path]', 'the folder of the project', '.')
    .option('--state-dir <folder>', 'the memory below this folder instead')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    );
}

function optionsOf(path = '.', command: Command): MemoryOptions {
  const { stateDir, dryRun, format } = optionsSchema.parse(command.opts());
  return { folder: stateDir ?? path, dryRun, asJson: format === 'json' };
}
