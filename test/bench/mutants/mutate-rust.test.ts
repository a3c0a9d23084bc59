import { describe, expect, test } from '@jest/globals';
import { mutantsOf } from '../../../bench/mutants/mutate-rust.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';

const grammars = loadGrammars();

/** What each operator makes of the body of a function, by the operator's name. */
async function broken(body: string, around = ''): Promise<Readonly<Record<string, string[]>>> {
  const text = `${around}\nfn f(x: u32, y: u32, s: &[u8]) -> u32 {\n${body}\n}\n`;
  const made: Record<string, string[]> = {};
  for (const { operator, after } of await mutantsOf(grammars, text, 'f')) {
    made[operator] = [...(made[operator] ?? []), after];
  }
  return made;
}

describe('one change of a function', () => {
  test.each([
    ['off by one', 's[x]', ['s[(x + 1)]', 's[(x - 1)]']],
    [
      'off by one',
      's[1..x]',
      ['s[(1 + 1)..x]', 's[(1 - 1)..x]', 's[1..(x + 1)]', 's[1..(x - 1)]', 's[1..=x]'],
    ],
    ['boundary of a comparison', 'x < y', ['x <= y']],
    ['wrong sign', 'x += -y;', ['x -= -y;', 'x += y;']],
    ['wrong constant', 'x + 0x10_u32', ['x + 0x11_u32', 'x + 0xf_u32']],
    ['wrong constant', "x == b'a'", ["x == b'`'"]],
    ['shift by one', 'x << 1', ['x << 0', 'x << 2']],
    ['shift of the other sign', 'x >> y', ['(((x) as i32 >> y) as u32)']],
    ['truncated cast', 'y as u16', ['(y as u8 as u16)']],
    ['sign not extended', 'x as i8 as u32', ['x as u32']],
    ['missed wrap-around', 'x.wrapping_add(y + 1)', ['(x + (y + 1))']],
    ['saturating for wrapping', 'x.wrapping_mul(y)', ['x.saturating_mul(y)']],
    ['wrong limit', 'x.min(y)', ['x.max(y)']],
    ['swapped branches', 'if x { y } else { z }', ['if x { z } else { y }']],
    ['swapped branches', 'if x { z(); }', ['if !(x) { z(); }']],
    ['swapped branches', 'match x { 1 => y, _ => z }', ['match x { 1 => z, _ => y }']],
    ['opposite comparison', 'x == y', ['x != y']],
    ['and for or', 'x && y', ['x || y']],
    ['dropped case', 'if s.is_empty() { return 0; }', ['']],
    ['missing update', 's.push(x);', ['']],
    ['missing update', 'x = y;', ['']],
    ['early end', 'while x { y(); }', ['while x { y(); break; }']],
    ['early end', 'continue', ['break']],
    ['swapped arguments', 'g(x, y + 1)', ['g(y + 1, x)']],
    ['length for content', 'x == y', ['(x).len() == (y).len()']],
    [
      'missed last element',
      'for c in s {}',
      [
        'for c in &s[..s.len().saturating_sub(1)] {}',
        'for c in &mut s[..s.len().saturating_sub(1)] {}',
      ],
    ],
    ['missed last element', 's.iter()', ['s[..s.len().saturating_sub(1)].iter()']],
  ])('%s: %s', async (operator, before, after) => {
    expect((await broken(before))[operator]).toEqual(after);
  });

  test('another variant of an enum of the file', async () => {
    const made = await broken('Err(E::A)', 'enum E { A, B, C }');
    expect(made['other variant']).toEqual(['Err(E::B)', 'Err(E::C)']);
  });

  test('a constant that the function mentions, and no other', async () => {
    const made = await broken('T[x]', 'const T: [u8; 2] = [5, 9]; const U: u8 = 7;');
    expect(made['wrong constant']?.length).toBe(4);
  });

  test('an equal text is no mutant, and no text is there twice', async () => {
    expect((await broken('if x { 1 } else { 1 }'))['swapped branches']).toBeUndefined();
    const texts = (await mutantsOf(grammars, 'fn f() { a[1..2]; }', 'f')).map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('a method is named with its type; another function is left alone', async () => {
    const text = 'fn get() -> u8 { 8 }\nimpl T { fn get(&self) -> u8 { 9 } }\n';
    const made = await mutantsOf(grammars, text, 'T::get');
    expect(made.map(({ line, after }) => ({ line, after }))).toEqual([
      { line: 2, after: 'impl T { fn get(&self) -> u8 { 10 } }' },
      { line: 2, after: 'impl T { fn get(&self) -> u8 { 8 } }' },
    ]);
    await expect(mutantsOf(grammars, text, 'T::set')).rejects.toThrow('no function T::set');
  });
});
