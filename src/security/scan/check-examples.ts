import { NO_PROJECT } from '../../code/flow/project/project-knowledge.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import type { Language } from '../../code/syntax/language.ts';
import { descendants } from '../../code/syntax/syntax.ts';
import { messageOf } from '../../errors.ts';
import type { PackageRule } from '../../rules/package-rule.ts';
import { analyseFile } from './analyse-file.ts';

/** The line of an example that a rule reports. */
const DEFECT = /\/\/ defect\s*$/;

const ENDINGS = { c: 'c', cpp: 'cpp', rust: 'rs' } as const;

/**
 * Runs a rule on its own examples: of a bad one it has to report the lines that end in `// defect`, or any line where none
 * does; of a good one nothing.
 * @returns one line for each example that it judges otherwise
 */
export async function checkExamples(rule: PackageRule, grammars: Grammars): Promise<string[]> {
  const problems: string[] = [];
  const check = async (kind: 'bad' | 'good', text: string, at: number) => {
    const name = `${rule.id}: its ${kind} example ${at + 1}`;
    const wanted = kind === 'bad' ? markedLines(text) : [];
    try {
      const path = `example.${ENDINGS[await languageOf(rule, text, grammars)]}`;
      const { hits } = await analyseFile(path, text, grammars, NO_PROJECT, [rule]);
      const own = hits.filter((hit) => hit.rule === rule.id).map(({ location }) => location.line);
      const found = [...new Set(own)].sort((one, other) => one - other);
      const isRight =
        kind === 'bad' && wanted.length === 0 ? found.length > 0 : found.join() === wanted.join();
      if (!isRight)
        problems.push(`${name} ${reported(found)}; expected: ${expected(kind, wanted)}`);
    } catch (thrown) {
      problems.push(`${name} cannot be analysed: ${messageOf(thrown)}`);
    }
  };
  for (const [at, text] of rule.examples.bad.entries()) await check('bad', text, at);
  for (const [at, text] of rule.examples.good.entries()) await check('good', text, at);
  return problems;
}

/** Of a rule for C and C++, an example that does not parse as C is one of C++. */
async function languageOf(
  { languages: [first, ...more] }: PackageRule,
  text: string,
  grammars: Grammars,
): Promise<Language> {
  if (first !== 'c' || !more.includes('cpp')) return first;
  const { root } = await grammars.tree('c', text);
  return descendants(root).some(({ type }) => type === 'ERROR') ? 'cpp' : 'c';
}

function markedLines(text: string): number[] {
  return text.split('\n').flatMap((line, index) => (DEFECT.test(line) ? [index + 1] : []));
}

function reported(lines: readonly number[]): string {
  return lines.length === 0 ? 'is not reported' : `is reported in ${listed(lines)}`;
}

function expected(kind: 'bad' | 'good', lines: readonly number[]): string {
  if (kind === 'good') return 'nothing';
  return lines.length === 0 ? 'any line' : listed(lines);
}

function listed(lines: readonly number[]): string {
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
}
