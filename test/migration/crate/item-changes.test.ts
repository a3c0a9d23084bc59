import { expect, test } from '@jest/globals';
import { isSameSignature } from '../../../src/migration/crate/item-changes.ts';

const PLANNED = 'pub fn sift<T>(items: &mut [T], at: usize) -> usize where T: Ord';

test.each([
  ['pub fn sift<T>(\n    items: &mut [T],\n    at: usize,\n) -> usize\nwhere\n    T: Ord,', true],
  ['pub fn sift<T>(items: &mut [T], mut at: usize) -> usize where T: Ord', true],
  ['pub fn sift<T>(mut items: &mut [T], at: usize) -> usize where T: Ord', true],
  ['pub fn sift<T>(items: &[T], at: usize) -> usize where T: Ord', false],
  ['pub fn sift<T>(items: &mut [T], at: u32) -> usize where T: Ord', false],
  ['fn sift<T>(items: &mut [T], at: usize) -> usize where T: Ord', false],
])('%j is the planned one: %s', (written, isIt) => {
  expect(isSameSignature(written, PLANNED)).toBe(isIt);
});

test('a value that is taken may be changed by the body', () => {
  expect(isSameSignature('fn take(mut self, n: u8)', 'fn take(self, n: u8)')).toBe(true);
  expect(isSameSignature('fn take(&mut self)', 'fn take(&self)')).toBe(false);
});
