import { type Command, Option } from 'commander';
import * as z from 'zod';
import { addRulesOption } from './options/tree-options.ts';

const optionsSchema = z.object({ format: z.enum(['yaml', 'json']), rules: z.array(z.string()) });

/** `rustward config [PATH]` */
export function addConfigCommand(program: Command, setStatus: (status: number) => void): void {
  const command = program
    .command('config')
    .summary('print the settings that count for a folder or a file, and check them')
    .description(
      'Prints what counts for a folder or a file: the defaults, what .github/rustward.yml of its ' +
        'repository settles, and in it what is settled of folders. The text is a file of settings itself. ' +
        'Says what is wrong with it, with suppressions, with ignore files and with rules of your own: the exit ' +
        'status is 2 for mistakes, and 1 where something settled does nothing.',
    )
    .argument('[path]', 'a folder or a file', '.')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['yaml', 'json'])
        .default('yaml'),
    );
  addRulesOption(command);
  command.action(async (path: string) => {
    const { configText } = await import('./config.ts');
    const { printNote, printWarning } = await import('./output/print-note.ts');
    const { format, rules } = optionsSchema.parse(command.opts());
    const { text, warnings, notes } = await configText({ path, asJson: format === 'json', rules });
    for (const line of warnings) printWarning(line);
    for (const line of notes) printNote(line);
    process.stdout.write(text);
    if (warnings.length > 0) setStatus(1);
  });
}
