import type { Command } from 'commander';
import * as z from 'zod';

const optionsSchema = z.object({
  crate: z.string().optional(),
  build: z.string().optional(),
  test: z.string().optional(),
  without: z.array(z.string()).default([]),
  json: z.boolean().default(false),
});

const EXIT_CODES = `
Exit status:
  0  the tests pass with all functions that could be linked, or none could
  1  the tests fail with a function that is named; the others pass
  2  the command line is wrong, or nothing is migrated yet
  3  the project does not pass its tests as it is, or a tool is missing
`;

/** `rustward migrate link [PATH]` */
export function addMigrateLinkCommand(migrate: Command, setStatus: (status: number) => void): void {
  migrate
    .command('link')
    .summary('test the C program with its migrated functions in Rust')
    .description(
      'Has the C program call the Rust functions that were found equal to its own, in place of these: builds a copy of the project ' +
        'in the sandbox, as it is and with the Rust linked in, and runs its own tests on both. Where they ' +
        'fail, it finds the function that breaks them. Neither the C nor the crate is changed.',
    )
    .argument('[path]', "the project's folder", '.')
    .option(
      '--build <command>',
      'builds the project; no shell reads it (default: the config, or make)',
    )
    .option('--test <command>', 'tests it (default: the config, or make test)')
    .option('--without <functions...>', 'functions that stay C')
    .option('--crate <folder>', 'the folder of the crate, relative to the project')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', EXIT_CODES)
    .action(async (path: string, given: unknown) => {
      const { runLink } = await import('./link.ts');
      setStatus(await runLink({ path, ...optionsSchema.parse(given) }));
    });
}
