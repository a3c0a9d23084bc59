import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { recordedCalls } from '../../../src/migration/build/recorded-calls.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const word = fc.string().map((text) => text.replaceAll('\0', ''));

test('calls are read as they were made, in the order of time', () => {
  fc.assert(
    fc.property(fc.array(fc.array(word, { minLength: 1 }), { maxLength: 5 }), (calls) => {
      const folder = temporaryFolder({});
      for (const [at, words] of calls.entries()) {
        // Names say nothing of the order.
        const file = join(folder, `call-${String(99 - at)}`);
        writeFileSync(file, ['/work', ...words].map((text) => `${text}\0`).join(''));
        utimesSync(file, at, at);
      }
      expect(recordedCalls(folder)).toEqual(calls.map((words) => ({ folder: '/work', words })));
    }),
    { numRuns: 50 },
  );
});

test('what else a build leaves there is not read', () => {
  const folder = temporaryFolder({
    outside: '/work\0cc\0a.c\0',
    'calls/relative': 'work\0cc\0a.c\0',
    'calls/cut': '/work',
    'calls/empty': '',
    'calls/nothing-called': '/work\0',
  });
  mkdirSync(join(folder, 'calls/folder'));
  symlinkSync(join(folder, 'outside'), join(folder, 'calls/link'));
  expect(recordedCalls(join(folder, 'calls'))).toEqual([]);
});
