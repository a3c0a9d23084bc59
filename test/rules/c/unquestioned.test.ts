import { expect, test } from '@jest/globals';
import { namedWorth } from '../../support/rules.ts';
import { toldBounds } from '../../support/told-bounds.ts';

const BOTH: readonly (readonly [what: string, code: string])[] = [
  [
    'an index that is read from outside and never asked about',
    `#include <stdio.h>
#include <stdlib.h>
static int counts[32];
int main(int argc, char **argv) {
  char row[16] = { 0 };
  int n;
  unsigned int slot;
  if (argc < 2) return 1;
  if (scanf("%d", &n) != 1) return 1;
  row[n] = 1; // out_of_bounds_write high 0.81
  long k = strtol(argv[1], NULL, 10);
  *(counts + k) = 2; // out_of_bounds_write high 0.81
  if (fread(&slot, sizeof slot, 1, stdin) == 1) counts[slot]++; // out_of_bounds_write high 0.81
  return row[0];
}`,
  ],
  [
    'a length that is read from outside and never asked about',
    `#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int body(int fd) {
  unsigned char head[4];
  char text[16];
  if (read(fd, head, 4) != 4) return -1;
  if (read(fd, text, head[0]) < 0) return -1; // boundary_funcs high 0.83
  return text[0];
}
int fill(void) {
  char text[16];
  const char *given = getenv("N");
  if (!given) return 1;
  size_t n = strtoul(given, 0, 10);
  memset(text, 0, n); // boundary_funcs high 0.83
  return text[0];
}`,
  ],
  [
    'a loop whose last round input decides',
    `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int i, n, all[5], rows[4][4];
  if (argc < 2) return 1;
  n = atoi(argv[1]);
  for (i = 1; i <= n; i++) all[i] = i; // out_of_bounds_write high 0.81
  int m;
  if (scanf("%d", &m) != 1) return 1;
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < m; ++x) rows[y][x] = 0; // out_of_bounds_write high 0.81
  return all[1] + rows[1][1];
}`,
  ],
  [
    'a question of any sort makes it less sure',
    `#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int table[32];
int known(int key);
int told(void) {
  int k;
  if (scanf("%d", &k) != 1 || !known(k)) return 1;
  return table[k] = 2; // out_of_bounds_write medium 0.74
}
int parity(void) {
  int k;
  if (scanf("%d", &k) != 1) return 1;
  if (k % 2) return 1;
  return table[k] = 2; // out_of_bounds_write medium 0.74
}
int limited(void) {
  int n, all[10];
  if (scanf("%d", &n) != 1) return 1;
  for (int i = 0; i < n && i < 10; i++) all[i] = i;
  for (int i = 0; i < n; i++) {
    if (i == 10) break;
    all[i] = i;
  }
  return all[0];
}
int made(void) {
  int n;
  if (scanf("%d", &n) != 1 || n < 1) return 1;
  int *all = (int *)calloc(n, sizeof *all);
  if (!all) return 1;
  for (int i = 0; i < n; i++) all[i] = i;
  free(all);
  return 0;
}
int masked(void) {
  unsigned n;
  if (scanf("%u", &n) != 1) return 1;
  return table[n % 32] + table[n & 31];
}`,
  ],
];

for (const language of ['c', 'cpp'] as const)
  test.each(BOTH)(`%s, in ${language}`, (_, code) => {
    expect(toldBounds(code, language)).toEqual(namedWorth(code));
  });

test('numbers of streams and of the standard library of C++', () => {
  const code = `#include <iostream>
#include <cstdlib>
#include <cstring>
#include <string>
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int row[4] = {};
  row[std::stoi(argv[1])] = 1; // out_of_bounds_write high 0.81
  int *made = new int[4];
  made[std::atoi(argv[1])] = 1; // out_of_bounds_write high 0.81
  delete[] made;
  std::size_t n;
  char text[16];
  std::cin >> n;
  std::memset(text, 0, n); // boundary_funcs high 0.83
  return row[0] + text[0];
}`;
  expect(toldBounds(code, 'cpp')).toEqual(namedWorth(code));
});
