import { type Command, Option } from 'commander';
import * as z from 'zod';
import type { MemoryOptions } from './memory.ts';

const optionsSchema = z.object({
  stateDir: z.string().optional(),
  dryRun: z.boolean().default(false),
  format: z.enum(['text', 'json']),
});

/** `rustward memory list`, `merge`, `forget`, `export` and `import` */
export function addMemoryCommand(program: Command): void {
  const memory = program
    .command('memory')
    .summary('list, merge, forget, export or import what reviews have learnt')
    .description(
      'Lists, merges, takes out, exports or imports what agents wrote down about a project, for later reviews.',
    );
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
  const forget = memory
    .command('forget')
    .summary('take records out')
    .description('Takes records out, all that are named or none.')
    .argument('<id...>', 'ids, as list prints them');
  addFolderOptions(forget).action(async (ids: string[]) => {
    const { forgetMemory } = await import('./memory.ts');
    process.stdout.write(await forgetMemory({ folder: folderOf(forget) }, ids));
  });
  const exported = memory
    .command('export')
    .summary('print the records as they are kept')
    .description('Prints the records as they are kept, one a line, for import.');
  addFolderOptions(exported).action(async () => {
    const { exportMemory } = await import('./memory.ts');
    process.stdout.write(exportMemory({ folder: folderOf(exported) }));
  });
  const imported = memory
    .command('import')
    .summary('add the records of an exported file')
    .description('Adds the records of an exported file; those that are there already stay.')
    .argument('<file>', 'what export has printed');
  addFolderOptions(imported).action(async (file: string) => {
    const { importMemory } = await import('./memory.ts');
    process.stdout.write(await importMemory({ folder: folderOf(imported) }, file));
  });
}

/** Where the memory is, for commands whose arguments name something else. */
function addFolderOptions(command: Command): Command {
  return withStateFolder(command.option('--path <folder>', 'the folder of the project', '.'));
}

function withStateFolder(command: Command): Command {
  return command.option('--state-dir <folder>', 'the memory below this folder instead');
}

const folderSchema = z.object({ path: z.string(), stateDir: z.string().optional() });

function folderOf(command: Command): string {
  const { path, stateDir } = folderSchema.parse(command.opts());
  return stateDir ?? path;
}

function addOptions(command: Command): Command {
  return withStateFolder(command.argument('[path]', 'the folder of the project', '.')).addOption(
    new Option('--format <format>', 'how it is written').choices(['text', 'json']).default('text'),
  );
}

function optionsOf(path = '.', command: Command): MemoryOptions {
  const { stateDir, dryRun, format } = optionsSchema.parse(command.opts());
  return { folder: stateDir ?? path, dryRun, asJson: format === 'json' };
}
