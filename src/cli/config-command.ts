import { type Command, Option } from 'commander';

/** `rustward config [PATH]` */
export function addConfigCommand(program: Command): void {
  const command = program
    .command('config')
    .summary('print the settings that count for a folder or a file')
    .description(
      'Prints what counts for a folder or a file: the defaults, what .github/rustward.yml of its ' +
        'repository settles, and in it what is settled of folders. The text is a file of settings itself.',
    )
    .argument('[path]', 'a folder or a file', '.')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['yaml', 'json'])
        .default('yaml'),
    );
  command.action(async (path: string) => {
    const { configText } = await import('./config.ts');
    const { printWarning } = await import('./output/print-note.ts');
    const asJson = command.getOptionValue('format') === 'json';
    process.stdout.write(await configText(path, asJson, printWarning));
  });
}
