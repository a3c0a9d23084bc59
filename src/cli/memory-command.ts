import { type Command, Option } from 'commander';
import * as z from 'zod';
import type { MemoryOptions } from './memory.ts';
import { addMemoryPlaces, memoryPlaceOf } from './options/memory-place.ts';

const optionsSchema = z.object({
  dryRun: z.boolean().default(false),
  format: z.enum(['text', 'json']),
});

const TYPES = ['fact', 'decision', 'procedure'] as const;

const draftSchema = z.object({ type: z.enum(TYPES), tag: z.array(z.string()) });

/** `rustward memory list`, `add`, `merge`, `forget`, `export` and `import` */
export function addMemoryCommand(program: Command): void {
  const memory = program
    .command('memory')
    .summary('list, add to, merge, forget, export or import what reviews have learnt')
    .description(
      'Lists, adds to, merges, takes out, exports or imports what agents wrote down about a project, for later ' +
        'reviews, or what you have noted for all your repositories (--global).',
    );
  const list = memory
    .command('list')
    .summary('print all records')
    .description('Prints all records.');
  addOptions(list).action(async (path: string | undefined) => {
    const { listMemory } = await import('./memory.ts');
    process.stdout.write(listMemory(await optionsOf(path, list)));
  });
  addAddCommand(memory);
  const merge = memory
    .command('merge')
    .summary('merge records that say the same')
    .description(
      'Merges records that share most of their words: the longest text stays, with the tags of all.',
    )
    .option('--dry-run', 'print what would be merged, and change nothing');
  addOptions(merge).action(async (path: string | undefined) => {
    const { mergeMemory } = await import('./memory.ts');
    process.stdout.write(await mergeMemory(await optionsOf(path, merge)));
  });
  const forget = memory
    .command('forget')
    .summary('take records out')
    .description('Takes records out, all that are named or none.')
    .argument('<id...>', 'ids, as list prints them');
  addFolderOptions(forget).action(async (ids: string[]) => {
    const { forgetMemory } = await import('./memory.ts');
    process.stdout.write(await forgetMemory(await memoryPlaceOf(forget, process.env), ids));
  });
  const exported = memory
    .command('export')
    .summary('print the records as they are kept')
    .description('Prints the records as they are kept, one a line, for import.');
  addFolderOptions(exported).action(async () => {
    const { exportMemory } = await import('./memory.ts');
    process.stdout.write(exportMemory(await memoryPlaceOf(exported, process.env)));
  });
  const imported = memory
    .command('import')
    .summary('add the records of an exported file')
    .description('Adds the records of an exported file; those that are there already stay.')
    .argument('<file>', 'what export has printed');
  addFolderOptions(imported).action(async (file: string) => {
    const { importMemory } = await import('./memory.ts');
    process.stdout.write(await importMemory(await memoryPlaceOf(imported, process.env), file));
  });
}

function addAddCommand(memory: Command): void {
  const add = memory
    .command('add')
    .summary('note something')
    .description(
      'Notes something. What is noted with --global is told to reviews of any repository that have words of it.',
    )
    .argument('<text>', 'what is to be remembered')
    .addOption(new Option('--type <type>', 'what it is').choices(TYPES).default('fact'))
    .option('--tag <tag>', 'a word to find it by, such as a function; may be repeated', each, []);
  addFolderOptions(add).action(async (content: string) => {
    const { addToMemory } = await import('./memory.ts');
    const { type, tag: tags } = draftSchema.parse(add.opts());
    const place = await memoryPlaceOf(add, process.env);
    process.stdout.write(await addToMemory(place, { type, tags, content }));
  });
}

function each(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}

/** Where the memory is, for commands whose arguments name something else. */
function addFolderOptions(command: Command): Command {
  return addMemoryPlaces(command.option('--path <folder>', 'the folder of the project', '.'));
}

function addOptions(command: Command): Command {
  return addMemoryPlaces(command.argument('[path]', 'the folder of the project', '.')).addOption(
    new Option('--format <format>', 'how it is written').choices(['text', 'json']).default('text'),
  );
}

async function optionsOf(path = '.', command: Command): Promise<MemoryOptions> {
  const { dryRun, format } = optionsSchema.parse(command.opts());
  const place = await memoryPlaceOf(command, process.env, path);
  return { ...place, dryRun, asJson: format === 'json' };
}
