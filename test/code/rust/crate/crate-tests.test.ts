import { expect, test } from '@jest/globals';
import { testsOf } from '../../../../src/code/rust/crate/crate-tests.ts';
import { crateOf } from '../../../migration/gates/judging.ts';

function assertions(body: string): readonly string[] | undefined {
  return testsOf(crateOf(`#[test] fn holds() { ${body} }`))[0]?.assertions;
}

test.each([
  ['assert!(f(1) == f(1));'],
  ['assert!(f(1) <= f(1));'],
  ['assert!(f(1) >= (f(1)), "as large as itself");'],
  ['assert!(&f(1) <= &f(1));'],
  ['assert!(list.len() >= 0);'],
  ['assert!(!f(1) || f(1));'],
])('%s cannot fail, and asserts nothing', (assertion) => {
  expect(assertions(assertion)).toEqual([]);
});

test.each([
  ['assert!(f(1)<=f(2));'],
  ['assert!(f(1)>=f(2));'],
  ['assert!(f(1)<f(1));'],
  ['assert!(list.len()>=1);'],
  ['assert!(!f(1)||f(2));'],
])('%s can fail', (assertion) => {
  expect(assertions(assertion)).toEqual([assertion.slice(0, -1)]);
});
