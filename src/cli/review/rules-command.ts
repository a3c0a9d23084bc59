import { type Command, Option } from 'commander';
import { z } from 'zod';
import { addRulesOption } from '../options/tree-options.ts';

const optionsSchema = z.object({ format: z.enum(['text', 'json']), rules: z.array(z.string()) });

/** `rustward rules [ID|CWE]` */
export function addRulesCommand(program: Command): void {
  const command = program
    .command('rules')
    .summary('list the rules, or explain one')
    .description('Lists the rules, those of one weakness, or explains one rule with its examples.')
    .argument('[id]', 'the rule to explain, or a weakness such as CWE-416 or 416')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    );
  addRulesOption(command);
  command.action(async (id: string | undefined) => {
    const { RULES } = await import('../../rules/index.ts');
    const { rulesText } = await import('./rules.ts');
    const { findRulePackages, loadRulePackages } = await import(
      '../../security/scan/rule-packages.ts'
    );
    const { format, rules: packages } = optionsSchema.parse(command.opts());
    const more = await loadRulePackages(findRulePackages(packages, process.cwd()));
    process.stdout.write(rulesText(id, format === 'json', [...RULES, ...more]));
  });
}
