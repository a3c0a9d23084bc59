import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { systemReason } from '../../../src/workspace/files/error-code.ts';

test('a reason of the system has neither path nor call', () => {
  let reason = '';
  try {
    readdirSync('/nowhere/at/all');
  } catch (thrown) {
    reason = systemReason(thrown);
  }
  expect(reason).toBe('no such file or directory');
  expect(systemReason(new Error('a, b'))).toBe('a, b');
});
