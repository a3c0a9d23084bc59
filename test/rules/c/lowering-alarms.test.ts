import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { markedLines } from '../../support/rules.ts';

const grammars = loadGrammars();
const parsers = { c: await grammars.parser('c'), cpp: await grammars.parser('cpp') };

/** The lines of findings, but for those of which the scan is hardly sure. */
function foundLines(text: string, language: 'c' | 'cpp'): number[] {
  const parser = parsers[language];
  const options = { path: 'src/main.c', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), language, parser, options);
  const lines = hits.filter(({ confidence }) => confidence >= 0.5).map(({ location }) => location);
  return [...new Set(lines.map(({ line }) => line))];
}

/** What was a false alarm because of how code was lowered, beside the defect that looks like it. */
const CASES: readonly (readonly [cause: string, code: string, language?: 'c' | 'cpp'])[] = [
  [
    'a declaration says that a function never returns',
    `#if defined(A)
#define NORETURN __attribute__((noreturn))
#elif defined(B)
#define NORETURN __declspec(noreturn)
#else
#define NORETURN
#endif
NORETURN void stop(const char *text, ...) __attribute__((format(printf, 1, 2)));
void hint(const char *text, void (*then)(void) NORETURN);
int fine(int *p) { if (!p) stop("p"); return *p; }
int bad(int *p) {
  if (!p) hint("p", 0);
  return *p; // defect
}`,
  ],
  [
    'a macro of another name takes the place of a wrapped function',
    `long own_write(int fd, const void *from, unsigned long count);
#define write own_write
#undef write
long own_write(int fd, const void *from, unsigned long count) { return write(fd, from, count); }
unsigned swapped(unsigned x) { return ntohl(x); }
#define ntohl swapped
int deep(int n) {
  return deep(n); // defect
}`,
  ],
  [
    'what asks for types alone runs nothing',
    `#define COPYABLE(to, from) (sizeof(char[1 - 2 * !(__builtin_types_compatible_p(__typeof__(*(to)), __typeof__(*(from))))]) - 1)
struct line { unsigned long length; };
struct image { struct line *line; };
unsigned long fine(struct image *image) { return sizeof(*image->line) + COPYABLE(image->line, image->line + 1); }
unsigned long bad(void) {
  struct line one[1] = {{1}};
  return one[1].length; // defect
}`,
  ],
  [
    'a macro that is not there may write what it is given',
    `#include <stddef.h>
#include "cache.h"
int fine(int wanted) {
  int *all = NULL, room = 0;
  ALLOC_GROW(all, wanted, room);
  all[0] = wanted;
  return all[0] + room;
}
int bad(int wanted) {
  int *all = NULL;
  alloc_grow(all, wanted);
  all[0] = wanted; // defect
  return 0;
}`,
  ],
  [
    'a macro in the other branch than the function',
    `#ifdef THREADS
struct conf { int v; };
struct conf *conf(void *p);
#else
#define conf(p) NULL
#define none(p) NULL
#endif
int fine(void *p) { struct conf *k = conf(p); return k->v; }
int bad(void *p) {
  struct conf *k = none(p);
  return k->v; // defect
}`,
  ],
  [
    'a macro with a body for each build writes its argument',
    `long g(void *); long h(void *);
#if X
#define fetch(v, d) d = g(&v)
#else
#define fetch(v, d) d = h(&v)
#endif
long fine(int c) { long n; fetch(c, n); return n; }
long bad(int c) {
  long n, m;
  fetch(c, n);
  return n + m; // defect
}`,
  ],
  [
    'a macro that is not expanded may write its argument',
    `long g(void *); long h(void *);
#define fetch(v, d) d = g(&v)
#undef fetch
#define fetch(v, d) d = h(&v)
struct pair { long a, b; };
long fine(int c) { long n; fetch(c, n); return n; }
long member(int c) { struct pair pair; fetch(c, pair.a); return pair.a; }
int pointer(int c) { int *p = 0; fetch(c, p); return *p; }
long bad(int c) {
  long n, m;
  fetch(c, n);
  return n + m; // defect
}`,
  ],
  [
    'an assertion whose message is the text of its condition',
    `void note(const char *text);
#define must(e) ((e) ? (void)0 : (note(#e), __builtin_unreachable()))
#define should(e) ((e) ? (void)0 : (note(#e), (void)0))
int fine(int *p) { if (p == 0) note("none"); must(p != 0); return *p; }
int bad(int *p) {
  if (p == 0) note("none");
  should(p != 0);
  return *p; // defect
}`,
  ],
  [
    'a macro that makes a name of its argument, and one that takes a list',
    `void fetch_a(long *to, int c);
void report(const char *form, ...);
#define fetch(kind, to, c) fetch_ ## kind(&to, c)
#define stop(form, ...) do { report(form, ## __VA_ARGS__); __builtin_unreachable(); } while (0)
#define tell(form, ...) do { report(form, ## __VA_ARGS__); } while (0)
long fine(int c) { long n; fetch(a, n, c); return n; }
int ended(int *p) { if (p == 0) stop("none"); return *p; }
int listed(int *p) { if (p == 0) stop("none %d %d", 1, 2); return *p; }
int bad(int *p) {
  if (p == 0) tell("none %d %d", 1, 2);
  return *p; // defect
}`,
  ],
  [
    'a member of a type that nobody knows may be an array',
    `struct known { int lens[4]; int other; };
int fine(int n) { struct unknown s; int i = 0; s.lens[i++] = n; return s.lens[0]; }
int inner(int n) { struct { unknown_t lens; } s; s.lens[0] = n; return s.lens[0]; }
int bad(void) {
  struct known s;
  return s.other; // defect
}`,
  ],
  [
    'a cast to a type that nobody knows, before an address',
    `int fill(int kind, void *to, int size);
int fine(void) { int n; fill(3, (TYPE)&n, sizeof n); return n; }
int offset(void) { int n[2]; fill(3, (TYPE)&n[0] + 1, sizeof n); return n[1]; }
int bad(int mask) {
  int n;
  return (mask) & n; // defect
}`,
  ],
  [
    'a length that a macro of an unknown header makes of constants',
    `#include <sys/socket.h>
int fine(void) { char data[CMSG_SPACE(sizeof(int))]; data[0] = 1; return data[0]; }
int bad(int n) {
  char data[CMSG_SPACE(n)]; // defect
  data[0] = 1;
  return data[0];
}
int length(void);
int also(void) {
  char data[length()]; // defect
  data[0] = 1;
  return data[0];
}`,
  ],
  [
    'a method that is called without a receiver and has the name of a C function',
    `class Pool {
  int open(const char *name);
  void free(char *p);
};
class Part : public Pool { char *fine(char *p); void bad(char *p); };
char *Part::fine(char *p) {
  open("a");
  free(p);
  *p = 1;
  return p;
}
void Part::bad(char *p) {
  ::free(p);
  *p = 1; // defect
}
void also(char *p) {
  free(p);
  *p = 1; // defect
}`,
    'cpp',
  ],
  [
    'a type that each branch of an #if defines',
    `#ifdef _MSC_VER
typedef unsigned int number[2];
#else
typedef unsigned long number;
#endif
#ifndef _MSC_VER
typedef unsigned int word;
#else
typedef unsigned long word;
#endif
void fine(void) { word all[4]; for (int i = 0; i < 4; i++) ((unsigned int *)all)[i] = 1; }
word bad(number n) {
  word one[2] = { 1, 2 };
  return one[sizeof n / 4]; // defect
}`,
  ],
  [
    'an #if within a chain of if and else',
    `int value;
int fine(int c) {
  int *p;
  if (c == 1) {
    p = &value;
  }
#ifdef MORE
  else if (c == 2) {
    p = &value;
  }
#endif
  else {
    return 0;
  }
  return *p;
}
int bad(int c) {
  int *p = 0;
  if (c == 1) {
    value = 1;
#ifdef MORE
  } else if (c == 2) {
    value = 2;
#endif
  } else {
    value = 3;
  }
  return *p; // defect
}`,
  ],
  [
    'a pointer of a type that is not known, which longjmp must not lose',
    `#include <stdlib.h>
int work(char *row, int *line);
int fine(unsigned size) {
  bytes volatile row = NULL;
  int fails = 1;
  int *line = NULL;
  row = (bytes)malloc(size);
  if (row == NULL) goto end;
  line = (int *)malloc(40);
  if (line == NULL) goto end;
  fails = work(row, line);
end:
  if (row) free(row);
  free(line);
  return fails;
}
int bad(unsigned size) {
  bytes volatile row = NULL;
  int fails = 1;
  int *line = NULL;
  row = (bytes)malloc(size); // defect
  if (row == NULL) goto end;
  line = (int *)malloc(40);
  if (line == NULL) goto end;
  fails = work(row, line);
end:
  free(line);
  return fails;
}`,
  ],
  [
    'a declaration behind a macro that is not known is no call',
    `#include <stdlib.h>
typedef struct lock lock;
API lock *
new_lock(void);
API void
lock_it(lock *it);
struct lock { int held; };
lock *new_lock(void) {
  lock *it = malloc(sizeof *it);
  if (!it) return NULL;
  it->held = 0;
  return it;
}
void bad(void) {
  new_lock(); // defect
}`,
  ],
];

test.each(CASES)('%s', (_, code, language = 'c') => {
  expect(foundLines(code, language)).toEqual(markedLines(code));
});
