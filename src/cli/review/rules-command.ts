import { type Command, Option } from 'commander';

/** `rustward rules [ID]` */
export function addRulesCommand(program: Command): void {
  const command = program
    .command('rules')
    .summary('list the rules, or explain one')
    .description('Lists the rules, or explains one with its examples.')
    .argument('[id]', 'the rule to explain')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    );
  command.action(async (id: string | undefined) => {
    const { RULES } = await import('../../rules/index.ts');
    const { rulesText } = await import('./rules.ts');
    const asJson = command.getOptionValue('format') === 'json';
    process.stdout.write(rulesText(id, asJson, RULES));
  });
}
