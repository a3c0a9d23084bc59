import type { Command } from 'commander';
import * as z from 'zod';

/** What both commands are told of the project. */
const projectSchema = z.object({
  crate: z.string().optional(),
  build: z.string().optional(),
  test: z.string().optional(),
  json: z.boolean().default(false),
});

const linkSchema = projectSchema.extend({
  without: z.array(z.string()).default([]),
  sanitizers: z.boolean().default(true),
});

const LINK_EXIT_CODES = `
Exit status:
  0  the tests pass with all functions that could be linked, or none could
  1  the tests fail with a function that is named, or sanitizers report something with it; the others pass
  2  the command line is wrong, or nothing is migrated yet
  3  the project does not pass its tests as it is, or a tool is missing
`;

/** The arguments and options that both commands have. */
function withProject(command: Command): Command {
  return command
    .argument('[path]', "the project's folder", '.')
    .option(
      '--build <command>',
      'builds the project; no shell reads it (default: the config, or make)',
    )
    .option('--test <command>', 'tests it (default: the config, or make test)')
    .option('--crate <folder>', 'the folder of the crate, relative to the project');
}

/** `rustward migrate link [PATH]` */
export function addMigrateLinkCommand(migrate: Command, setStatus: (status: number) => void): void {
  withProject(migrate.command('link'))
    .summary('test the C program with its migrated functions in Rust')
    .description(
      'Has the C program call the Rust functions that were found equal to its own, in place of these: builds a copy of the project ' +
        'in the sandbox, as it is and with the Rust linked in, and runs its own tests on both. Where they ' +
        'fail, it finds the function that breaks them. What passes is built and tested once more with sanitizers. Neither the C nor the crate is changed.',
    )
    .option('--without <functions...>', 'functions that stay C')
    .option(
      '--no-sanitizers',
      'leave out the build and test with sanitizers, which takes about as long again',
    )
    .option('--json', 'print the report as JSON')
    .addHelpText('after', LINK_EXIT_CODES)
    .action(async (path: string, given: unknown) => {
      const { runLink } = await import('./link.ts');
      const { sanitizers: withSanitizers, ...options } = linkSchema.parse(given);
      setStatus(await runLink({ path, ...options, withSanitizers }));
    });
}

const retireSchema = projectSchema.extend({
  only: z
    .string()
    .transform((names) => names.split(',').map((name) => name.trim()))
    .optional(),
  privateHeaders: z.array(z.string()).default([]),
  dryRun: z.boolean().default(false),
});

const RETIRE_EXIT_CODES = `
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
  withProject(migrate.command('retire'))
    .summary('take C functions out that only Rust needs now')
    .description(
      'Takes functions out of the C whose callers are all in Rust: links the project as migrate link does, and, where it ' +
        'builds and passes its tests in the sandbox without them, removes their definitions, with the comments right above, from the ' +
        'work tree. Shows the difference, commits nothing. A function stays whose address is taken, that a macro or a header names, or ' +
        'that is defined under #if.',
    )
    .option('--only <names>', 'functions, with commas between; all that can go by default')
    .option(
      '--private-headers <files...>',
      'headers that nothing outside of the project includes: what they declare may go',
    )
    .option('--dry-run', 'show the difference, and change nothing')
    .option('--json', 'print what became of each function, and the difference, as JSON')
    .addHelpText('after', RETIRE_EXIT_CODES)
    .action(async (path: string, given: unknown) => {
      const { runRetire } = await import('./retire.ts');
      const { only = [], ...options } = retireSchema.parse(given);
      setStatus(await runRetire({ path, only, ...options }));
    });
}
