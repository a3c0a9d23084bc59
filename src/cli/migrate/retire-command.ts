import type { Command } from 'commander';
import * as z from 'zod';

const optionsSchema = z.object({
  only: z
    .string()
    .transform((names) => names.split(',').map((name) => name.trim()))
    .optional(),
  privateHeaders: z.array(z.string()).default([]),
  crate: z.string().optional(),
  build: z.string().optional(),
  test: z.string().optional(),
  dryRun: z.boolean().default(false),
  json: z.boolean().default(false),
});

const EXIT_CODES = `
Exit status:
  0  all that was asked for is taken out, or there was nothing to take out
  1  a function stays that could go by what calls it, or that was asked for; why is said
  2  the command line is wrong, nothing is migrated yet, or a file has changes that no commit holds
  3  the project does not pass its tests as it is, or a tool is missing
`;

/** `rustward migrate retire [PATH]` */
export function addMigrateRetireCommand(
  migrate: Command,
  setStatus: (status: number) => void,
): void {
  migrate
    .command('retire')
    .summary('take C functions out that only Rust needs now')
    .description(
      'Takes functions out of the C whose callers are all in Rust: links the project as migrate link does, and, where it ' +
        'builds and passes its tests in the sandbox without them, removes their definitions, with the comments right above, from the ' +
        'work tree. Shows the difference, commits nothing. A function stays whose address is taken, that a macro or a header names, or ' +
        'that is defined under #if.',
    )
    .argument('[path]', "the project's folder", '.')
    .option('--only <names>', 'functions, with commas between; all that can go by default')
    .option(
      '--private-headers <files...>',
      'headers that nothing outside of the project includes: what they declare may go',
    )
    .option(
      '--build <command>',
      'builds the project; no shell reads it (default: the config, or make)',
    )
    .option('--test <command>', 'tests it (default: the config, or make test)')
    .option('--crate <folder>', 'the folder of the crate, relative to the project')
    .option('--dry-run', 'show the difference, and change nothing')
    .option('--json', 'print what became of each function, and the difference, as JSON')
    .addHelpText('after', EXIT_CODES)
    .action(async (path: string, given: unknown) => {
      const { runRetire } = await import('./retire.ts');
      const { only = [], ...options } = optionsSchema.parse(given);
      setStatus(await runRetire({ path, only, ...options }));
    });
}
