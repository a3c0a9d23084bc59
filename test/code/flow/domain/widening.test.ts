import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

function seen(body: string): string {
  return rangesInUnit(
    `void see(int); void f(const int *score, int n, const char *text) { int i; ${body} }`,
  ).join(' ');
}

test.each([
  [
    'int best = 0; for (i = 1; i < 8; i++) if (score[i] < score[best]) best = i; see(best);',
    '0..7',
  ],
  ['int best = 0; for (i = 1; 8 > i; i++) if (score[i] == 3) best = i; see(best);', '0..7'],
  ['int best = 0; for (i = 0; i <= 5; ++i) if (score[i] > 2) best = i; see(best);', '0..5'],
  ['int best = 9; for (i = 7; i > 2; i--) if (score[i]) best = i; see(best);', '3..9'],
  ['int best = 9; for (i = 7; i >= 2; i--) if (score[i]) best = i; see(best);', '2..9'],
  ['int best = 0; for (i = 0; i < 8 && score[i]; i++) best = i; see(best);', '0..7'],
  ['for (i = 0; i < 8; i++) if (score[i]) break; see(i);', '0..8'],
  ['int k = 100; for (i = 0; i < 8; i++) k--; see(k);', '-2147483648..100'],
  ['int best = 0; for (i = 0; i < n; i++) if (score[i]) best = i; see(best);', '0..2147483647'],
])('what is set to a counter stays within the ends of the loop: %s', (body, expected) => {
  expect(seen(body)).toBe(expected);
});

test.each([
  ['int used = 0; for (i = 0; i < n; i++) if (used + 2 < 33) used += 2; see(used);', '0..32'],
  ['int used = 0; for (i = 0; i < n; i++) if (33 > used + 2) used += 2; see(used);', '0..32'],
  ['int used = 0; for (i = 0; i < n; i++) if (used + 3 <= 30) used += 3; see(used);', '0..30'],
  [
    "int used = 0; for (; *text && *text != ' '; text++) if (used < 31) used++; see(used);",
    '0..31',
  ],
  ['int left = 40; for (i = 0; i < n; i++) if (left - 3 >= 0) left -= 3; see(left);', '0..40'],
])('what a sum with a constant limits stays within it: %s', (body, expected) => {
  expect(seen(body)).toBe(expected);
});
