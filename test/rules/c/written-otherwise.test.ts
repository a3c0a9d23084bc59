import { expect, test } from '@jest/globals';
import { foundLines } from '../../support/found-lines.ts';
import { markedLines } from '../../support/rules.ts';

/** How code may say what the rules' examples say in another way: sound code, and the defect beside it. */
const CASES: readonly (readonly [form: string, code: string])[] = [
  [
    'a test in a function of its own',
    `#include <sys/socket.h>
#include <unistd.h>
static int isGood(ssize_t got) { return got > 0; }
static int isThere(int fd) {
  if (fd < 0) return 0;
  return 1;
}
int reply(int from) {
  char text[256];
  ssize_t got = recv(from, text, sizeof text - 1, 0);
  if (!isGood(got)) return 0;
  text[got] = 0;
  return text[0];
}
int answer(int from) {
  char text[256];
  ssize_t got = recv(from, text, sizeof text - 1, 0);
  if (!isThere(from)) return 0;
  text[got] = 0; // defect
  return text[0];
}`,
  ],
  [
    'a test of memory in a function of its own',
    `#include <unistd.h>
static char seen[16];
static int outside(const int *kinds, long i) { return kinds[i] < 0 || kinds[i] >= 16; }
static int above(const int *kinds, long i) { return kinds[i] >= 16 ? 1 : 0; }
int note(int fd) {
  int kinds[64];
  long got = read(fd, kinds, sizeof kinds) / (long)sizeof kinds[0];
  for (long i = 0; i < got; i++) {
    if (outside(kinds, i)) return -1;
    seen[kinds[i]] = 1;
  }
  return 0;
}
int mark(int fd) {
  int kinds[64];
  long got = read(fd, kinds, sizeof kinds) / (long)sizeof kinds[0];
  for (long i = 0; i < got; i++) {
    if (above(kinds, i)) return -1;
    seen[kinds[i]] = 1; // defect
  }
  return 0;
}`,
  ],
  [
    'an element by a sum of a pointer and an index',
    `#include <stdio.h>
void line(void) {
  char text[80];
  int used = 0;
  int c;
  while ((c = getchar()) != '\\n') {
    *(text + used) = (char)c; // defect
    used++;
  }
  text[0] = 0;
}
void start(void) {
  char text[80];
  int used = 0;
  int c;
  while ((c = getchar()) != EOF && used < 80) {
    *(text + used) = (char)c;
    used++;
  }
  text[0] = 0;
}`,
  ],
  [
    'a limit that is not reached by its contrary',
    `#include <stdlib.h>
long *numbers(size_t count) {
  long *all = malloc(count);
  if (all == NULL) return NULL;
  for (size_t i = 0; !(i >= count); i++) all[i] = 0; // defect
  return all;
}
long *sums(size_t count) {
  long *all = malloc(count);
  if (all == NULL) return NULL;
  for (size_t i = 0; !(i >= count / sizeof *all); i++) all[i] = 0;
  return all;
}`,
  ],
  [
    'a place within other data, of which a number of elements says nothing',
    `int sum(const unsigned char *bytes, int numOfLevels) {
  int total = 0;
  for (int i = 0; i <= numOfLevels; i++) total += *(bytes + 12 + i);
  return total;
}
int all(const int *levels, int numOfLevels) {
  int total = 0;
  for (int i = 0; i <= numOfLevels; i++) total += *(levels + i); // defect
  return total;
}`,
  ],
  [
    'a loop that asks for its limit first, or in a function of its own',
    `#include <stdlib.h>
static int isBelow(size_t i, size_t count) { return i < count; }
long *numbers(size_t count) {
  long *all = malloc(count);
  if (all == NULL) return NULL;
  for (size_t i = 0; count > i; i++) all[i] = 0; // defect
  return all;
}
long *squares(size_t count) {
  long *all = malloc(count);
  if (all == NULL) return NULL;
  for (size_t i = 0; isBelow(i, count); i++) all[i] = 0; // defect
  return all;
}
long *sums(size_t count) {
  long *all = calloc(count, sizeof *all);
  if (all == NULL) return NULL;
  for (size_t i = 0; isBelow(i, count); i++) all[i] = 0;
  return all;
}`,
  ],
  [
    'memory and its size that a function passes on',
    `#include <stdlib.h>
#include <string.h>
static void put(char *to, size_t room, const char *text) {
  size_t length = strlen(text);
  if (length > room) return;
  memcpy(to, text, length);
  to[length] = 0; // defect
}
static void putWhole(char *to, size_t room, const char *text) {
  size_t length = strlen(text);
  if (length >= room) return;
  memcpy(to, text, length);
  to[length] = 0;
}
char *line(size_t room, const char *text) {
  char *all = malloc(room);
  if (all == NULL) return NULL;
  put(all, room, text);
  putWhole(all, room, text);
  return all;
}`,
  ],
  [
    'what every caller passes as nothing',
    `#include <stdio.h>
static void write(const char *path, int count, FILE *out) {
  for (int i = 0; i < count; i++) {
    if (out == NULL) {
      out = fopen(path, "a");
      if (out == NULL) return;
    }
    fputs("part", out);
    if (i % 3 == 0) {
      fclose(out);
      out = NULL;
    }
  }
  if (out != NULL) fclose(out);
}
void parts(const char *path, int count) { write(path, count, NULL); }
static void writeAll(const char *path, int count, FILE *out) {
  for (int i = 0; i < count; i++) {
    if (out == NULL) {
      out = fopen(path, "a"); // defect
      if (out == NULL) return;
    }
    fputs("part", out);
    out = NULL;
  }
}
void allParts(const char *path, int count) { writeAll(path, count, NULL); }`,
  ],
];

test.each(CASES)('%s', (_form, code) => {
  expect(foundLines(code)).toEqual(markedLines(code));
});
