import { expect, test } from '@jest/globals';
import { cachingGrammars } from '../../../src/code/syntax/caching-grammars.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';

const texts = ['int a;', 'int b;', 'int c;'];

test('a text that was parsed a moment ago has the same tree, until enough others came between', async () => {
  const grammars = cachingGrammars(loadGrammars(), 2);
  const [a = '', b = '', c = ''] = texts;
  const first = await grammars.tree('c', a);
  await grammars.tree('c', b);
  expect(await grammars.tree('c', a)).toBe(first);
  expect(await grammars.tree('cpp', a)).not.toBe(first);
  await grammars.tree('c', c);
  const again = await grammars.tree('c', a);
  expect(again).not.toBe(first);
  expect(again.root.children.length).toBe(first.root.children.length);
});
