import { expect, test } from '@jest/globals';
import { ranges } from '../../../support/c-code.ts';

test.each([
  ["see('\\xff'); see('\\377'); see(L'\\xff'); see('a');", '-1..-1 -1..-1 255..255 97..97'],
  ['see(strlen("a\\0b")); see(sizeof "a\\0b");', '1..1 4..4'],
  ['char t[8] = "a\\0b"; see(strlen(t));', '0..1'],
  ['see(-5 >= 0xC0D902A3C6044D40LL); see(-5 >= 0x40LL);', '1..1 0..0'],
  ['see((int)2.7); see((int)-2.5); see((unsigned char)258.5);', '2..2 -2..-2 2..2'],
])('%s', (body, expected) => {
  expect(ranges(body).join(' ')).toBe(expected);
});
