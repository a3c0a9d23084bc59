import { type Command, Option } from 'commander';
import { z } from 'zod';
import { addRulesOption } from '../options/tree-options.ts';

const optionsSchema = z.object({
  format: z.enum(['text', 'json']),
  rules: z.array(z.string()),
  test: z.boolean().default(false),
});

/** `rustward rules [ID|CWE]` */
export function addRulesCommand(program: Command, setStatus: (status: number) => void): void {
  const command = program
    .command('rules')
    .summary('list the rules, or explain one')
    .description('Lists the rules, those of one weakness, or explains one rule with its examples.')
    .argument('[id]', 'the rule to explain, or a weakness such as CWE-416 or 416')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option('--test', 'run the rules of --rules on their own examples');
  addRulesOption(command);
  command.action(async (id: string | undefined) => {
    const { RULES } = await import('../../rules/index.ts');
    const { rulesText } = await import('./rules.ts');
    const { findRulePackages, loadRulePackages } = await import(
      '../../security/rule-packages/load-rule-packages.ts'
    );
    const { format, rules: packages, test } = optionsSchema.parse(command.opts());
    const loaded = await loadRulePackages(findRulePackages(packages, process.cwd()));
    const more = loaded.rules;
    if (test) {
      const { testRules } = await import('./test-rules.ts');
      const { setUserModels } = await import('../../code/library-models/lookup.ts');
      setUserModels(loaded.functions);
      const { text, status } = await testRules(id, more);
      process.stdout.write(text);
      setStatus(status);
      return;
    }
    process.stdout.write(rulesText(id, format === 'json', [...RULES, ...more]));
  });
}
