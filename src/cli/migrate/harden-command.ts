import { type Command, InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { addModelOptions, parseModelOptions } from '../options/model-options.ts';
import { addTelemetryOptions, telemetryOptionsSchema } from '../options/telemetry-options.ts';

const optionsSchema = z.object({
  maxFixes: z.int(),
  maxMinutes: z.int(),
  retry: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  strictReplay: z.boolean().default(false),
});

const EXIT_CODES = `
Exit status:
  0  nothing is left that is worth fixing
  1  something is left: no fix of it holds, or --max-fixes was reached
  2  the command line or the repository has to be put right
  3  the run ended early: no model, or the cap on costs was reached
`;

/** `rustward migrate harden [PATH]` */
export function addMigrateHardenCommand(
  migrate: Command,
  setStatus: (status: number) => void,
): void {
  const command = migrate
    .command('harden')
    .summary('fix the C first, on a branch of its own, with a commit for each fix')
    .description(
      'Has an agent fix what the scan finds in the C before it is migrated: files with the highest score ' +
        'first, each fix small, scanned again, built and tested in the sandbox, and committed to the branch ' +
        'rustward/harden. A run goes on where the last one ended. The work tree is left alone. Models must be ' +
        'configured.',
    )
    .argument('[path]', 'the folder of the project, in a git work tree', '.')
    .option('--max-fixes <number>', 'findings that this run tries at most', whole, 10)
    .option('--max-minutes <number>', 'minutes that the agent has for one finding', whole, 20)
    .option('--retry', 'try also what came to nothing before')
    .option('--dry-run', 'say what would be tried, and ask no model')
    .option('--strict-replay', 'refuse recorded answers to questions that have changed since')
    .addHelpText('after', EXIT_CODES);
  addTelemetryOptions(addModelOptions(command)).action(async (path: string) => {
    const { strictReplay, ...options } = optionsSchema.parse(command.opts());
    const watched = telemetryOptionsSchema.parse(command.opts());
    const models = { ...parseModelOptions(command), strictReplay };
    const { runHarden } = await import('./harden.ts');
    setStatus(await runHarden({ ...options, path, models }, watched));
  });
}

function whole(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 10_000) return number;
  throw new InvalidArgumentError('Expected a whole number from 1.');
}
