import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { cachedSyntax } from '../../../src/code/syntax/syntax-cache.ts';

const parser = await loadGrammars().parser('rust');

test('a text is parsed once, another one has another tree', () => {
  const text = 'pub fn f() -> u8 { 1 }\n';
  const tree = cachedSyntax(parser, text);
  expect(cachedSyntax(parser, `${text}`)).toBe(tree);
  expect(tree.root.children.map(({ type }) => type)).toEqual(['function_item']);
  const other = cachedSyntax(parser, `${text}struct S;\n`);
  expect(other.root.children).toHaveLength(2);
  expect(tree.root.children).toHaveLength(parseSyntax(parser, text).root.children.length);
});

test('what was not asked for in a long time is forgotten', () => {
  const first = cachedSyntax(parser, 'struct First;');
  const filler = 'x'.repeat(300 * 1024);
  for (let at = 0; at < 8; at += 1) {
    cachedSyntax(parser, `struct S${at}; // ${filler}`);
    if (at < 2) expect(cachedSyntax(parser, 'struct First;')).toBe(first);
  }
  expect(cachedSyntax(parser, 'struct First;')).not.toBe(first);
});
