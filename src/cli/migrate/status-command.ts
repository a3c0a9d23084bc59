import type { Command } from 'commander';
import * as z from 'zod';

const optionsSchema = z.object({
  json: z.boolean().default(false),
  html: z.string().optional(),
  sarif: z.string().optional(),
});

const EXIT_CODES = `
Exit status:
  0  every gate is met
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
    .option('--html <file>', 'write a page to a file, too')
    .option('--sarif <file>', 'write the undefined behaviour that was met in the C to a file, too')
    .addHelpText('after', EXIT_CODES);
  command.action(async (path: string) => {
    const { runStatus } = await import('./status.ts');
    setStatus(await runStatus(path, optionsSchema.parse(command.opts())));
  });
}
