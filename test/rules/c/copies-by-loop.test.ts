import { expect, test } from '@jest/globals';
import { namedWorth } from '../../support/rules.ts';
import { toldBounds } from '../../support/told-bounds.ts';

const CASES: readonly (readonly [what: string, code: string])[] = [
  [
    'a loop up to NUL with an index',
    `#include <stdio.h>
int main(int argc, char **argv) {
  char name[16];
  int i = 0;
  if (argc < 2) return 1;
  while (argv[1][i]) {
    name[i] = argv[1][i]; // out_of_bounds_write high 0.83
    i++;
  }
  return puts(name);
}`,
  ],
  [
    'pointers that go on',
    `#include <stdio.h>
#include <stdlib.h>
int all(char **argv) {
  return argv[0] == 0;
}
int main(int argc, char **argv) {
  char name[16], home[8], *to = name, *from;
  if (argc < 2) return 1;
  from = argv[1];
  while ((*to++ = *from++)) // out_of_bounds_write high 0.83
    ;
  const char *given = getenv("HOME");
  char *next = home;
  if (given == NULL) return 1;
  for (; *given; ) *next++ = *given++; // out_of_bounds_write high 0.83
  *next = 0;
  return puts(name) + puts(home);
}`,
  ],
  [
    'up to another character, or the end of a line',
    `#include <stdio.h>
int main(void) {
  char line[256], key[16], word[16];
  int i = 0, c;
  if (!fgets(line, sizeof line, stdin)) return 1;
  while (line[i] != '=' && line[i] != 0) {
    key[i] = line[i]; // out_of_bounds_write high 0.83
    i++;
  }
  i = 0;
  while ((c = fgetc(stdin)) != '\\n') {
    if (c == EOF) break;
    word[i] = c; // out_of_bounds_write high 0.83
    i = i + 1;
  }
  return puts(key) + puts(word);
}`,
  ],
  [
    'as many rounds as the text has characters',
    `#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char name[16];
  if (argc < 2) return 1;
  size_t length = strlen(argv[1]);
  for (size_t i = 0; i <= length; i++) name[i] = argv[1][i]; // out_of_bounds_write high 0.83
  return puts(name);
}`,
  ],
  [
    'a function that does the loop',
    `#include <stdio.h>
static void copy(char *to, const char *from) {
  int i;
  for (i = 0; from[i] != 0; ++i) to[i] = from[i]; // out_of_bounds_write high 0.83
  to[i] = 0;
}
int main(int argc, char **argv) {
  char name[16];
  if (argc < 2) return 1;
  copy(name, argv[1]);
  return puts(name);
}`,
  ],
  [
    'a function that copies a text whose length was asked before',
    `#include <stdio.h>
#include <string.h>
static void copy(char *to, const char *from) {
  while (*from) *to++ = *from++;
  *to = 0;
}
static void same(char *to, const char *from) { strcpy(to, from); }
int main(int argc, char **argv) {
  char name[16], other[16];
  if (argc < 2 || strlen(argv[1]) > 15) return 1;
  copy(name, argv[1]);
  same(other, argv[1]);
  return puts(name) + puts(other);
}`,
  ],
  [
    'loops that ask how far they are',
    `#include <stdio.h>
int main(int argc, char **argv) {
  char name[16], *to = name, *end = name + 15;
  if (argc < 4) return 1;
  const char *from = argv[1];
  while (*from && to < end) *to++ = *from++;
  for (int i = 0; argv[2][i]; i++) {
    if (i == sizeof name - 1) break;
    name[i] = argv[2][i];
  }
  to = name;
  for (from = argv[3]; *from; from++) {
    if (to - name >= 15) break;
    *to++ = *from;
  }
  char line[16];
  int at = 0;
  if (!fgets(line, sizeof line, stdin)) return 1;
  while (line[at]) {
    name[at] = line[at];
    at++;
  }
  return puts(name);
}`,
  ],
];

for (const language of ['c', 'cpp'] as const)
  test.each(CASES)(`%s, in ${language}`, (_, code) => {
    expect(toldBounds(code, language)).toEqual(namedWorth(code));
  });
