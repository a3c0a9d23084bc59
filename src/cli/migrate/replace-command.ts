import type { Command } from 'commander';
import { addModelOptions, parseModelOptions } from '../options/model-options.ts';
import { addTelemetryOptions, telemetryOptionsSchema } from '../options/telemetry-options.ts';

const EXIT_CODES = `
Exit status:
  0  each function was judged, or had been before
  2  the command line, a configuration file or the work tree has to be put right
  3  the run ended early: no model, no clang, no cargo, or the cap on costs was reached
`;

/** `rustward migrate replace [PATH]` */
export function addMigrateReplaceCommand(
  migrate: Command,
  setStatus: (status: number) => void,
): void {
  const command = migrate
    .command('replace')
    .summary('find C that well-kept libraries can serve')
    .description(
      'Has a model say of each function, callers first, whether well-kept crates can serve it with ' +
        'all that it needs. Each crate is looked up in the registry and built in the sandbox. What is ' +
        'decided is kept, and later runs go by it. Nothing is migrated yet.',
    )
    .argument('[path]', 'the folder of the project', '.')
    .addHelpText('after', EXIT_CODES);
  addTelemetryOptions(addModelOptions(command)).action(async (path: string) => {
    const { runReplace } = await import('./replace.ts');
    const watched = telemetryOptionsSchema.parse(command.opts());
    setStatus(await runReplace(path, parseModelOptions(command), watched));
  });
}
