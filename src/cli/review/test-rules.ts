import { loadGrammars } from '../../code/syntax/grammar.ts';
import { UsageError } from '../../errors.ts';
import type { PackageRule } from '../../rules/package-rule.ts';
import { checkExamples } from '../../security/scan/check-examples.ts';

const UNTESTED =
  'is not tested: it has no bad example, and nothing shows that it finds anything; write one under examples';

/**
 * What `rustward rules --test` prints: which rules of packages do not judge their own examples as they say.
 * @param id one rule; all of them when undefined
 * @returns the exit status besides: 1 where an example is judged otherwise, or a rule has no bad one, so that nothing shows what
 *   it finds
 * @throws UsageError where there is no rule to test
 */
export async function testRules(
  id: string | undefined,
  rules: readonly PackageRule[],
): Promise<{ readonly text: string; readonly status: number }> {
  const chosen = rules.filter((rule) => id === undefined || rule.id === id);
  if (chosen.length === 0) {
    throw new UsageError('--test runs rules of yours: name their package with --rules');
  }
  const grammars = loadGrammars();
  const lines: string[] = [];
  let wrong = 0;
  for (const rule of chosen) {
    const problems = await checkExamples(rule, grammars);
    if (rule.examples.bad.length === 0) problems.push(`${rule.id} ${UNTESTED}`);
    wrong += problems.length;
    lines.push(...(problems.length > 0 ? problems : [rightOf(rule)]));
  }
  return { text: lines.map((line) => `${line}\n`).join(''), status: wrong === 0 ? 0 : 1 };
}

function rightOf({ id, examples: { bad, good } }: PackageRule): string {
  const number = bad.length + good.length;
  return `${id}: ${number === 1 ? '1 example is as it says' : `${number} examples are as they say`}`;
}
