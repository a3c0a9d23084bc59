import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { codeBlock, codeSpan, plainText, proseText, table } from '../../src/page/markdown-text.ts';

const hostile = fc.string({
  unit: fc.constantFrom(
    '`',
    '|',
    '\\',
    '<',
    '@',
    '#',
    '1',
    'a',
    '\n',
    ' ',
    '\u202e',
    '[',
    ']',
    '(',
  ),
});

describe('code', () => {
  test.each([
    ['a', '`a`'],
    ['`', '`` ` ``'],
    ['a``b', '``` a``b ```'],
    ['a|b', '<code>a&#124;b</code>'],
    ['', ''],
  ])('span of %j', (text, expected) => {
    expect(codeSpan(text)).toBe(expected);
  });

  test('a block is fenced longer than anything in it', () => {
    fc.assert(
      fc.property(fc.array(hostile), (lines) => {
        const printed = codeBlock(lines).split('\n');
        const fence = printed.at(-1) ?? '';
        expect(fence).toMatch(/^`{3,}$/);
        expect(printed[0]).toBe(fence);
        for (const line of printed.slice(1, -1)) expect(line).not.toContain(fence);
      }),
    );
  });
});

describe('prose', () => {
  test.each([
    ['0@.A', '0`@.A`'],
    ['ask @everyone', 'ask `@everyone`'],
    ['fixes #12 and a/b#3', 'fixes `#12` and `a/b#3`'],
    ['see https://example.com/x', 'see `https://example.com/x`'],
    ['<b>*x*</b>', '\\<b\\>\\*x\\*\\</b\\>'],
    ['- item', '\\- item'],
    ['a/b#3GH-7', '`a/b#3` `GH-7`'],
    ['#12https://x`@everyone', '`#12` `` https://x`@everyone ``'],
  ])('%j', (text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  test('a row keeps its number of cells, whatever is in them', () => {
    fc.assert(
      fc.property(hostile, hostile, (code, prose) => {
        const [, , row = ''] = table(['a', 'b'], [[codeSpan(code), plainText(prose)]]).split('\n');
        expect(row.match(/\|/g)).toHaveLength(3);
      }),
    );
  });

  test.each([
    ['copies `length` bytes', 'copies `length` bytes'],
    ['`a``b`', '`a` `b`'],
    ['`a`https://x`@everyone', '`a` `` https://x`@everyone ``'],
    ['one ` alone, `*two*`', 'one `  alone,  `\\*two\\*\\`'],
    ['`a|b`', '<code>a&#124;b</code>'],
  ])('code in %j', (text, expected) => {
    expect(proseText(text)).toBe(expected);
  });
});
