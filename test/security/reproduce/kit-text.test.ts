import { expect, test } from '@jest/globals';
import { kitText } from '../../../src/security/reproduce/kit-text.ts';

test('a function that is not compiled is named with the conditions that it stands under', () => {
  const text = kitText(
    'src/a.c',
    {
      ...{ includeFolders: [], made: [], missing: [], absent: ['draw'] },
      ...{ outcome: { kind: 'built', undefinedSymbols: [] }, conditions: ['#ifdef FEAT_DRAW'] },
    },
    () => undefined,
  );
  expect(text.split('\n').slice(-2)).toEqual([
    'with these settings the preprocessor leaves out draw: set in flags what is needed',
    'they stand under: #ifdef FEAT_DRAW',
  ]);
});
