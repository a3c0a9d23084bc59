import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { readNamedText } from '../../../src/workspace/files/read-named.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a file is read whole, and one that is longer than allowed is refused', () => {
  const text = 'ü'.repeat(100_000);
  const file = join(temporaryFolder({ a: text }), 'a');
  expect(readNamedText(file, 200_000)).toBe(text);
  expect(() => readNamedText(file, 199_999)).toThrow('it has more than 199999 bytes');
});

test('what has no end is not read for ever', () => {
  expect(() => readNamedText('/dev/zero', 1_000_000)).toThrow(UsageError);
});

test('what is not there is the error of the system', () => {
  expect(() => readNamedText(temporaryFolder(), 1)).toThrow('EISDIR');
});
