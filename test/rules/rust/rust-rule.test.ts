import { expect, test } from '@jest/globals';
import { analyseRustFile } from '../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { quote } from '../../../src/rules/rust/rust-rule.ts';

const parser = await loadGrammars().parser('rust');

function quoted(text: string): string {
  const facts = analyseRustFile(parseSyntax(parser, text), 'src/lib.rs');
  return quote(facts, { start: 0, end: text.length });
}

test('source text is quoted on one line, and cut where it is long', () => {
  expect(quoted('fn f(\n    a: u8,\n) {}')).toBe('fn f( a: u8, ) {}');
  const sixty = `fn f() { ${'a'.repeat(49)} }`;
  expect(quoted(sixty)).toBe(sixty);
  expect(quoted(`${sixty}\n`.trimEnd().replace('a', 'aa'))).toBe(`fn f() { ${'a'.repeat(48)}...`);
});
