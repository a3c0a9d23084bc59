import { type Command, Option } from 'commander';
import * as z from 'zod';

const optionsSchema = z.object({
  json: z.boolean().default(false),
  format: z.enum(['text', 'json']),
  html: z.string().optional(),
  sarif: z.string().optional(),
});

const EXIT_CODES = `
Exit status:
  0  no gate is unmet; where nothing is migrated yet, those that are judged by it are open
  1  a gate is not met
  2  the project was not scanned yet, or an artifact is damaged
`;

/** `rustward migrate status [PATH]` */
export function addMigrateStatusCommand(
  migrate: Command,
  setStatus: (status: number) => void,
): void {
  const command = migrate
    .command('status')
    .summary('show how far a migration is, function by function')
    .description(
      'Shows each function with its state, its evidence and what it took, and whether the gates of ' +
        'the config are met. Builds nothing and asks no model.',
    )
    .argument('[path]', 'the folder of the project', '.')
    .option('--json', 'print JSON')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option('--html <file>', 'write a page to a file, too')
    .option('--sarif <file>', 'write the undefined behaviour that was met in the C to a file, too')
    .addHelpText('after', EXIT_CODES);
  command.action(async (path: string) => {
    const { runStatus } = await import('./status.ts');
    const { format, json, ...files } = optionsSchema.parse(command.opts());
    setStatus(await runStatus(path, { ...files, json: json || format === 'json' }));
  });
}
