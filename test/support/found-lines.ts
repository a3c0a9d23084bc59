import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../src/code/syntax/syntax.ts';
import { runCRules } from '../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../src/rules/c-rules.ts';

const parser = await loadGrammars().parser('c');

/**
 * The lines of findings in C code, but for those of which the scan is hardly sure.
 * @param only the rule that is meant, where not all are
 */
export function foundLines(text: string, only?: string): number[] {
  const options = { path: 'src/main.c', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), 'c', parser, options);
  const lines = hits
    .filter(({ rule, confidence }) => confidence >= 0.5 && (only ?? rule) === rule)
    .map(({ location }) => location);
  return [...new Set(lines.map(({ line }) => line))].sort((a, b) => a - b);
}
