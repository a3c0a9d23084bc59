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
  [{ file: null }, { file: '', function: 'f' }],
  [{ violated: '', consequences: 'a crash' }, { violated: 'a crash' }],
  [{ violated: null }, { violated: 'n is 9' }],
])('a claim beside an answer counts with %j', (given, expected) => {
  const [claim, ...others] = besidesSchema.parse([{ ...CLAIM, ...given }]);
  expect(claim).toMatchObject(expected);
  expect(claim?.unusable).toBeUndefined();
  expect(others).toEqual([]);
});

test.each([
  [{ ...CLAIM, cwe: null }, 'it names no weakness by its CWE number'],
  [{ ...CLAIM, file: null, function: '' }, 'it names neither a file nor a function'],
  ['reads behind the end in f', 'it is no claim in the form asked for'],
  [
    { ...CLAIM, unusable: 'so says a model', cwe: 'unknown' },
    'it names no weakness by its CWE number',
  ],
])('one that cannot be examined says why: %j', (given, unusable) => {
  const [claim] = besidesSchema.parse([given]);
  expect(claim).toMatchObject({ unusable, violated: expect.stringContaining('behind the end') });
});

test('what stands for nothing is no claim', () => {
  expect(besidesSchema.parse(['none', null, {}, 'N/A', ''])).toEqual([]);
  expect(besidesSchema.parse(null)).toEqual([]);
  expect(besidesSchema.parse('Nothing.')).toEqual([]);
  expect(besidesSchema.parse(CLAIM)).toHaveLength(1);
});

test('those beyond twelve of one answer say so, and what cannot be read takes the place of none', () => {
  const wrong = [{ ...CLAIM, cwe: 0 }, 'something'];
  const good = Array.from({ length: 14 }, (_, at) => ({ ...CLAIM, line: at + 1 }));
  const claims = besidesSchema.parse([...wrong, ...good]);
  expect(claims.map(({ unusable }) => unusable === undefined)).toEqual([
    ...[false, false],
    ...Array.from({ length: 12 }, () => true),
    ...[false, false],
  ]);
  expect(claims.at(-1)?.unusable).toBe('its answer names more than 12');
});
