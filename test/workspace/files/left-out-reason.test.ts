import { expect, test } from '@jest/globals';
import { leftOutReason } from '../../../src/workspace/files/left-out-reason.ts';

test.each([
  ['src/vendor/a.c', {}, 'is left out for its folder, vendor'],
  ['src/ext/a.c', { skippedFolders: ['ext'] }, 'is left out for its folder, ext'],
  ['src/a.c', { exclude: ['lib/', '*.c'] }, 'is left out by the pattern *.c'],
  ['src/gen/a.c', { exclude: ['gen/', '/x'] }, 'is left out by the pattern gen/'],
  [
    'src/a.c',
    { exclude: ['/*', '!/tests'] },
    'is left out, since it is outside of the path that is examined',
  ],
  [
    'src/a.c',
    { exclude: ['/*', '!/src', '/src/*', '!/src/b.c'] },
    'is left out, since it is outside of the path that is examined',
  ],
  ['src/a.c', { exclude: ['src/*', '!src/b.c'] }, 'is left out by the pattern src/*'],
  ['src/a.c', { exclude: ['/src/*'] }, 'is left out by the pattern /src/*'],
  ['src/a.c', { exclude: ['a.c', '!a.c'] }, 'is left out'],
  ['a.c', undefined, 'is left out'],
])('%s with %j %s', (path, options, reason) => {
  expect(leftOutReason(path, options)).toBe(reason);
});
