import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { addFindingSourceOptions, findingSourceSchema } from '../options/finding-source-options.ts';

const optionsSchema = findingSourceSchema.extend({
  reason: z.string(),
  until: z.string().optional(),
  dryRun: z.boolean().default(false),
});

/** `rustward suppress ID [PATH] --reason TEXT` */
export function addSuppressCommand(program: Command): void {
  const command = program
    .command('suppress')
    .summary('settle a finding in .rustward/suppressions.json5, with the reason')
    .description(
      'Writes an entry for one finding into .rustward/suppressions.json5 of PATH, which runs from then on go by: the ' +
        'finding is listed as suppressed, with the reason, and fails nothing. It holds as long as the code of the ' +
        'finding stays the same. Scans PATH again, or takes the finding from a report. Asks no model.',
    )
    .argument('<id>', "a finding's id, the beginning of it, or its number")
    .argument('[path]', 'the folder that was scanned or reviewed')
    .requiredOption('--reason <text>', 'why it is no defect, or one that is accepted')
    .option('--until <day>', 'the last day on which it counts, as 2027-01-31', day)
    .option('--dry-run', 'print the entry, and write nothing');
  addFindingSourceOptions(command).action(async (id: string, path: string | undefined) => {
    // Loaded when it is needed: other commands start sooner without.
    const { suppress } = await import('./suppress.ts');
    process.stdout.write(await suppress(id, path ?? '.', optionsSchema.parse(command.opts())));
  });
}

function day(value: string): string {
  if (!z.iso.date().safeParse(value).success) {
    throw new InvalidArgumentError('expected a day, such as 2027-01-31');
  }
  if (value < new Date().toISOString().slice(0, 10))
    throw new InvalidArgumentError('that day is over');
  return value;
}
