import { expect, test } from '@jest/globals';
import { withoutFolders } from '../../../src/workspace/files/without-folders.ts';

test.each([
  ['there is no /home/runner/work/a/no.yml', 'there is no …/no.yml'],
  ["EACCES, open '/var/lib/rustward/repositories/7/x'", "EACCES, open '…/x'"],
  ['the disk that holds /tmp/rustward-Ab12 is full', 'the disk that holds …/rustward-Ab12 is full'],
  ['src/a.c and ../b/c.h and a/b', 'src/a.c and ../b/c.h and a/b'],
  ['see https://example.org/a/b/c', 'see https://example.org/a/b/c'],
  ['/work/tree/src/a.c cannot be read', 'src/a.c cannot be read'],
])('of a path of this machine the last part is left: %s', (message, expected) => {
  expect(withoutFolders(message, ['/work/tree'])).toBe(expected);
});
