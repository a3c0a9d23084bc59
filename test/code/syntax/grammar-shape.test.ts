import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { type GrammarShape, shapeOf } from '../../../src/code/syntax/grammar-shape.ts';

const { language } = await loadGrammars().parser('c');
if (language === null) throw new Error('the parser has no language');
const shape = shapeOf(language);
const { types } = language;

/** The named types of C for which a part of the shape says yes. */
function namesIn(part: keyof GrammarShape): Set<string> {
  const marked = types.filter((_, id) => shape.isNamed[id] === 1 && shape[part][id] === 1);
  return new Set(marked);
}

// What is not known costs a question for each node of a tree.
test('what a grammar says of its types is known: which are one token, and which have fields', () => {
  const leaves = ['comment', 'field_identifier', 'identifier', 'number_literal'];
  expect([...namesIn('isLeaf')]).toEqual(expect.arrayContaining(leaves));
  const fields = namesIn('hasFields');
  for (const type of ['function_definition', 'call_expression', 'if_statement']) {
    expect(fields).toContain(type);
  }
  for (const type of ['compound_statement', 'argument_list', 'identifier']) {
    expect(fields).not.toContain(type);
  }
  expect([...namesIn('isComment')]).toEqual(['comment']);
});
