import type { Command } from 'commander';
import * as z from 'zod';

const optionsSchema = z.object({ json: z.boolean().default(false) });

/** `rustward migrate methods [PATH]` */
export function addMigrateMethodsCommand(migrate: Command): void {
  const command = migrate
    .command('methods')
    .summary('show what worked for the functions that were migrated')
    .description(
      'Shows, for each C function whose Rust did the same on inputs: what kind of work it was, what its Rust is, the ' +
        'evidence and the commit, what refused the Rust on the way, and which change answered that. Functions of the ' +
        'same kind are told of it, and so is who repairs what is refused for the same reason. Asks no model.',
    )
    .argument('[path]', 'the folder of the project', '.')
    .option('--json', 'print JSON');
  command.action(async (path: string) => {
    const { methodsText } = await import('./methods.ts');
    process.stdout.write(methodsText(path, optionsSchema.parse(command.opts()).json));
  });
}
