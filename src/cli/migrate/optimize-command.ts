import { type Command, InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { addModelOptions, parseModelOptions } from '../options/model-options.ts';
import { addTelemetryOptions, telemetryOptionsSchema } from '../options/telemetry-options.ts';

const optionsSchema = z.object({
  include: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
  maxFiles: z.int(),
  maxChecks: z.int(),
  dryRun: z.boolean().default(false),
});

const EXIT_CODES = `
Exit status:
  0  the crate is as good as it could be made, or was already
  1  a gate failed: the scan finds what it did not find before
  2  the command line is wrong, or the crate has changes that are not committed
  3  the crate does not build or its tests fail, or a tool is missing
`;

/** `rustward migrate optimize [CRATE]` */
export function addMigrateOptimizeCommand(
  migrate: Command,
  setStatus: (status: number) => void,
): void {
  const command = migrate
    .command('optimize')
    .summary('make a migrated crate better, a step at a time')
    .description(
      'Follows clippy where it is sure, removes unsafe that is not needed, and hides what nothing ' +
        'outside uses; where models are configured they write the reasons of unsafe and the ' +
        'documentation that is missing. Each step is built and tested in the sandbox, kept when green, else undone; ' +
        'in git each is a commit. What is not committed is never touched.',
    )
    .argument('[crate]', 'the folder of the crate', '.')
    .option('--include <patterns...>', 'only these files, patterns as in .gitignore')
    .option('--exclude <patterns...>', 'not these files')
    .option('--max-files <number>', 'files that may be changed at most', whole, 1000)
    .option('--max-checks <number>', 'builds with tests at most', whole, 200)
    .option('--dry-run', 'say what could be done, and do nothing')
    .addHelpText('after', EXIT_CODES);
  addTelemetryOptions(addModelOptions(command)).action(async (crate: string) => {
    const { runOptimize } = await import('./optimize.ts');
    const options = optionsSchema.parse(command.opts());
    const watched = telemetryOptionsSchema.parse(command.opts());
    setStatus(
      await runOptimize({ crate, ...options, models: parseModelOptions(command) }, watched),
    );
  });
}

function whole(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 1_000_000) return number;
  throw new InvalidArgumentError('Expected a whole number from 1.');
}
