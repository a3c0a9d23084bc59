import { expect, test } from '@jest/globals';
import { namedWorth } from '../../support/rules.ts';
import { toldBounds } from '../../support/told-bounds.ts';

const CASES: readonly (readonly [what: string, code: string])[] = [
  [
    'a function that others may call too, and that counts to a number',
    `void fill(char *to) {
  for (int i = 0; i < 20; i++) to[i] = 1;
}
int total(const int *of) {
  int sum = 0, i = 0;
  while (i < 12) {
    sum += of[i];
    i++;
  }
  return sum;
}
void marks(int *to) {
  int i = 0;
  while (i <= 8) to[i++] = 7;
}
int use(void) {
  char text[16];
  int counts[10] = { 0 }, few[8];
  fill(text); // boundary_funcs high 0.82
  marks(few); // boundary_funcs high 0.82
  return text[0] + few[0] + total(counts); // boundary_funcs high 0.82
}`,
  ],
  [
    'one that need not come to the end',
    `void until(char *to, const char *from) {
  for (int i = 0; i < 20; i++) {
    if (!from[i]) break;
    to[i] = from[i];
  }
}
void some(char *to, const char *from) {
  for (int i = 0; i < 20; i++)
    if (from[i] == '.') to[i] = 1;
}
void enough(char *to) {
  for (int i = 0; i < 16; i++) to[i] = 1;
}
int use(const char *from) {
  char text[16];
  until(text, from);
  some(text, from);
  enough(text);
  return text[0];
}`,
  ],
  [
    'reads of the last round',
    `int total(int *out) {
  int of[4] = { 1, 2, 3, 4 }, sum = 0;
  for (int i = 0; i <= 4; i++) sum += of[i]; // out_of_bounds_read high 0.81
  int j = 0;
  while (j < 5) {
    out[j] = of[j]; // out_of_bounds_read high 0.81
    ++j;
  }
  for (int i = 0; i <= 4 && of[i]; i++) sum++; // out_of_bounds_read low 0.65
  return sum;
}`,
  ],
  [
    'a limit that is a number in a variable',
    `#include <stdlib.h>
int made(void) {
  size_t n = 10;
  int *all = (int *)malloc(n);
  if (!all) return 1;
  for (size_t i = 0; i < n; i++) all[i] = 1; // out_of_bounds_write high 0.81
  free(all);
  return 0;
}
int given(int n) {
  int few[8];
  if (n > 8) n = 8;
  for (int i = 0; i < n; i++) few[i] = 1;
  return few[0];
}`,
  ],
];

for (const language of ['c', 'cpp'] as const)
  test.each(CASES)(`%s, in ${language}`, (_, code) => {
    expect(toldBounds(code, language)).toEqual(namedWorth(code));
  });
