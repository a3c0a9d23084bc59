import { type Command, Option } from 'commander';
import { z } from 'zod';
import { addTreeOptions, treeOptionsSchema } from '../options/tree-options.ts';

const optionsSchema = treeOptionsSchema.extend({
  report: z.string().optional(),
  stateDir: z.string().optional(),
  base: z.string().optional(),
  format: z.enum(['text', 'json']),
});

/** `rustward explain ID [PATH]` */
export function addExplainCommand(program: Command): void {
  const command = program
    .command('explain')
    .summary('print all that is known of one finding')
    .description(
      'Prints what the scan and the models found out about one finding. Scans PATH again, and takes ' +
        'what models said from the state that a review left; or reads all of it from a report. ' +
        'Asks no model.',
    )
    .argument('<id>', "a finding's id, the beginning of it, or its number")
    .argument('[path]', 'the folder or file that was reviewed; where the source lines come from')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option('--report <file>', 'take the finding from a JSON report')
    .option(
      '--base <commit>',
      'the base that the review had: what models said of a change hangs on it',
    )
    .option('--state-dir <folder>', 'take what models said from .rustward/sec below this folder');
  addTreeOptions(command).action(async (id: string, path: string | undefined) => {
    // Loaded when it is needed: other commands start sooner without.
    const { explain } = await import('./explain.ts');
    process.stdout.write(await explain(id, path, optionsSchema.parse(command.opts())));
  });
}
