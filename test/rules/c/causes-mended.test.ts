import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';

const parser = await loadGrammars().parser('c');

/** All candidates, those of which the scan is hardly sure too, as `line rule confidence`. */
function candidatesOf(text: string): string[] {
  const options = { path: 'src/main.c', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), 'c', parser, options);
  return hits.map(
    ({ location, rule, confidence, inNewCode = confidence }) =>
      `${location.line} ${rule} ${inNewCode}`,
  );
}

/** The candidates that the comments at the ends of lines name. */
function namedCandidates(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const named = /\/\/ (\w+ [01](?:\.\d+)?)$/.exec(line)?.[1];
    return named === undefined ? [] : [`${index + 1} ${named}`];
  });
}

/** Causes of false alarms that are gone: no candidate is left of one, and the defect like it stays. */
const CASES: readonly (readonly [cause: string, code: string])[] = [
  [
    'one condition is tested twice',
    `int equal(int v, int m) { int x; if (m == 2) x = v; if (m == 2) return x; return 0; }
int unequal(int v, int m) { int x; if (m != 2) x = v; if (m == 2) return 0; return x; }
int values(int v, int m, int k) { int x; if (m == k) x = v; if (m == k) return x; return 0; }
int mask(int v, int m) { int x; if (m & 2) x = v; if ((m & 2) != 0) return x; return 0; }
int labels(int v, int m) {
  int x;
  switch (m) { case 2: case 5: x = v; break; default: break; }
  if (m == 5) return x;
  return 0;
}
int other(int v, int m) {
  int x;
  if (m == 2) x = v;
  if (m == 3) return x; // uninitialized_use 0.4
  return 0;
}
int opposite(int v, int m) {
  int x;
  if (m == 2) x = v;
  if (m != 2) return x; // uninitialized_use 0.4
  return 0;
}
int bit(int v, int m) {
  int x;
  if (m & 2) x = v;
  if (m & 4) return x; // uninitialized_use 0.4
  return 0;
}
int changed(int v, int m, int k) {
  int x;
  if (m == k) x = v;
  m = v;
  if (m == k) return x; // uninitialized_use 0.4
  return 0;
}`,
  ],
  [
    'both sides of a condition in two parts are tested twice',
    `int both(int v, int m, int k) {
  int x;
  if (m == 2 && k) x = v;
  if (m == 2 && k) return x;
  return 0;
}
int swapped(int v, int m, int k) {
  int x;
  if (m == 2 && k > 1) x = v;
  if (1 < k && m == 2) return x;
  return 0;
}
int either(int v, int m, int k) {
  int x;
  if (m == 2 || k) x = v;
  if (!(m == 2 || k)) return 0;
  return x;
}
int round(int m, int k) {
  int x;
  for (int i = 0; i < m; i++) {
    if (i == 2 && k) x = i;
    if (i == 2 && k) return x;
  }
  return 0;
}
int one(int v, int m, int k) {
  int x;
  if (m == 2 && k) x = v;
  if (m == 2) return x; // uninitialized_use 0.4
  return 0;
}
int later(int n, int m, int k) {
  int x;
  for (int i = 0; i < n; i++) {
    if (i == m && k) return x; // uninitialized_use 0.4
    if (i == 2 && k) x = i;
  }
  return 0;
}`,
  ],
  [
    'what a callee does under a condition on its arguments',
    `#include <string.h>
int least(int v[], int n) { if (!v) return 0; int s = v[0]; if (n >= 2) s += v[1]; return s; }
int fine(void) { int one[1] = { 1 }; return least(one, 1); }
int bad(void) {
  int one[1] = { 1 };
  return least(one, 2); // boundary_funcs 0.82
}
int early(int v[], int n) { if (!v || n < 2) return 0; return v[0] + v[1]; }
int alone(void) { int one = 1; return early(&one, 1); }
int pair(void) {
  int one = 1;
  return early(&one, 2); // boundary_funcs 0.82
}
int perhaps(int n) {
  int one = 1;
  return early(&one, n); // boundary_funcs 0.4
}
int through(int v[], int n) { return early(v, n); }
int passed(void) { int one = 1; return through(&one, 1); }
int further(void) {
  int one = 1;
  return through(&one, 2); // boundary_funcs 0.82
}
int byKind(int v[], int kind) {
  if (!v) return 0;
  switch (kind) { case 3: return v[2]; case 2: return v[1]; default: return v[0]; }
}
int second(void) { int two[2] = { 1, 2 }; return byKind(two, 2); }
int third(void) {
  int two[2] = { 1, 2 };
  return byKind(two, 3); // boundary_funcs 0.82
}
void clear(char *to, int full) { if (!to) return; if (full) memset(to, 0, 16); else to[0] = 0; }
void first(void) { char small[4]; clear(small, 0); }
void all(void) {
  char small[4];
  clear(small, 1); // boundary_funcs 0.82
}
void related(char *to, int a, int b) { if (to && a > b) to[8] = 0; }
void unclear(void) {
  char small[4];
  related(small, 1, 2); // boundary_funcs 0.4
}`,
  ],
  [
    'a callee frees what it is given on some paths, as its result says',
    `#include <stdlib.h>
struct conn { int bad; int flags; };
int check(struct conn *c) { if (!c) return -1; if (c->bad) { free(c); return -1; } return 0; }
int later(struct conn *c) {
  if (!c) return -1;
  int code = 0;
  if (c->bad) { free(c); code = -2; }
  return code;
}
int forward(struct conn *c) { return check(c); }
struct conn *same(struct conn *c) { if (check(c)) return NULL; return c; }
int equal(struct conn *c) { if (!c) return 0; if (check(c) == -1) return 0; return c->flags; }
int below(struct conn *c) { if (!c) return 0; int code = later(c); if (code < 0) return code; return c->flags; }
int forwarded(struct conn *c) { if (!c) return 0; if (forward(c)) return 0; return c->flags; }
int null(struct conn *c) { if (!c) return 0; if (same(c) == NULL) return 0; return c->flags; }
int once(void) {
  struct conn *c = malloc(sizeof *c);
  if (!c) return 1;
  c->bad = 0;
  if (check(c) != 0) return 2;
  free(c);
  return 0;
}
int opposite(struct conn *c) { if (!c) return 0;
  if (check(c) == 0) return 0;
  return c->flags; // use_after_free 0.86
}
int laterOpposite(struct conn *c) { if (!c) return 0;
  if (later(c) >= 0) return 0;
  return c->flags; // use_after_free 0.86
}
int unchecked(struct conn *c) { if (!c) return 0;
  check(c);
  return c->flags; // use_after_free 0.49
}
int twice(void) {
  struct conn *c = malloc(sizeof *c);
  if (!c) return 1;
  c->bad = 0;
  if (check(c) != 0) {
    free(c); // double_free 0.87
    return 2;
  }
  free(c);
  return 0;
}`,
  ],
  [
    'a callee frees what it is given with some arguments only',
    `#include <stdlib.h>
struct conn { int flags; char *text; };
void drop(struct conn *c, int keep) { if (!keep) free(c); }
void reset(struct conn *c, int keep) { if (!c) return; free(c->text); c->text = NULL; drop(c, keep); }
void text(struct conn *c, int owned) { if (c && owned) free(c->text); }
int keep(struct conn *c) { if (!c) return 0; drop(c, 1); return c->flags; }
int part(struct conn *c) { if (!c) return 0; reset(c, 2); return c->flags; }
int other(struct conn *c) { if (!c) return 0; text(c, 0); return c->text ? c->text[0] : 0; }
int bad(struct conn *c) {
  if (!c) return 0;
  drop(c, 0);
  return c->flags; // use_after_free 0.86
}
int all(struct conn *c) {
  if (!c) return 0;
  reset(c, 0);
  return c->flags; // use_after_free 0.86
}
int member(struct conn *c) {
  if (!c) return 0;
  text(c, 1);
  return c->text ? c->text[0] : 0; // use_after_free 0.86
}
int perhaps(struct conn *c, int n) {
  if (!c) return 0;
  drop(c, n);
  return c->flags; // use_after_free 0.49
}`,
  ],
  [
    'one of several callees frees a part of a record that another function has made',
    `#include <stdlib.h>
struct part { int size; char *name; };
struct task { int (*run)(struct part *part); };
int put(void);
int make(struct part **out) {
  if (!out) return -1;
  struct part *part = calloc(1, sizeof *part);
  if (part == NULL) return -1;
  part->size = put();
  *out = part;
  return 0;
}
int rename_part(struct part *part) {
  if (!part) return -1;
  free(part->name);
  part->name = malloc(8);
  if (part->name == NULL) return -1;
  if (put()) { free(part->name); return -2; } // dangling_field 0.7
  return 0;
}
int count(struct part *part) { if (!part) return 0; part->size++; return 0; }
const struct task tasks[] = { { rename_part }, { count } };
void drop(struct part *part) { if (!part) return; free(part->name); free(part); }
int work(const struct task *task) {
  struct part *part;
  if (!task || make(&part) < 0) return -1;
  int code = task->run(part);
  drop(part); // double_free 0.49
  return code;
}
int only(void) {
  struct part *part;
  if (make(&part) < 0) return -1;
  int code = count(part);
  drop(part);
  return code;
}`,
  ],
  [
    'a macro puts the width into a format',
    `#include <stdio.h>
#define QUOTED(x) #x
#define TEXT_OF(x) QUOTED(x)
#define WIDTH 31
int fine(FILE *f) {
  char word[32];
  return fscanf(f, "%" TEXT_OF(WIDTH) "s", word) == 1 ? word[0] : 0;
}
int two(FILE *f) {
  char word[32], more[8];
  return fscanf(f, "%" TEXT_OF(WIDTH) "s,%" QUOTED(7) "s", word, more) == 2 ? word[0] : 0;
}
int elsewhere(FILE *f) {
  char word[32];
  return fscanf(f, "%" WIDTH_OF_A_HEADER "s", word) == 1 ? word[0] : 0;
}
int bad(FILE *f) {
  char word[16];
  return fscanf(f, "%" TEXT_OF(WIDTH) "s", word) == 1 ? word[0] : 0; // scanf_no_width 0.82
}
int none(FILE *f) {
  char word[32];
  return fscanf(f, "%" "s", word) == 1 ? word[0] : 0; // scanf_no_width 0.77
}`,
  ],
  [
    'a pointer in a variable is null only together with a number',
    `struct part { int size; };
struct part *find(int key);
int number(int key, int more) {
  struct part *part = find(key);
  int n = 0;
  if (part) n = more;
  if (n > 0) return part->size;
  return 0;
}
int code(int key) {
  struct part *part = find(key);
  int code = 0;
  if (part == 0) code = -1;
  if (code < 0) return code;
  return part->size;
}
int opposite(int key, int more) {
  struct part *part = find(key);
  int n = 0;
  if (part) n = more;
  if (n == 0) return part->size; // possible_null_deref 0.41
  return 0;
}`,
  ],
  [
    'a result is assigned twice, forwarded, or comes out of a recursion',
    `#include <stdlib.h>
struct part { int size; };
int ready(int n);
int make(struct part **out) {
  *out = malloc(sizeof **out); // possible_null_deref 0.4
  if (*out == NULL) return -1;
  return 0;
}
int forward(struct part **out) { return make(out); }
int deep(struct part **out, int n) { if (n <= 0) return make(out); return deep(out, n - 1); }
int behind(int n) {
  struct part *part;
  int code = ready(n);
  if (!code) code = make(&part);
  if (code) goto out;
  part->size = 1;
  free(part);
out:
  return code;
}
int forwarded(void) {
  struct part *part;
  if (forward(&part)) return 1;
  part->size = 1;
  free(part);
  return 0;
}
int recursive(int n) {
  struct part *part;
  if (deep(&part, n) < 0) return 1;
  part->size = 1;
  free(part);
  return 0;
}
int unchecked(void) {
  struct part *part;
  forward(&part);
  part->size = 1; // malloc_no_null_check 0.73
  free(part);
  return 0;
}`,
  ],
  [
    'a function returns null for a null argument alone, through a type behind a macro',
    `#include <stdlib.h>
#define RESTRICT
struct pool { int used; };
typedef struct pool * RESTRICT pool_pointer;
void fail(pool_pointer pool) { abort(); }
void *take(pool_pointer pool, unsigned long size) {
  void *block;
  if (pool == NULL) return NULL;
  block = malloc(size);
  if (block == NULL) fail(pool);
  return block;
}
void *cleared(pool_pointer pool, unsigned long size) {
  char *block = take(pool, size);
  if (block != NULL) block[0] = 0;
  return block;
}
int direct(void) {
  struct pool pool;
  char *block = take(&pool, 8);
  block[0] = 1;
  free(block);
  return 0;
}
int forwarded(void) {
  struct pool pool;
  char *block = cleared(&pool, 8);
  block[0] = 1;
  free(block);
  return 0;
}
int without(void) {
  char *block = cleared(NULL, 8);
  block[0] = 1; // malloc_no_null_check 0.73
  free(block);
  return 0;
}`,
  ],
  [
    'what a destructor looks into before it writes there hangs in its owner no longer',
    `#include <stdlib.h>
struct owner { int kind; char *texts[4]; };
void destroy(struct owner *owner) {
  if (owner == 0) return;
  owner->kind = 0;
  for (int i = 0; i < 4; i++) {
    free(owner->texts[i]);
    owner->texts[i] = NULL;
  }
  free(owner);
}
struct owner *make(int kind) {
  struct owner *owner = calloc(1, sizeof *owner);
  if (!owner) return NULL;
  owner->kind = kind;
  owner->texts[0] = malloc(20);
  if (!owner->texts[0]) { destroy(owner); return NULL; }
  owner->texts[1] = malloc(20);
  if (!owner->texts[1]) { destroy(owner); return NULL; }
  return owner;
}
int forgets(int kind) {
  struct owner *owner = calloc(1, sizeof *owner);
  if (!owner) return 1;
  owner->texts[0] = malloc(20); // memory_leak 0.7
  free(owner);
  return 0;
}`,
  ],
  [
    'a pointer whose type no header tells is null where it is tested so',
    `#include <stdlib.h>
#include "handles.h"
handle make(void) { return (handle) malloc(20); }
handle use(int version) {
  handle made = make();
  if (!made) return NULL;
  set_version(made, version);
  return made;
}`,
  ],
  [
    'the type of a result stands before a macro',
    `typedef struct context_s *context;
typedef void *handle;
int take(context given);
context EXPORT context_of(handle owner) { return (context)owner; }
int use(handle owner) { return take(context_of(owner)); }
int number(void) { return take(3); } // wrong_call_arguments 0.75`,
  ],
  [
    'a name in brackets is the name of its function, and a macro behind a star is no name',
    `#include <stdlib.h>
number (API first)(const unsigned char *bytes) { return bytes == NULL ? 0 : ((number)(*(bytes)) << 8) + (number)(*(bytes + 1)); }
int second(int n) {
  char * NONNULL text = malloc(8);
  if (text == NULL) return n;
  text[0] = 1;
  free(text);
  return text[0]; // use_after_free 0.86
}`,
  ],
];

test.each(CASES)('%s', (_, code) => {
  expect(candidatesOf(code)).toEqual(namedCandidates(code));
});
