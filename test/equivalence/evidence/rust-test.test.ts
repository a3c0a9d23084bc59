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

const BYTE: RustApiType = { kind: 'integer', name: 'u8', bits: 8, signed: false };
const cursorTo = (to: RustApiType): RustApiType => {
  const part: RustApiType = { kind: 'reference', to, mutable: false };
  return { kind: 'reference', to: part, mutable: true };
};

test.each([
  ['bytes', { kind: 'slice', of: BYTE }, '1844', '&b"1844"[..]', '*b"44"', '*at'],
  ['numbers', { kind: 'slice', of: WORD }, [1n, 2n], '&[1, 2][..]', '[2]', '*at'],
  ['a text', { kind: 'str' }, '1844', '"1844"', '"44"', 'at'],
] as const)(
  '%s that a function moves on stand in a variable that can be moved on',
  (_, to, value, given, left, read) => {
    const args = [
      {
        name: 'at',
        type: cursorTo(to),
        value: typeof value === 'string' ? Buffer.from(value) : value,
      },
    ];
    const call = { path: 'crate::skip', args, expects: [{ of: 'at', is: left }] };
    const text = printDifferenceTest(
      { function: 'skip', calls: [call] },
      { item: () => undefined, variant: () => undefined, prefix: 'crate::' },
    );
    expect(text).toContain(`
    let mut at = ${given};
    crate::skip(&mut at);
    assert_eq!(${read}, ${left});
`);
  },
);
