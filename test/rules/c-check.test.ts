import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../src/code/syntax/syntax.ts';
import { type CHit, runCRules } from '../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../src/rules/c-rules.ts';
import { ANY_CHARACTER } from '../support/any-character.ts';

const grammars = loadGrammars();
const cParser = await grammars.parser('c');
const cppParser = await grammars.parser('cpp');
const parsers = { c: cParser, cpp: cppParser };
type CLanguage = keyof typeof parsers;

function hitsIn(text: string, language: CLanguage): readonly CHit[] {
  const parser = parsers[language];
  const options = { path: 'src/main.c', rules: C_RULES };
  return runCRules(parseSyntax(parser, text), language, parser, options).hits;
}

function shown(hits: readonly CHit[]): string {
  const rows = hits.map(({ rule, location, message, confidence, trace }) => ({
    rule,
    location,
    message,
    confidence,
    trace: trace.map((step) => step.message),
  }));
  return JSON.stringify(rows, undefined, 1);
}

/** Every hit lies inside the text and is as sure as a hit may be. */
function inside(text: string, language: CLanguage): void {
  const lines = text.split('\n');
  for (const { location, confidence, message } of hitsIn(text, language)) {
    expect(confidence).toBeGreaterThanOrEqual(0.4);
    expect(confidence).toBeLessThanOrEqual(0.95);
    expect(message).not.toBe('');
    expect(location.line).toBeGreaterThanOrEqual(1);
    expect(location.endLine).toBeLessThanOrEqual(lines.length);
    expect(location.column).toBeLessThanOrEqual((lines[location.line - 1]?.length ?? 0) + 1);
    expect(location.endColumn).toBeLessThanOrEqual((lines[location.endLine - 1]?.length ?? 0) + 1);
  }
}

const examples = C_RULES.flatMap((rule) => {
  const language: CLanguage = rule.languages.includes('c') ? 'c' : 'cpp';
  return [...rule.examples.bad, ...rule.examples.good].map((text) => ({ text, language }));
});
const example = fc.constantFrom(...examples);

const TOKENS = (
  'int char unsigned long void struct union static const * & ( ) { } [ ] ; , = == != < > <= >= + - ++ -- / % ' +
  '<< >> && || ! ? : . -> if else for while do switch case default break continue return goto sizeof 0 1 -1 4096 ' +
  'x y p buf n malloc free realloc memcpy strcpy printf scanf fopen fclose "%s" "%d" \'a\' NULL #define\n assert '
)
  .split(' ')
  .concat([
    'class',
    'virtual',
    '~',
    '::',
    'new',
    'delete',
    'try',
    'catch',
    'throw',
    'std::move',
    '(T*)',
  ]);

describe('checkC', () => {
  test('survives programs with a piece cut out', () => {
    fc.assert(
      fc.property(example, fc.nat(), fc.nat(), ({ text, language }, from, length) => {
        const start = from % text.length;
        inside(text.slice(0, start) + text.slice(start + (length % 24)), language);
        inside(text.slice(0, start), language);
      }),
      { numRuns: 150 },
    );
  });

  test('survives programs with tokens put in', () => {
    const token = fc.constantFrom(...TOKENS);
    fc.assert(
      fc.property(example, fc.nat(), token, token, ({ text, language }, from, one, other) => {
        const start = from % text.length;
        inside(`${text.slice(0, start)} ${one} ${other} ${text.slice(start)}`, language);
      }),
      { numRuns: 150 },
    );
  });

  test('survives token soup', () => {
    const soup = fc.array(fc.constantFrom(...TOKENS), { maxLength: 80 });
    fc.assert(
      fc.property(soup, fc.constantFrom<CLanguage>('c', 'cpp'), (tokens, language) => {
        inside(tokens.join(' '), language);
        inside(`int f(char *p, int n) { int x; char buf[8]; ${tokens.join(' ')} }`, language);
      }),
      { numRuns: 150 },
    );
  });

  test('survives any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 200 }), (text) => {
        inside(text, 'c');
      }),
      { numRuns: 60 },
    );
  });

  test('gives the same hits on each run', () => {
    for (const { text, language } of examples)
      expect(shown(hitsIn(text, language))).toEqual(shown(hitsIn(text, language)));
  });

  test('gives hits in the order of the file, one for each rule and line', () => {
    for (const { text, language } of examples) {
      const hits = hitsIn(text, language);
      const lines = hits.map((hit) => hit.location.line);
      expect(lines).toEqual([...lines].sort((a, b) => a - b));
      const keys = hits.map((hit) => `${hit.rule}:${hit.location.line}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});
