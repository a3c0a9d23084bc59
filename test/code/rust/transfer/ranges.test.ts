import { describe, expect, test } from '@jest/globals';
import { rangeAt } from '../../../../src/code/rust/state/value-range.ts';
import { analyseRustFile } from '../../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../../src/code/syntax/syntax.ts';

const parser = await loadGrammars().parser('rust');

/** The range of the argument of `at(..)`, as `lo..hi` with both ends in it. */
function rangeIn(text: string): string {
  const { functions } = analyseRustFile(parseSyntax(parser, text), 'src/lib.rs');
  const call = functions.flatMap(({ events }) => events.calls).find(({ name }) => name === 'at');
  const [argument] = call?.arguments ?? [];
  if (call === undefined || argument === undefined) throw new Error('nothing is asked for');
  const range = rangeAt(call.facts, argument);
  return range === undefined ? 'unknown' : `${range.lo}..${range.hi}`;
}

const body = (text: string): string =>
  rangeIn(`fn f(x: u32, y: i64, b: u8, n: usize, v: &[u8], c: bool) { ${text} }`);

describe('what is known of a number', () => {
  test.each([
    ['at(b);', '0..255'],
    ['at(b as usize + 1);', '1..256'],
    ['at(x & 0xf);', '0..15'],
    ['at((x >> 28) as u8);', '0..15'],
    ['at(x % 10 + 5);', '5..14'],
    ['if x >= 10 { return; } at(x);', '0..9'],
    ['if x < 10 || x > 20 { return; } at(x);', '10..20'],
    ['if x == 0 { return; } at(x);', '1..4294967295'],
    ['if x < 10 { if x > 3 { at(x); } }', '4..9'],
    ['let z = if c { 3 } else { 7 }; at(z);', '3..7'],
    ['let mut z = 3; if c { z = 9; } at(z);', '3..9'],
    ['assert!(x < 100); let z = x; at(z);', '0..99'],
    ['match x { 3..=9 => at(x), _ => {} }', '3..9'],
    ['match x { 3 ..= 9 => at(x), _ => {} }', '3..9'],
    [`match x { 3${' '.repeat(3000)}..=${' '.repeat(3000)}9 => at(x), _ => {} }`, '3..9'],
    ['match x { 3..9 => at(x), _ => {} }', '3..8'],
    ['for i in 2..10u32 { at(i); }', '2..9'],
    ['for i in (0..=10u32).rev() { at(i); }', '0..10'],
    ['at(x.min(7));', '0..7'],
    ['at(y.clamp(-3, 8));', '-3..8'],
    ['at(std::cmp::min(x, 5));', '0..5'],
    ['at(u32::from(b) << 16);', `0..${255 * 65536}`],
    ['at(b as i8);', '-128..127'],
    ['at(300u32 as u8);', '44..44'],
    ['at(v.len());', `0..${2n ** 63n - 1n}`],
    ['at(x.wrapping_add(1));', '0..4294967295'],
    ['at(b.saturating_sub(250));', '0..5'],
    ['at(-(b as i64));', '-255..0'],
    ['at(x.leading_zeros());', '0..32'],
  ])('%s', (text, range) => {
    expect(body(text)).toBe(range);
  });

  test('goes through constants and functions of the file', () => {
    expect(rangeIn('const A: usize = 4; const B: usize = A * 2 + 1; fn f() { at(B); }')).toBe(
      '9..9',
    );
    expect(rangeIn('fn low(x: u32) -> u32 { x & 7 } fn f(x: u32) { at(low(x) + 1); }')).toBe(
      '1..8',
    );
    expect(rangeIn('fn f(x: u8) { at(u8::MAX); }')).toBe('255..255');
  });
});

describe('what is no longer known', () => {
  const all = '0..4294967295';
  test.each([
    ['let mut z = 3u32; z += x; at(z);', all],
    ['let mut z = 3u32; while c { at(z); z += 1; }', all],
    ['let mut z = 3u32; let w = &mut z; *w = x; at(z);', all],
    ['let mut z = 3u32; set(&mut z); at(z);', all],
    ['let mut z = 3u32; let mut set = || z = x; set(); at(z);', all],
    ['let mut z = 3u32; change!(z); at(z);', all],
    ['let mut z = 3u32; loop { at(z); change!(z); }', all],
    ['let mut z = 3u32; z.set_bit(9, true); at(z);', all],
    ["let mut z = 3u32; 'a: { if c { z = x; break 'a; } z = 1; } at(z);", all],
    ['let mut z = x; if z < 10 { z = n as u32; at(z); }', all],
    ['let s = x as i32; if s < 10 { at(x); }', all],
    ['at(x as u64 as u32);', all],
    ['at(x + 1);', all],
    ['at(x << n);', all],
  ])('%s', (text, range) => {
    expect(body(text)).toBe(range);
  });

  test('where a name may be another constant', () => {
    const other = 'const N: usize = 4; struct S<const N: usize>; fn f() { at(N); }';
    expect(rangeIn(other)).not.toBe('4..4');
    const two = '#[cfg(a)] const N: usize = 4; #[cfg(b)] const N: usize = 8; fn f() { at(N); }';
    expect(rangeIn(two)).not.toBe('4..4');
    const imported = 'use a::N; fn g() { const N: usize = 4; } fn f() { at(N); }';
    expect(rangeIn(imported)).not.toBe('4..4');
  });
});
