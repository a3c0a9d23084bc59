import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { codeIndex } from '../../../src/code/pattern/code-index.ts';
import { coreOf } from '../../../src/code/pattern/code-shape.ts';
import { findMatches } from '../../../src/code/pattern/find-matches.ts';
import { Matcher } from '../../../src/code/pattern/matcher.ts';
import { parsePattern } from '../../../src/code/pattern/parse-pattern.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { lex } from '../../../src/code/syntax/lexer.ts';
import {
  descendants,
  parseSyntax,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../src/code/syntax/syntax.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';

const grammars = loadGrammars();
const parsers = { c: await grammars.parser('c'), cpp: await grammars.parser('cpp') };
type Language = keyof typeof parsers;

const parserOf = (language: Language) => (text: string) => parseSyntax(parsers[language], text);

/** The nodes that a pattern matches. */
function matched(pattern: string, tree: SyntaxTree, language: Language): SyntaxNode[] {
  const matcher = new Matcher(tree, 1_000_000);
  const parsed = parsePattern(pattern, parserOf(language));
  return findMatches(parsed, codeIndex(tree), matcher, (match) => match).map(({ first }) => first);
}

interface Sample {
  readonly node: SyntaxNode;
  readonly text: string;
  readonly tree: SyntaxTree;
  readonly language: Language;
}

/** Every expression of the examples of all rules that parse. */
const samples = C_RULES.flatMap(({ examples, languages }): Sample[] =>
  [...examples.bad, ...examples.good].flatMap((program) => {
    const language = languages.includes('c') ? 'c' : 'cpp';
    const tree = parserOf(language)(program);
    if (tree.errors > 0 || tree.broken.size > 0) return [];
    return descendants(tree.root)
      .filter((node) => /_expression$/.test(node.type) && coreOf(node) === node)
      .map((node) => ({ node, text: tree.textOf(node), tree, language }));
  }),
);

/** By number, since a tree is too much for a message. */
const sample = fc.nat({ max: samples.length - 1 });

function sampleAt(at: number): Sample {
  const found = samples[at];
  if (found === undefined) throw new Error(`there is no sample ${at}`);
  return found;
}

/** Whether a pattern matches a node of a tree. */
function isMatched(pattern: string, { node, tree, language }: Sample): boolean {
  return matched(pattern, tree, language).includes(node);
}

describe('an expression of the examples, as a pattern', () => {
  test('there are enough of them', () => {
    expect(samples.length).toBeGreaterThan(2000);
  });

  test('matches that expression', () => {
    fc.assert(
      fc.property(sample, (at) => {
        const one = sampleAt(at);
        expect([one.text, isMatched(one.text, one)]).toEqual([one.text, true]);
      }),
      { numRuns: 1500 },
    );
  });

  test('matches it with other space, comments and parentheses', () => {
    fc.assert(
      fc.property(sample, fc.constantFrom(' ', '\n', ' /* other */ '), (at, space) => {
        const one = sampleAt(at);
        // A sign is part of a number where nothing is between them, and in parentheses `a < b || c > d` may be a template.
        fc.pre(!/[-+]\s*\d|<[\s\S]*>/.test(one.text));
        const tokens = lex(one.text).map(({ text }) => text);
        const pattern = `(${tokens.join(space)})`;
        expect([pattern, isMatched(pattern, one)]).toEqual([pattern, true]);
      }),
      { numRuns: 500 },
    );
  });

  test('does not match it with another token in the place of one', () => {
    const others = new Map([
      ['word', 'other_word'],
      ['number', '987'],
      ['string', '"other"'],
      ['character', "'~'"],
    ]);
    fc.assert(
      fc.property(sample, fc.nat(), (at, place) => {
        const one = sampleAt(at);
        const tokens = lex(one.text).filter(({ kind }) => others.has(kind));
        const token = tokens[place % Math.max(1, tokens.length)];
        fc.pre(token !== undefined);
        const pattern = `${one.text.slice(0, token.start)}${others.get(token.kind)}${one.text.slice(token.end)}`;
        let found = false;
        try {
          found = isMatched(pattern, one);
        } catch {
          // Another word in the place of one of the language is no code.
        }
        expect([pattern, found]).toEqual([pattern, false]);
      }),
      { numRuns: 1500 },
    );
  });

  test('matches it with a metavariable in the place of any part', () => {
    fc.assert(
      fc.property(sample, fc.nat(), (at, place) => {
        const one = sampleAt(at);
        const { node } = one;
        const parts = descendants(node).filter(
          ({ type, start, end, parent }) =>
            parent?.type !== 'concatenated_string' &&
            /^identifier$|_literal$|_expression$/.test(type) &&
            end - start < node.end - node.start,
        );
        const part = parts[place % Math.max(1, parts.length)];
        fc.pre(part !== undefined);
        const before = one.text.slice(0, part.start - node.start);
        const pattern = `${before} $X ${one.text.slice(part.end - node.start)}`;
        expect([pattern, isMatched(pattern, one)]).toEqual([pattern, true]);
      }),
      { numRuns: 1000 },
    );
  });
});

test.each([
  ['', 'is empty'],
  ['/* nothing */', 'is empty'],
  ['$X', 'would match everything'],
  ['...', 'would match everything'],
  ['$A; ... $B;', 'would match everything'],
  ['f(', 'is neither an expression nor statements'],
  ['a); (b', 'is neither an expression nor statements'],
  ['} void g(void) {', 'is neither an expression nor statements'],
  ['if (', 'is neither an expression nor statements'],
  ['f($X))', 'is neither an expression nor statements'],
])('%s is no pattern', (text, why) => {
  expect(() => parsePattern(text, parserOf('c'))).toThrow(why);
});

test('a search ends where it costs too much', () => {
  const pattern = `f(${'..., $A, '.repeat(3)}..., $B, ..., $B, 1)`;
  const tree = parserOf('c')(
    `void g(void) { f(${Array.from({ length: 300 }, (_, at) => `a${at}`).join(', ')}); }`,
  );
  const matcher = new Matcher(tree, 100_000);
  const parsed = parsePattern(pattern, parserOf('c'));
  expect(() => findMatches(parsed, codeIndex(tree), matcher, (match) => match)).toThrow();
});
