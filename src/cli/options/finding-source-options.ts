import type { Command } from 'commander';
import { z } from 'zod';
import { addTreeOptions, folderName, treeOptionsSchema } from './tree-options.ts';

/** Where a command takes a finding from: a report, or the tree with what a review left. */
export const findingSourceSchema = treeOptionsSchema.extend({
  report: z.string().optional(),
  stateDir: z.string().optional(),
  base: z.string().optional(),
});

/** Adds the options that say where a finding is taken from. */
export function addFindingSourceOptions(command: Command): Command {
  command
    .option('--report <file>', 'take the finding from a JSON report')
    .option(
      '--base <commit>',
      'the base that the review had: what models said of a change hangs on it',
    )
    .option(
      '--state-dir <folder>',
      'take what models said from .rustward/sec below this folder',
      folderName,
    );
  return addTreeOptions(command);
}
