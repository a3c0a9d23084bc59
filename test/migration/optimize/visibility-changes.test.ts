import { expect, test } from '@jest/globals';
import { visibilityChanges } from '../../../src/migration/optimize/visibility-changes.ts';
import { crateOf } from '../gates/judging.ts';

test('methods of one name are told apart by their types', () => {
  const crate = crateOf(`pub struct Stack;
impl Stack { pub fn clear(&mut self) {} }
pub struct Queue;
impl Queue { pub fn clear(&mut self) {} }
pub fn helper() {}
`);
  const changes = visibilityChanges(crate, (name) => name === 'Stack' || name === 'Queue');
  expect(changes.map(({ what }) => what)).toEqual([
    'show Stack::clear to the crate only',
    'show Queue::clear to the crate only',
    'show helper to the crate only',
  ]);
  expect(new Set(changes.map(({ key }) => key)).size).toBe(3);
});
