import { type Command, Option } from 'commander';
import { printWarning } from './output/print-note.ts';

/** `rustward costs` */
export function addCostsCommand(program: Command): void {
  const command = program
    .command('costs')
    .summary('list what models cost, by month and repository')
    .description(
      'Lists what the reviews of this user had models do, and what that cost, by month and ' +
        'repository. A repository is known by the address of its remote, else by a hash and the ' +
        'name of its folder.',
    )
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    );
  command.action(async () => {
    // Loaded when it is needed: other commands start sooner without.
    const { costsText } = await import('./costs.ts');
    const asJson = command.getOptionValue('format') === 'json';
    process.stdout.write(costsText(process.env, asJson, printWarning));
  });
}
