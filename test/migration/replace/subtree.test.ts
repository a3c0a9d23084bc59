import { expect, test } from '@jest/globals';
import type { CFunctionSymbol } from '../../../src/migration/artifacts/symbol.ts';
import {
  subtreeDigest,
  subtreeLines,
  subtreeOf,
  subtreeValues,
} from '../../../src/migration/replace/subtree.ts';
import { MigrationOrder } from '../../../src/migration/scan/migration-order.ts';

const SOURCE = Array.from({ length: 40 }, (_, at) => `line ${at + 1};`).join('\n');
const read = (file: string) => (file === 'a.c' ? SOURCE : undefined);

function fn(
  name: string,
  [start_line, end_line]: readonly [number, number],
  calls: readonly string[] = [],
  may_call: readonly string[] = [],
): CFunctionSymbol {
  return {
    ...{ id: name, category: 'function', kind: 'function', name, qualified_name: name },
    ...{ signature: `int ${name}(void)`, return_type: 'int', params: [], is_static: true },
    ref: {
      ...{ functions: [...calls], address_taken: [...may_call], types: [], globals: [] },
      ...{ macros: [], unresolved_calls: false },
    },
    ...{
      calls: [...calls],
      may_call: [...may_call],
      language: 'c',
      created_at: '',
      updated_at: '',
    },
    ...{ file: 'a.c', start_line, start_column: 1, end_line, end_column: 2 },
  };
}

const ROOT = fn('root', [1, 3], ['small', 'large', 'printf'], ['hook']);
const ALL = [
  ...[fn('other', [30, 31]), fn('deep', [25, 29]), ROOT, fn('small', [5, 6], ['deep'])],
  ...[fn('large', [8, 12], ['small']), fn('hook', [14, 15])],
];
const subtree = subtreeOf(new MigrationOrder(ALL), ROOT);

test('a function comes with all that it needs, in the order of the symbols', () => {
  expect(subtree.root).toBe(ROOT);
  expect(subtree.functions.map(({ name }) => name)).toEqual([
    ...['deep', 'root', 'small', 'large', 'hook'],
  ]);
  expect(subtreeLines(subtree)).toBe(5 + 3 + 2 + 5 + 2);
});

test('its digest changes with the text of any of them', () => {
  const digest = subtreeDigest(subtree, read);
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
  expect(subtreeDigest(subtree, read)).toBe(digest);
  for (const line of [1, 6, 12, 15, 29]) {
    const changed = SOURCE.replace(`line ${line};`, 'another line;');
    expect(subtreeDigest(subtree, () => changed)).not.toBe(digest);
  }
  const elsewhere = SOURCE.replace('line 30;', 'another line;').replace('line 20;', 'x;');
  expect(subtreeDigest(subtree, () => elsewhere)).toBe(digest);
});

test('a judge sees what calls what, and the longest of what the root calls itself', () => {
  const { subtree: calls, c_source: source } = subtreeValues(subtree, read, 100_000);
  expect(calls.split('\n')).toEqual([
    'int deep(void)  /* a.c:25 */',
    'int root(void)  /* a.c:1 */  -> small, large, hook',
    'int small(void)  /* a.c:5 */  -> deep',
    'int large(void)  /* a.c:8 */  -> small',
    'int hook(void)  /* a.c:14 */',
  ]);
  expect(source.split('\n\n').map((part) => part.split('\n')[0])).toEqual([
    ...['/* a.c:1 */', '/* a.c:8 */', '/* a.c:5 */'],
  ]);
  expect(source).toContain('/* a.c:8 */\nline 8;\nline 9;\nline 10;\nline 11;\nline 12;');
});
