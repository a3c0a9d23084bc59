import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { markedLines } from '../../support/rules.ts';

const parser = await loadGrammars().parser('c');

/** The lines of findings, in order; places of which the scan is hardly sure are none. */
function foundLines(text: string, least = 0.5): number[] {
  const options = { path: 'src/main.c', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), 'c', parser, options);
  const lines = hits
    .filter(({ confidence }) => confidence >= least)
    .map(({ location }) => location);
  return [...new Set(lines.map(({ line }) => line))];
}

/** Functions of a project that stand between its code and the library, beside code that is wrong in spite of them. */
const CASES: readonly (readonly [what: string, code: string])[] = [
  [
    'an allocation that gives up the program, unless it is asked to be gentle',
    `#include <stdlib.h>
__attribute__((noreturn)) void die(const char *message);
static int is_over(size_t size, int gentle) {
  if (size > 4096) {
    if (gentle) return -1;
    die("too large");
  }
  return 0;
}
static void *allocate(size_t size, int gentle) {
  void *block;
  if (is_over(size, gentle)) return NULL;
  block = malloc(size);
  if (!block) {
    if (!gentle) die("no memory");
    return NULL;
  }
  return block;
}
void *get(size_t size) { return allocate(size, 0); }
void *get_gently(size_t size) { return allocate(size, 1); }
char *fine(size_t size) { char *text = get(size + 1); text[0] = 'a'; return text; }
char *bad(size_t size) { char *text = get_gently(size + 1); text[0] = 'a'; return text; } // defect`,
  ],
  [
    'a descriptor that is opened again where a signal came',
    `#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
int open_again(const char *path, int flags) {
  int fd;
  do { fd = open(path, flags, 0600); } while (fd < 0 && errno == EINTR);
  return fd;
}
int fine(const char *path) {
  int fd = open_again(path, O_RDONLY);
  if (0 <= fd) return fd;
  return open_again(path, O_RDWR);
}
int bad(const char *path, char *out) {
  int fd = open_again(path, O_RDONLY); // defect
  if (fd < 0) return -1;
  if (read(fd, out, 4) != 4) return -1;
  close(fd);
  return 0;
}`,
  ],
  [
    'a list keeps its links inside what it lists',
    `#include <stdlib.h>
struct list { struct list *next, *prev; };
struct item { int value; struct list list; };
void add_elsewhere(struct list *head, struct list *link);
void count(int *value);
static void add(struct list *link, struct list *head) {
  head->next->prev = link;
  link->next = head->next;
  link->prev = head;
  head->next = link;
}
static struct item *made(int value) {
  struct item *item = malloc(sizeof *item);
  if (!item) abort();
  item->value = value;
  return item;
}
void fine(struct list *head) { struct item *item = made(1); add(&item->list, head); }
void fine_elsewhere(struct list *head) { struct item *item = made(2); add_elsewhere(head, &item->list); }
void bad(void) { struct item *item = made(3); count(&item->value); } // defect`,
  ],
  [
    'text is changed where it is, and given back unless there is none',
    `#include <stdlib.h>
#include <string.h>
static char *ended(char *text) {
  if (!text) return NULL;
  text[strlen(text) / 2] = 0;
  return text;
}
char *fine(const char *text) { return ended(strdup(text)); }
int bad(const char *text) { char *copy = strdup(text); return ended(copy) != NULL; } // defect`,
  ],
  [
    'a block comes from one call or from another, and neither has one',
    `#include <stdlib.h>
#define GROW(old, size) ((old) != NULL ? realloc(old, size) : malloc(size))
int fine(char **text, size_t size) {
  char *more = GROW(*text, size);
  if (more == NULL) return -1;
  *text = more;
  return 0;
}
int bad(char **text, size_t size, int wanted) {
  char *more = GROW(*text, size); // defect
  if (more == NULL) return -1;
  if (!wanted) return -1;
  *text = more;
  return 0;
}`,
  ],
  [
    'what is freed depends on what was found in memory',
    `#include <stdlib.h>
struct entry { int kind; };
struct entry *find(int key);
static int taken(int key, char *text) {
  struct entry *entry;
  if (key < 4) return 0;
  entry = find(key);
  if (!entry) return 0;
  free(text);
  return 1;
}
void fine(void) {
  char *text = malloc(4);
  if (!text) return;
  if (taken(9, text)) return;
  text[0] = 1;
  free(text);
}
void bad(void) {
  char *text = malloc(4);
  if (!text) return;
  if (taken(9, text)) { text[0] = 1; return; } // defect
  free(text);
}`,
  ],
];

test.each(CASES)('%s', (_, code) => {
  expect(foundLines(code)).toEqual(markedLines(code));
});

test('each round of a loop goes further only where the count is greater', () => {
  const code = `struct place { int number; short wanted, found; };
int ask(struct place *places, unsigned long count, int time)
{
  struct span { long a, b; } span, *wait;
  int most, all; unsigned long i;
  if (time == 0) { wait = &span; wait->a = 0; wait->b = 0; }
  else if (time > 0) { wait = &span; wait->a = time / 1000; wait->b = time % 1000; }
  else if (time == -1) wait = 0;
  else return -1;
  most = -1;
  for (i = 0; i < count; i++) {
    if (places[i].number < 0) continue;
    if (places[i].number >= most && (places[i].wanted & 3)) { most = places[i].number; if (most > 1024) return -1; }
  }
  all = choose(most + 1, wait);
  if (all < 0) return all;
  all = 0;
  for (i = 0; i < count; i++)
    if (places[i].number < 0) places[i].found = 0;
    else { int found = match(places[i].number, places[i].wanted); if (found) { places[i].found = found; all++; } else places[i].found = 0; }
  return all;
}
int fine(int n) { struct place one = {n, 1, 0}; return ask(&one, 1, -1); }
int bad(int n) { struct place one = {n, 1, 0}; return ask(&one, 2, -1); } // defect`;
  expect(foundLines(code, 0.4)).toEqual(markedLines(code));
});

test('what a caller does with a pointer is not what a function between has compared it with', () => {
  const code = `struct text { char *line; int count; };
static char *line_of(struct text *text, int at) {
  if (!text) return "";
  return at > text->count ? "?" : text->line;
}
char *get(struct text *text, int at) { return line_of(text, at); }
int use(struct text *text) { char *line = get(text, 3); return line[0]; }`;
  expect(foundLines(code, 0.4)).toEqual([]);
});

test('what a function gives of a member, where there is one, says that there is one', () => {
  const code = `struct set { int *owner; int count; };
struct item { struct set *set; };
void prepare(struct set *set);
static int *ownerOf(const struct item *item) { return item->set ? item->set->owner : 0; }
int fine(struct item *item) {
  if (item->set) prepare(item->set);
  if (!ownerOf(item)) return 0;
  return item->set->count;
}
int bad(struct item *item) {
  if (item->set) prepare(item->set);
  if (ownerOf(item)) return 0;
  return item->set->count; // defect
}`;
  expect(foundLines(code, 0.41)).toEqual(markedLines(code));
});
