import { type Command, Option } from 'commander';
import * as z from 'zod';

const optionsSchema = z.object({
  allowUnsandboxed: z.boolean().default(false),
  rebuild: z.boolean().default(false),
  format: z.enum(['text', 'json']),
});

const EXIT_CODES = `
Exit status:
  0  every C file was read
  2  there is no C file, or the config is wrong
  3  a file could not be read, or there is no clang
`;

/** `rustward migrate scan [PATH]` */
export function addMigrateScanCommand(migrate: Command, setStatus: (status: number) => void): void {
  const command = migrate
    .command('scan')
    .summary('find the functions of a C project, and the order to migrate them in')
    .description(
      'Reads the C files of a project with clang, in the sandbox: functions, types, who calls ' +
        'whom, and the order in which to migrate them. Flags come from compile_commands.json where ' +
        'there is one, else from a build of the C in the sandbox where files do not compile without. ' +
        'CLANG names another clang.',
    )
    .argument('[path]', 'the folder of the project', '.')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option('--rebuild', 'see anew from a build how the files are compiled')
    .option('--allow-unsandboxed', 'run clang even where there is no sandbox, on code you trust')
    .addHelpText('after', EXIT_CODES);
  command.action(async (path: string) => {
    const { runMigrateScan } = await import('./scan.ts');
    setStatus(await runMigrateScan(path, optionsSchema.parse(command.opts())));
  });
}
