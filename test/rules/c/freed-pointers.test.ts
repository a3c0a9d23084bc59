import { expect, test } from '@jest/globals';
import { foundLines } from '../../support/found-lines.ts';
import { markedLines } from '../../support/rules.ts';

const LIST = `#include <stdlib.h>
struct stop { int at; struct stop *next; };
`;

/** Builds a list of unknown length, and does something with it. */
const listed = (then: string) => `${LIST}int walk(int count) {
  struct stop *first = NULL;
  int sum = 0;
  for (int i = 0; i < count; i++) {
    struct stop *stop = malloc(sizeof *stop);
    if (stop == NULL) abort();
    stop->at = i;
    stop->next = first;
    first = stop;
  }
  ${then}
  return sum;
}`;

test.each([
  [
    'each stop is read before it is freed',
    `while (first != NULL) {
    struct stop *one = first;
    first = one->next;
    sum += one->at;
    free(one);
  }`,
  ],
  [
    'the next one is kept in a variable of its own',
    `while (first) {
    struct stop *next = first->next;
    free(first);
    first = next;
  }`,
  ],
  [
    'the step of the loop reads what its body has freed',
    `for (struct stop *one = first; one != NULL; one = one->next) // defect
    free(one);`,
  ],
  [
    'what was freed is read in the same round',
    `while (first) {
    struct stop *next = first->next;
    free(first);
    sum += first->at; // defect
    first = next;
  }`,
  ],
])('a list that is built in a loop: %s', (_, then) => {
  const code = listed(then);
  expect(foundLines(code)).toEqual(markedLines(code));
});

test('a block whose parts were written in an earlier round is not unwritten, and one that was not is', () => {
  const code = (write: string) => `${LIST}int last_but_one(int count) {
  struct stop *before = NULL, *stop = NULL;
  for (int i = 0; i < count; i++) {
    before = stop;
    stop = malloc(sizeof *stop);
    if (stop == NULL) abort();
    ${write}
  }
  return before == NULL ? 0 : before->at;
}`;
  const said = (write: string) => foundLines(code(write), 'uninitialized_use');
  expect(said('stop->at = i;')).toEqual([]);
  expect(said('')).toEqual([11]);
});

test.each([
  [
    'the name that realloc was given',
    'char *more = realloc(all, 64);',
    'more',
    'all[0] = 1;',
    true,
  ],
  ['another name of the block', 'char *more = realloc(all, 64);', 'more', 'second[0] = 1;', true],
  ['the new block', 'char *more = realloc(all, 64);', 'more', 'more[0] = 1;', false],
  [
    'the name that got the new block',
    'char *more = all = realloc(all, 64);',
    'more',
    'all[0] = 1;',
    false,
  ],
])('what realloc moved is gone: %s', (_, move, made, use, isFound) => {
  const code = `#include <stdlib.h>
int grow(void) {
  char *all = malloc(8);
  if (all == NULL) return 1;
  char *second = all + 1;
  ${move}
  if (${made} == NULL) abort();
  ${use}
  free(${made});
  return second != NULL;
}`;
  expect(foundLines(code, 'use_after_free')).toEqual(isFound ? [8] : []);
});

test('what was never written is heard in a condition, also where rules ask for its value', () => {
  const code = `#include <stdio.h>
#include <stdlib.h>
struct pair { int left, right; };
int of_block(void) {
  int *all = malloc(4 * sizeof *all);
  if (all == NULL) return 1;
  if (all[2] > 0) puts("positive"); // defect
  free(all);
  return 0;
}
int of_array(void) {
  int all[4];
  if (all[2] > 0) puts("positive"); // defect
  return 0;
}
int of_field(void) {
  struct pair pair;
  pair.left = 1;
  if (pair.right > 0) puts("positive"); // defect
  return 0;
}
int written(void) {
  struct pair pair;
  pair.left = 1;
  pair.right = pair.left;
  if (pair.right > 0) puts("positive");
  return 0;
}`;
  expect(foundLines(code, 'uninitialized_use')).toEqual(markedLines(code));
});

test('what is freed on a way out, and again where all ways meet, is freed twice', () => {
  const code = (way: string) => `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int load(FILE *in) {
  int status = -1;
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, in) != -1) {
    if (strchr(line, '=') == NULL) {
      ${way}
      goto done;
    }
  }
  status = 0;
done:
  free(line);
  return status;
}`;
  expect(foundLines(code('free(line);'), 'double_free')).toEqual([16]);
  expect(foundLines(code('free(line); line = NULL;'), 'double_free')).toEqual([]);
});

test('what realloc gives in each round of a loop is not what it was given', () => {
  const code = `#include <stdlib.h>
#include <string.h>
#include <errno.h>
size_t fill(char *to, size_t room);
struct cache { char *buff; size_t size; };
int in_rounds(void) {
  char own[20], *p = own, *more = NULL;
  size_t length = fill(own, sizeof own), room = sizeof own;
  while (length > room) {
    char *tmp;
    room = length;
    tmp = realloc(more, room);
    if (tmp == NULL) {
      free(more);
      return -1;
    }
    p = more = tmp;
    length = fill(more, room);
    if (length == 0) {
      free(more);
      return -1;
    }
  }
  int first = p[0];
  free(more);
  return first;
}
int in_field(struct cache *cache) {
  if (cache->size == 0) {
    cache->size = 256;
    cache->buff = malloc(cache->size);
  }
  if (cache->buff == NULL) return -1;
  for (;;) {
    size_t got = fill(cache->buff, cache->size);
    if (got < cache->size) break;
    char *more = realloc(cache->buff, cache->size * 2);
    if (more == NULL) break;
    cache->buff = more;
    cache->size *= 2;
  }
  return cache->buff[0];
}
int in_do(void) {
  char *buff = NULL;
  size_t room = 8, got;
  do {
    room *= 2;
    char *more = realloc(buff, room);
    if (more == NULL) { free(buff); return -1; }
    buff = more;
    got = fill(buff, room);
  } while (got == room);
  int first = buff[0];
  free(buff);
  return first;
}`;
  expect(foundLines(code)).toEqual([]);
});
