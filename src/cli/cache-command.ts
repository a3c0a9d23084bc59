import { type Command, Option } from 'commander';
import * as z from 'zod';
import { folderName } from './options/tree-options.ts';

const optionsSchema = z.object({
  cacheDir: z.string().optional(),
  format: z.enum(['text', 'json']).default('text'),
  answers: z.boolean().default(false),
});

/** `rustward cache path`, `size` and `clean` */
export function addCacheCommand(program: Command): void {
  const cache = program
    .command('cache')
    .summary('say where the cache is and what it holds, or empty it')
    .description(
      'Says where runs keep what they found out of unchanged files and what models answered, and how much that is, or removes ' +
        'it. Recordings, memories and what is kept in .rustward are no part of it.',
    );
  const path = addFolder(cache.command('path'))
    .summary('print the folder')
    .description('Prints the folder, which may not be there yet.');
  path.action(async () => {
    const { cachePath } = await import('./cache.ts');
    process.stdout.write(`${cachePath(optionsOf(path).cacheDir)}\n`);
  });
  const size = addFolder(cache.command('size'))
    .summary('print how much is kept')
    .description('Prints how much is kept of each kind.')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    );
  size.action(async () => {
    const { cacheSizeText } = await import('./cache.ts');
    const { cacheDir, format } = optionsOf(size);
    process.stdout.write(cacheSizeText(cacheDir, format === 'json', process.env));
  });
  const clean = addFolder(cache.command('clean'))
    .summary('remove what can be made again')
    .description(
      'Removes what the next runs can make again, which takes them longer. Answers of models, and what models concluded, stay ' +
        'without --answers, since they were paid for. A folder that holds anything else is refused.',
    )
    .option('--answers', 'remove also what models were paid for');
  clean.action(async () => {
    const { cleanCache } = await import('./cache.ts');
    const { cacheDir, answers } = optionsOf(clean);
    process.stdout.write(cleanCache(cacheDir, answers, process.env));
  });
}

function addFolder(command: Command): Command {
  return command.option(
    '--cache-dir <folder>',
    'the folder that runs were given with the same option, instead of ~/.cache/rustward',
    folderName,
  );
}

function optionsOf(command: Command): z.infer<typeof optionsSchema> {
  return optionsSchema.parse(command.opts());
}
