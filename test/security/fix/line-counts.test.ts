import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { lineCounts, unifiedDiff } from '../../../src/security/fix/line-counts.ts';
import { gitRepository } from '../../support/git-repository.ts';

const OLD = 'one\ntwo\nthree\n';
const FILES = [
  { path: 'src/a.c', old: OLD, content: 'one\n2\nthree\nfour\n' },
  { path: 'b c.txt', old: 'x\n', content: 'y' },
];

test('a change as a patch is one that git applies', () => {
  const root = gitRepository({ 'src/a.c': OLD, 'b c.txt': 'x\n' });
  const patch = unifiedDiff(FILES);
  expect(patch).toMatch(/^--- a\/src\/a\.c\n\+\+\+ b\/src\/a\.c\n@@ /);
  const { status, stderr } = spawnSync('git', ['apply', '-'], {
    ...{ cwd: root, input: patch, encoding: 'utf8' },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const { path, content } of FILES) {
    expect(readFileSync(join(root, path), 'utf8')).toBe(content);
  }
});

test('a line that is changed counts on both sides', () => {
  expect(lineCounts(FILES)).toEqual({ deleted: 2, added: 3 });
});
