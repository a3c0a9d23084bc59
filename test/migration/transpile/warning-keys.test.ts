import { expect, test } from '@jest/globals';
import type { Diagnostic } from '../../../src/migration/crate/diagnostics.ts';
import { warningKeys } from '../../../src/migration/transpile/check-crate.ts';

function keys(code: string, message: string): string[] {
  const warning: Diagnostic = {
    ...{ kind: 'warning', file: 'src/a.rs', line: 1, code, message },
    ...{ rendered: message, isFixable: false },
  };
  return warningKeys(warning);
}

test.each([
  ['dead_code', 'fields `size`, `head`, and `items` are never read', 'field `head` is never read'],
  ['unused_imports', 'unused imports: `Read` and `self`', 'unused import: `Read`'],
])('what is still unused is known from all that was: %s', (code, before, after) => {
  const known = keys(code, before);
  expect(keys(code, after).every((key) => known.includes(key))).toBe(true);
  const other = after.replace(/`.*`/, '`other`');
  expect(keys(code, other).some((key) => known.includes(key))).toBe(false);
});

test('other warnings are known by all that they say', () => {
  expect(keys('unused_variables', 'unused variable: `x`')).toEqual([
    'src/a.rs unused_variables unused variable: `x`',
  ]);
});
