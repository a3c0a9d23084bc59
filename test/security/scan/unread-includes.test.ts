import { expect, test } from '@jest/globals';
import { unreadIncludes } from '../../../src/security/scan/unread-includes.ts';

function notes(includes: Readonly<Record<string, readonly string[]>>): string[] {
  const files = Object.keys(includes).map((path) => ({ path, bytes: 1 }));
  return unreadIncludes(files, (file) => includes[file] ?? []).map(
    ({ file, reason }) => `${file}: ${reason.replace(/^.* and was not read, and /, '')}`,
  );
}

test.each([
  ['a path out of the tree', { 'a.c': ['../x.h'] }, ['../x.h: a.c includes it']],
  ['from a folder', { 'src/a.c': ['../../x.h', '../b.h'] }, ['../x.h: src/a.c includes it']],
  ['a header that is there', { 'src/a.c': ['../b.h'], 'b.h': [] }, []],
  ['one that a deeper folder finds', { 'a.c': ['../inc/x.h'], 'lib/inc/x.h': [] }, []],
  ['a header of the system', { 'a.c': ['stdio.h', 'sys/types.h'] }, []],
  ['what is read from outside', { 'a.c': ['../x.h'], '../x.h': [] }, []],
  [
    'what that includes in turn',
    { 'a.c': ['../x.h'], '../i/x.h': ['../y.h'], '../x.h': [] },
    ['../y.h: ../i/x.h includes it'],
  ],
  [
    'what a header of the tree includes',
    { 'a.c': ['b.h'], 'b.h': ['../x.h'] },
    ['../x.h: b.h includes it'],
  ],
  [
    'many of them',
    { 'a.c': ['../1.h', '../2.h', '../3.h', '../4.h'], 'b.c': ['../4.h', '../5.h'] },
    ['../1.h: a.c includes it', '../2.h: a.c includes it', '../3.h: a.c includes it; so do 2 more'],
  ],
])('%s', (_name, includes, expected) => {
  expect(notes(includes)).toEqual(expected);
});
