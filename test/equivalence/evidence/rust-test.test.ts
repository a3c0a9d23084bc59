import { expect, test } from '@jest/globals';
import { printDifferenceTest } from '../../../src/equivalence/evidence/rust-test.ts';
import type { RustApiType } from '../../../src/equivalence/rust-api/rust-type.ts';

const WORD: RustApiType = { kind: 'integer', name: 'u16', bits: 16, signed: false };
const CHANGED: RustApiType = { kind: 'reference', to: WORD, mutable: true };

test.each([
  ['self', 'self_'],
  ['match', 'match_'],
  ['count', 'count'],
])('a variable for the C parameter %s is called %s', (parameter, variable) => {
  const call = {
    path: 'crate::twice',
    args: [{ name: parameter, type: CHANGED, value: 21n }],
    expects: [{ of: parameter, is: '42' }],
  };
  const text = printDifferenceTest(
    { function: 'twice', calls: [call] },
    { item: () => undefined, variant: () => undefined, prefix: 'crate::' },
  );
  expect(text).toBe(`#[test]
fn twice_matches_c_on_21() {
    let mut ${variable} = 21;
    crate::twice(&mut ${variable});
    assert_eq!(${variable}, 42);
}
`);
});
