import { type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { UsageError } from '../../errors.ts';
import { MIGRATION_STAGES } from '../../migration/pipeline/migration-stage.ts';
import { addModelOptions, parseModelOptions } from '../options/model-options.ts';
import { addTelemetryOptions, telemetryOptionsSchema } from '../options/telemetry-options.ts';

const optionsSchema = telemetryOptionsSchema.extend({
  crate: z.string().regex(/^[\w-]+(?:\/[\w-]+)*$/, 'must be a folder within the project'),
  only: z.array(z.string()).default([]),
  withCallees: z.boolean().default(false),
  maxRetries: z.int().optional(),
  maxFunctions: z.int().default(Number.MAX_SAFE_INTEGER),
  maxRestarts: z.int(),
  interactive: z.boolean().default(false),
  reset: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  ignoreGates: z.boolean().default(false),
  until: z.enum(MIGRATION_STAGES),
  libraries: z.boolean().default(false),
  strictReplay: z.boolean().default(false),
});

const EXIT_CODES = `
Exit status:
  0  all that was asked for is migrated
  1  some functions are blocked, or wait for one that is
  2  the command line, a configuration file or the work tree has to be put right
  3  the run ended early: no model, no clang, no cargo, or the cap on costs was reached
  4  a gate failed, and the run is paused before its next phase: see migrate status
`;

/** `rustward migrate run [PATH]` */
export function addMigrateRunCommand(migrate: Command, setStatus: (status: number) => void): void {
  const command = migrate
    .command('run')
    .summary('migrate functions to Rust, with a commit for each')
    .description(
      'Migrates the functions of a C project to Rust, callees first: each is planned, written, ' +
        'built, tested, run beside the C, reviewed, and committed. A run goes on where the last one ' +
        'ended, however that ended. Models must be configured.',
    )
    .argument('[path]', 'the folder of the project, in a git work tree', '.')
    .option('--crate <folder>', 'where the crate is written, below the project', 'rust')
    .option(
      '--only <names>',
      'only these C functions, by comma; also where they were blocked',
      names,
    )
    .option('--with-callees', 'what the functions of --only call as well, callees first')
    .option(
      '--max-retries <number>',
      'repairs of each kind before a function is begun again',
      whole,
    )
    .option('--max-functions <number>', 'functions that this run tries at most', whole)
    .option('--max-restarts <number>', 'how often a function is begun again', whole, 2)
    .option('--interactive', 'ask before a function is recorded')
    .option('--reset', 'begin anew: what was migrated is removed, in a commit of its own')
    .option(
      '--libraries',
      'look for well-kept crates that can serve some of the C, before all else',
    )
    .option('--dry-run', 'say what would be done, and ask no model')
    .option('--ignore-gates', 'go on where a gate fails, and only say so')
    .addOption(
      new Option('--until <stage>', 'the last stage to do')
        .choices(MIGRATION_STAGES)
        .default('transpile'),
    )
    .option('--strict-replay', 'refuse recorded answers to questions that have changed since')
    .addHelpText('after', EXIT_CODES);
  addTelemetryOptions(addModelOptions(command)).action(async (path: string) => {
    const parsed = optionsSchema.safeParse(command.opts());
    if (!parsed.success) throw new UsageError(`--crate ${parsed.error.issues[0]?.message}`);
    const { runMigration } = await import('./run.ts');
    const { strictReplay, ignoreGates, ...options } = parsed.data;
    const models = { ...parseModelOptions(command), strictReplay };
    const gates = ignoreGates ? 'warn' : 'pause';
    setStatus(await runMigration({ ...options, path, models, gates }));
  });
}

function names(value: string): string[] {
  return value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function whole(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number <= 1_000_000) return number;
  throw new InvalidArgumentError('Expected a whole number.');
}
