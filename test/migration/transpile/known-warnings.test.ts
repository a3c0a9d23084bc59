import { expect, test } from '@jest/globals';
import type { Diagnostic } from '../../../src/migration/crate/diagnostics.ts';
import { warningKeys } from '../../../src/migration/transpile/known-warnings.ts';

function keys(code: string, message: string, unused: readonly string[]): string[] {
  const warning: Diagnostic = {
    ...{ kind: 'warning', file: 'src/a.rs', line: 1, code, message, unused },
    ...{ rendered: message, isFixable: false, unusedImports: [] },
  };
  return warningKeys(warning);
}

test('what is still unused is known from all that was', () => {
  const known = keys('dead_code', 'fields `a`, `b`, and `c` are never read', ['a', 'b', 'c']);
  const still = keys('dead_code', 'field `b` is never read', ['b']);
  expect(still.every((key) => known.includes(key))).toBe(true);
  const other = keys('dead_code', 'field `d` is never read', ['d']);
  expect(other.some((key) => known.includes(key))).toBe(false);
});

test('other warnings are known by all that they say', () => {
  expect(keys('unused_variables', 'unused variable: `x`', [])).toEqual([
    'src/a.rs unused_variables unused variable: `x`',
  ]);
});
