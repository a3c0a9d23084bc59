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

test('what a made header switches on and leaves off is said', () => {
  const text = '#define HAVE_STRDUP 1\n#define WITH_TREE 1\n/* #undef WITH_DEBUG */\n';
  const made = [{ name: 'config.h', template: 'config.h.in', text }];
  const kit = kitText(
    'src/a.c',
    {
      ...{ includeFolders: [], made, missing: [], absent: [], conditions: [] },
      outcome: { kind: 'built', undefinedSymbols: [] },
    },
    () => undefined,
  );
  expect(kit).toContain('  it defines WITH_TREE=1\n');
  expect(kit).toContain('  it leaves off WITH_DEBUG\n');
  expect(kit).not.toContain('HAVE_STRDUP');
});
