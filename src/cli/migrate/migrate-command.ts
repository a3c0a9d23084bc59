import type { Command } from 'commander';
import * as z from 'zod';
import { addMigrateConfigCommand } from './config-command.ts';
import { addMigrateHardenCommand } from './harden-command.ts';
import { addMigrateLinkCommand, addMigrateRetireCommand } from './link-command.ts';
import { addMigrateOptimizeCommand } from './optimize-command.ts';
import { addMigrateReplaceCommand } from './replace-command.ts';
import { addMigrateRunCommand } from './run-command.ts';
import { addMigrateScanCommand } from './scan-command.ts';
import { addMigrateStatusCommand } from './status-command.ts';

const methodsOptionsSchema = z.object({ json: z.boolean().default(false) });

/** `rustward migrate …` */
export function addMigrateCommand(program: Command, setStatus: (status: number) => void): void {
  const migrate = program
    .command('migrate')
    .summary('migrate a C project to Rust, one function at a time')
    .description(
      'Migrates a C project to Rust, one function at a time. What is found and decided is kept in ' +
        '.rustward/c2rust, to be committed beside the code.',
    );
  addMigrateConfigCommand(migrate);
  addMigrateHardenCommand(migrate, setStatus);
  addMigrateScanCommand(migrate, setStatus);
  addMigrateReplaceCommand(migrate, setStatus);
  addMigrateRunCommand(migrate, setStatus);
  addMigrateOptimizeCommand(migrate, setStatus);
  addMigrateLinkCommand(migrate, setStatus);
  addMigrateRetireCommand(migrate, setStatus);
  addMigrateStatusCommand(migrate, setStatus);
  addMigrateMethodsCommand(migrate);
}

/** `rustward migrate methods [PATH]` */
function addMigrateMethodsCommand(migrate: Command): void {
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
    process.stdout.write(methodsText(path, methodsOptionsSchema.parse(command.opts()).json));
  });
}
