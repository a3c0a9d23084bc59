import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { functionNameSchema } from '../../../src/github/commands/function-id.ts';
import {
  branchOf,
  fileHash,
  parseBranch,
  SETUP_BRANCH,
} from '../../../src/github/commands/migration-branch.ts';

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/);

test('a branch says which function it is of', () => {
  fc.assert(
    fc.property(name, fc.string(), (function_, file) => {
      const branch = { kind: 'function', name: function_ };
      const of = { name: function_, file };
      expect(parseBranch(branchOf(of, true))).toEqual(branch);
      expect(parseBranch(branchOf(of, false))).toEqual({ ...branch, file: fileHash(file) });
    }),
  );
  expect(parseBranch(SETUP_BRANCH)).toEqual({ kind: 'set-up' });
});

test('two functions of one name have a branch each', () => {
  const branches = ['a.c', 'b.c'].map((file) => branchOf({ name: 'init', file }, false));
  expect(new Set(branches).size).toBe(2);
  expect(branchOf({ name: 'init', file: 'a.c' }, true)).toBe('rustward/migrate/init');
});

test('what is no branch of ours is none', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = parseBranch(`rustward/migrate/${text}`);
      if (read?.kind !== 'function') return;
      expect(text).toBe(read.file === undefined ? read.name : `${read.name}-${read.file}`);
    }),
  );
  for (const branch of [
    'main',
    'rustward/migrate/',
    'rustward/migrate/a b',
    'rustward/migrate/../a',
  ])
    expect(parseBranch(branch)).toBeUndefined();
});

test('a name is that of a C function, and nothing else', () => {
  for (const good of ['f', '_', 'bytes_get_u16', 'A'.repeat(128), 'match', 'fn'])
    expect(functionNameSchema.safeParse(good).success).toBe(true);
  for (const bad of ['', '1a', 'a-b', '../../x', '$(id)', 'a\nb', 'a b', 'ä', 'A'.repeat(129)])
    expect(functionNameSchema.safeParse(bad).success).toBe(false);
});
