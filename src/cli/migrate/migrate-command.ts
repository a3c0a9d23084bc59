import type { Command } from 'commander';
import { addMigrateConfigCommand } from './config-command.ts';
import { addMigrateHardenCommand } from './harden-command.ts';
import { addMigrateLinkCommand } from './link-command.ts';
import { addMigrateMethodsCommand } from './methods-command.ts';
import { addMigrateOptimizeCommand } from './optimize-command.ts';
import { addMigrateReplaceCommand } from './replace-command.ts';
import { addMigrateRunCommand } from './run-command.ts';
import { addMigrateScanCommand } from './scan-command.ts';
import { addMigrateStatusCommand } from './status-command.ts';

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
  addMigrateStatusCommand(migrate, setStatus);
  addMigrateMethodsCommand(migrate);
}
