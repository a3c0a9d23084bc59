import { expect, test } from '@jest/globals';
import { nearestDefinitions } from '../../../src/code/graph/nearest-definitions.ts';

test.each([
  ['a/b/x.c', 'a/b/one.c a/c/two.c', 'a/b/one.c'],
  ['a/b/x.c', 'a/c/two.c b/b/three.c', 'a/c/two.c'],
  ['a/b/x.c', 'a/one.c a/b/c/two.c', 'a/b/c/two.c'],
  ['a/b/x.c', 'x/b/one.c x/b/two.c', 'x/b/one.c x/b/two.c'],
  ['x.c', 'a/one.c two.c', 'a/one.c two.c'],
  // A file is no folder, and a folder counts where it stands.
  ['a/x.c', 'a/x.c/one.c b/a/two.c a/three.c', 'a/x.c/one.c a/three.c'],
  ['a/b/x.c', 'a/x/b/one.c a/b/two.c', 'a/b/two.c'],
])('from %s, of %s those of %s are meant', (file, candidates, meant) => {
  const all = candidates.split(' ').map((one) => ({ file: one }));
  expect(nearestDefinitions(all, file).map((one) => one.file)).toEqual(meant.split(' '));
});
