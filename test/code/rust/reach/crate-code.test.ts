import { expect, test } from '@jest/globals';
import { crateCode } from '../../../../src/code/rust/reach/crate-code.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';

const LIB = 'pub mod bits;\npub fn width() -> usize { bits::WIDTH }\n';
const BITS = 'pub const WIDTH: usize = 8;\n';

test('a file is taken apart once for all who ask, as long as its text is the same', async () => {
  const parser = await loadGrammars().parser('rust');
  const code = (bits: string, path = 'src/bits.rs') =>
    crateCode(
      parser,
      new Map([
        ['src/lib.rs', LIB],
        [path, bits],
      ]),
    );
  const [mod, width, constant] = code(BITS);
  const again = code(BITS);
  expect(again).toHaveLength(3);
  expect([again[0] === mod, again[1] === width, again[2] === constant]).toEqual([true, true, true]);
  const [, same, other] = code(BITS.replace('8', '16'));
  expect(same === width).toBe(true);
  expect(other?.text).toContain('16');
  expect(code(BITS, 'src/pieces.rs')[2]).toMatchObject({ file: 'src/pieces.rs', name: 'WIDTH' });
});
