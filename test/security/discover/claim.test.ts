import { expect, test } from '@jest/globals';
import { besidesSchema } from '../../../src/security/discover/claim.ts';

const CLAIM = {
  ...{ file: 'a.c', line: 7, function: 'f', cwe: 125 },
  ...{ violated: 'reads behind the end', condition: 'n is 9' },
};

test.each([
  [{}, { line: 7, condition: 'n is 9' }],
  [{ line: '7-9' }, { line: 7 }],
  [{ line: null }, { line: 1 }],
  [{ function: null }, { function: '' }],
  [{ condition: undefined }, { condition: 'not said' }],
  [{ steps: [{ line: 'x' }] }, { steps: [] }],
  [{ cwe: 'CWE-125: Out-of-bounds Read' }, { cwe: 125 }],
])('a claim beside an answer counts with %j', (given, expected) => {
  expect(besidesSchema.parse([{ ...CLAIM, ...given }])).toEqual([
    expect.objectContaining(expected),
  ]);
});

test('one that says not where or not what does not, and does not take the place of others', () => {
  const wrong = [{ ...CLAIM, file: null }, { ...CLAIM, violated: '' }, 'none', null];
  const good = Array.from({ length: 14 }, (_, at) => ({ ...CLAIM, line: at + 1 }));
  const lines = besidesSchema.parse([...wrong, ...good]).map(({ line }) => line);
  expect(lines).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
});
