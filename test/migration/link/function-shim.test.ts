import { expect, test } from '@jest/globals';
import { unusedSymbol } from '../../../src/migration/link/function-shim.ts';

test('a symbol has a number where its name is taken', () => {
  const taken = new Set<string>();
  for (const wanted of ['rustward_init', 'rustward_init_2', 'rustward_init_3']) {
    expect(unusedSymbol('init', taken)).toBe(wanted);
    taken.add(wanted);
  }
  expect(unusedSymbol('other', taken)).toBe('rustward_other');
});
