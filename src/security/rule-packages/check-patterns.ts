import { type Grammars, loadGrammars } from '../../code/syntax/grammar.ts';
import type { Language } from '../../code/syntax/language.ts';
import { parseSyntax } from '../../code/syntax/syntax.ts';
import { UsageError } from '../../errors.ts';
import { type ParseCode, wrongPattern } from '../../rules/declared/parsed-patterns.ts';
import type { RuleFile } from './rule-file.ts';

/** Kept, since a parser that is collected takes memory of others with it. */
let grammars: Grammars | undefined;

/**
 * Looks whether the code patterns of a file of rules are code.
 * @param file its name, for messages
 * @throws UsageError on one line that names the file, the rule and the pattern
 */
export async function checkPatterns(
  { patterns }: Pick<RuleFile, 'patterns'>,
  file: string,
): Promise<void> {
  if (patterns.length === 0) return;
  const known = grammars ?? loadGrammars();
  grammars = known;
  for (const { rule, languages, declared } of patterns) {
    const parsers = await Promise.all(languages.map((language) => parserOf(language, known)));
    const wrong = wrongPattern(declared, parsers);
    if (wrong !== undefined) throw new UsageError(`${file}: the rule ${rule}: ${wrong}`);
  }
}

async function parserOf(language: Language, grammars: Grammars): Promise<ParseCode> {
  const parser = await grammars.parser(language);
  return (text) => parseSyntax(parser, text);
}
