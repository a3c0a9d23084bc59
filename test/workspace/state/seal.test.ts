import { expect, test } from '@jest/globals';
import { isSealOf, sealOf } from '../../../src/workspace/state/seal.ts';

const key = Buffer.alloc(32, 1);

test('a seal is that of one value, at one place, by one key', () => {
  const seal = sealOf(key, 'a', { x: 1 });
  expect(seal).toMatch(/^[0-9a-f]{32}$/);
  expect(isSealOf(seal, key, 'a', { x: 1 })).toBe(true);
  expect(isSealOf(seal, key, 'a', { x: 2 })).toBe(false);
  expect(isSealOf(seal, key, 'b', { x: 1 })).toBe(false);
  expect(isSealOf(seal, Buffer.alloc(32, 2), 'a', { x: 1 })).toBe(false);
  expect(isSealOf('', key, 'a', { x: 1 })).toBe(false);
});
