import type { Command } from 'commander';
import { addMigrateConfigCommand } from './migrate-config-command.ts';
import { addMigrateLinkCommand } from './migrate-link-command.ts';
import { addMigrateOptimizeCommand } from './migrate-optimize-command.ts';
import { addMigrateReplaceCommand } from './migrate-replace-command.ts';
import { addMigrateRunCommand } from './migrate-run-command.ts';
import { addMigrateScanCommand } from './migrate-scan-command.ts';
import { addMigrateStatusCommand } from './migrate-status-command.ts';

/** `rustward migrate …` */
export function addMigrateCommand(program: Command, setStatus: (status: number) => void): void {
  const migrate = program
    .command('migrate')
    .summary('carry a C project to Rust, one function at a time')
    .description(
      'Carries a C project to Rust, one function at a time. What is found and decided is kept in ' +
        '.rustward/c2rust, to be committed beside the code.',
    );
  addMigrateConfigCommand(migrate);
  addMigrateScanCommand(migrate, setStatus);
  addMigrateReplaceCommand(migrate, setStatus);
  addMigrateRunCommand(migrate, setStatus);
  addMigrateOptimizeCommand(migrate, setStatus);
  addMigrateLinkCommand(migrate, setStatus);
  addMigrateStatusCommand(migrate, setStatus);
}
