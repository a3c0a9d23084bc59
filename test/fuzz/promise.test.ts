import { expect, test } from '@jest/globals';
import { brokenBy } from './promise.ts';

const refused = (stderr: string) =>
  brokenBy({ status: 2, end: undefined, stdout: '', stderr, milliseconds: 1, peak: 1 }, [0, 2]);
const line = (number: number) => `rustward: .github/rustward.yml:${number}: wrong\n`;

test.each([
  ['one line', 'rustward: no such folder: x\n'],
  [
    'a line for each mistake in a file',
    `${line(1)}${line(2)}rustward: .github/rustward.yml: more\n`,
  ],
])('%s keeps the promise', (_, stderr) => {
  expect(refused(stderr)).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['a line without an end', 'rustward: no such folder'],
  ['lines without places', 'rustward: one\nrustward: two\n'],
  ['the same twice', line(1) + line(1)],
  ['more than one reads', Array.from({ length: 32 }, (_, index) => line(index + 1)).join('')],
])('%s breaks the promise', (_, stderr) => {
  expect(refused(stderr)).toEqual([expect.stringContaining('a refusal that is not clear')]);
});
