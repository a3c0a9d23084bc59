import { type Command, Option } from 'commander';
import { z } from 'zod';
import { addFindingSourceOptions, findingSourceSchema } from '../options/finding-source-options.ts';

const optionsSchema = findingSourceSchema.extend({
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
    );
  addFindingSourceOptions(command).action(async (id: string, path: string | undefined) => {
    // Loaded when it is needed: other commands start sooner without.
    const { explain } = await import('./explain.ts');
    process.stdout.write(await explain(id, path, optionsSchema.parse(command.opts())));
  });
}
