import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../src/code/syntax/syntax.ts';
import { runCRules } from '../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../src/rules/c-rules.ts';
import { shownWorth } from './rules.ts';

const grammars = loadGrammars();
const parsers = { c: await grammars.parser('c'), cpp: await grammars.parser('cpp') };

/** What the rules about bounds, copies included, say of a file that a change brings, as `line rule severity confidence`. */
export function toldBounds(text: string, language: 'c' | 'cpp'): string[] {
  const parser = parsers[language];
  const options = { path: 'src/main.c', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), language, parser, options);
  return hits
    .filter(({ rule }) => /^(?:out_of_bounds|boundary|unsafe_api)/.test(rule))
    .map((hit) => shownWorth(C_RULES, hit))
    .sort();
}
