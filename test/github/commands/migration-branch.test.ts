import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { functionNameSchema } from '../../../src/github/commands/function-id.ts';
import {
  branchOf,
  parseBranch,
  printBranch,
  SETUP_BRANCH,
} from '../../../src/github/commands/migration-branch.ts';

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/);

test('a branch says which function it is of', () => {
  fc.assert(
    fc.property(name, fc.option(fc.stringMatching(/^[0-9a-f]{8}$/)), (function_, file) => {
      const branch = {
        ...{ kind: 'function' as const, name: function_ },
        ...(file === null ? {} : { file }),
      };
      expect(parseBranch(printBranch(branch))).toEqual(branch);
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
      expect(read === undefined || printBranch(read) === `rustward/migrate/${text}`).toBe(true);
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
