import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { markedLines } from '../../support/rules.ts';

const parser = await loadGrammars().parser('c');

/** The lines of findings, but for those of which the scan is hardly sure. */
function foundLines(text: string): number[] {
  const options = { path: 'src/main.c', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), 'c', parser, options);
  const lines = hits.filter(({ confidence }) => confidence >= 0.5).map(({ location }) => location);
  return [...new Set(lines.map(({ line }) => line))].sort((a, b) => a - b);
}

/** What was a false alarm because of how values were followed, beside the defect that looks like it. */
const CASES: readonly (readonly [cause: string, code: string])[] = [
  [
    'a callee frees what it was given before it hands over what it made',
    `#include <stdlib.h>
void *grow(void *p, size_t n) { void *q = realloc(p, n); if (!q) abort(); return q; }
void fine(int count) {
  int *a = NULL;
  for (int i = 0; i < count; i++) { a = grow(a, 8); a[0] = 1; }
  free(a);
}
void drop(int *p) { free(p); }
void bad(int count) {
  int *a = malloc(8); // defect
  if (a == NULL) return;
  for (int i = 0; i < count; i++) {
    a[0] = 1; // defect
    drop(a); // defect
  }
}`,
  ],
  [
    'the elements that a loop reads',
    `#include <unistd.h>
void fine(int *fd, int n) { for (int j = 0; j < n; j++) close(fd[j]); }
struct pair { int from, to; };
void members(struct pair *all, int n) {
  for (int j = 0; j < n; j++) { close(all[j].from); close(all[j].to); }
}
void bad(int *fd, int n) {
  for (int j = 0; j < n; j++) {
    int d = fd[j];
    close(d);
    close(d); // defect
  }
}
void again(int *fd, int n) {
  for (int j = 0; j < n; j++) {
    close(fd[j]);
    close(fd[j]); // defect
  }
}`,
  ],
  [
    'a record that is returned by its first member, and what hangs in it',
    `#include <stdlib.h>
struct base { int magic; };
struct disk { struct base base; char *entry; };
struct base *fine(void) {
  struct disk *disk = calloc(1, sizeof *disk);
  if (disk == NULL) return NULL;
  disk->base.magic = 3;
  disk->entry = malloc(4);
  if (disk->entry == NULL) { free(disk); return NULL; }
  return &disk->base;
}
int bad(void) {
  struct disk *disk = calloc(1, sizeof *disk);
  if (disk == NULL) return 0;
  disk->base.magic = 3;
  disk->entry = malloc(4); // defect
  if (disk->entry == NULL) { free(disk); return 0; }
  free(disk);
  return 1;
}`,
  ],
  [
    'memory that one path frees and another one has not looked at',
    `#include <stdlib.h>
struct part { int flags; };
void drop(struct part *part, int keep) { if (!keep) free(part); }
int fine(struct part *part) { drop(part, 1); return part->flags; }
void always(struct part *part) { if (part) free(part); }
int bad(struct part *part) {
  always(part);
  return part->flags; // defect
}`,
  ],
  [
    'null instead of a block on a path that allocates none',
    `#include <stdlib.h>
int fine(int n) {
  char *text = n > 0 ? malloc(4) : NULL;
  if (text == NULL) return -1;
  *text = 0;
  free(text);
  return 0;
}
int bad(int n) {
  char *text = n > 0 ? malloc(4) : NULL; // defect
  if (text == NULL) return -1;
  *text = 0;
  return 0;
}`,
  ],
  [
    'a callee moves the pointer that it is given within its block',
    `#include <stdlib.h>
static void mark(void **at) {
  if (*at == NULL) return;
  *(long *)*at = 3;
  *at = (char *)*at + 8;
}
void *fine(void) { void *p = malloc(24); mark(&p); return p; }
static void look(void **at) {
  if (*at != NULL) *(long *)*at = 3;
}
void bad(void) {
  void *p = malloc(24); // defect
  look(&p);
}`,
  ],
  [
    'a callee frees the parts of all elements and then the block',
    `#include <stdlib.h>
struct part { char *text; int size; };
static void drop(struct part *all, int count) {
  struct part *at = all;
  if (all == NULL) return;
  for (int i = 0; i < count; i++, at++) free(at->text);
  free(all);
}
int fine(int count) {
  struct part *all = calloc(count, sizeof *all);
  if (all == NULL) return -1;
  all->text = malloc(8);
  if (all->text == NULL) { drop(all, count); return -1; }
  if (count > 3) { drop(all, count); return 1; }
  drop(all, count);
  return 0;
}
int bad(int count) {
  struct part *all = calloc(count, sizeof *all);
  if (all == NULL) return -1;
  all->text = malloc(8); // defect
  if (all->text == NULL) { free(all); return -1; }
  free(all);
  return 0;
}`,
  ],
  [
    'a function hands the place for its output to one that is not known',
    `#include <stdlib.h>
struct entry { int size; };
struct archive { const struct methods *methods; };
struct methods { int (*next)(struct archive *, struct entry **); };
int next(struct archive *archive, struct entry **entry) {
  return archive->methods->next(archive, entry);
}
int same(struct archive *archive, struct entry **entry) { return archive != 0 && entry != 0; }
int fine(struct archive *archive) {
  struct entry *entry = malloc(sizeof *entry);
  if (entry == NULL) return 0;
  free(entry);
  if (next(archive, &entry) != 0) return 1;
  return entry->size;
}
int bad(struct archive *archive) {
  struct entry *entry = malloc(sizeof *entry);
  if (entry == NULL) return 0;
  free(entry);
  if (same(archive, &entry) == 0) return 1;
  return entry->size; // defect
}`,
  ],
];

test.each(CASES)('%s', (_, code) => {
  expect(foundLines(code)).toEqual(markedLines(code));
});
