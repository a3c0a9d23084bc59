import { expect, test } from '@jest/globals';
import { ranges } from '../../../support/c-code.ts';

const ANY = '-2147483648..2147483647';

test.each([
  ['int x = 0; ((unsigned char *)&x)[n & 1] = 2; see(x);', ANY],
  [
    'int v[4] = {1, 2, 3, 4}; ((unsigned char *)&v[2])[0] = 2; see(v[2]); see(v[1]);',
    `${ANY} 2..2`,
  ],
  ['int v[4] = {1, 2, 3, 4}; char *c = (char *)v; c[9] = 1; see(v[2]); see(v[1]);', `${ANY} 2..2`],
  ['int v[4] = {1, 2, 3, 4}; char *c = (char *)v; see(c[4]); see(v[1]);', '-128..127 2..2'],
  ['unsigned char b[4] = {1, 2, 3, 4}; *(int *)b = 5; see(b[2]); see(*(int *)b);', '0..255 5..5'],
  ['struct { int a, b; } s = {1, 2}; ((char *)&s.a)[0] = 1; see(s.a); see(s.b);', `${ANY} 2..2`],
])('a byte of a number is a part of it: %s', (body, expected) => {
  expect(ranges(body).join(' ')).toBe(expected);
});
