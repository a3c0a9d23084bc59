import { expect, test } from '@jest/globals';
import { foundLines } from '../../support/found-lines.ts';
import { markedLines } from '../../support/rules.ts';

/** What was a false alarm because of how values were followed, beside the defect that looks like it. */
const CASES: readonly (readonly [cause: string, code: string])[] = [
  [
    'a caller has compared a length with its limit, and the function takes it in pieces',
    `#include <stdint.h>
#include <unistd.h>
static int fill(int fd, char *to, size_t wanted) {
  while (wanted > 0) {
    size_t part = wanted < 512 ? wanted : 512;
    ssize_t got = read(fd, to, part);
    if (got <= 0) return -1;
    to += got;
    wanted -= (size_t)got;
  }
  return 0;
}
int fine(int fd) {
  char body[2048];
  uint32_t length;
  if (read(fd, &length, 4) != 4 || length > sizeof body) return -1;
  return fill(fd, body, length);
}
static int fillAll(int fd, char *to, size_t wanted) {
  while (wanted > 0) {
    ssize_t got = read(fd, to, wanted); // defect
    if (got <= 0) return -1;
    to += got;
    wanted -= (size_t)got;
  }
  return 0;
}
int bad(int fd) {
  char body[2048];
  uint32_t length;
  if (read(fd, &length, 4) != 4) return -1;
  return fillAll(fd, body, length); // defect
}`,
  ],
  [
    'the difference of two numbers was compared',
    `static int wide(int count, const int *all) {
  int sum = 0;
  for (int at = 0; at < count; at++)
    if (count - at >= 2) sum += all[at + 1];
  return sum;
}
int fine(void) { int one[1] = {7}; return wide(1, one); }
static int wider(int count, const int *all) {
  int sum = 0;
  for (int at = 0; at < count; at++)
    sum += all[at + 1]; // defect
  return sum;
}
int bad(void) {
  int one[1] = {7};
  return wider(1, one); // defect
}`,
  ],
  [
    'a record was written field by field and is read as one of another type',
    `union bits { unsigned all; unsigned short half[2]; };
struct vector { short x, y; };
static void set(struct vector *to, int at) { to->x = at; to->y = at; }
unsigned fine(int at) {
  struct vector one;
  set(&one, at);
  return ((union bits *)&one)->all;
}
int bad(int at) {
  struct vector one;
  one.x = at;
  return one.x + one.y; // defect
}`,
  ],
  [
    'the last result is released when the next one is there',
    `#include <stdlib.h>
struct result { int status; };
struct result *next(void);
int fine(void) {
  struct result *last = NULL;
  for (;;) {
    struct result *one = next();
    if (one == NULL) break;
    free(last);
    last = one;
    if (last->status == 3) break;
  }
  free(last);
  return 0;
}
int bad(void) {
  struct result *last = NULL;
  for (;;) {
    struct result *one = next();
    if (one == NULL) return 0;
    if (last != NULL) {
      free(last);
      if (last->status == 3) return 1; // defect
    }
    last = one;
  }
}`,
  ],
  [
    'a pointer with one of its bits set is not null',
    `#include <stdlib.h>
#include <string.h>
void *fine(void *old, size_t align, size_t size) {
  void *moved = realloc(old, size);
  if (((size_t)moved & (align - 1U)) != 0U) memset(moved, 0, size);
  return moved;
}
void *bad(void *old, size_t align, size_t size) {
  void *moved = realloc(old, size);
  if (((size_t)moved & (align - 1U)) == 0U)
    memset(moved, 0, size); // defect
  return moved;
}`,
  ],
  [
    'the end of a text is always found',
    `#include <string.h>
char fine(const char *folder) { char *end = strchr(folder, '\\0'); return end[-1]; }`,
  ],
  [
    'numbers with a point are not whole',
    `static int root(int value) {
  float delta, x = value;
  if (!value) return 0;
  do {
    float y = (x + (float)value / x) / 2;
    delta = y > x ? y - x : x - y;
    x = y;
  } while (delta >= 0.5);
  return (int)x;
}
static int none(int value) { return value > 3 ? 0 : 0; }
int fine(int n) { return n / root(32768); }
int bad(int n) {
  return n / none(32768); // defect
}`,
  ],
  [
    'the field of a record points to an output',
    `struct out { unsigned long *size; };
static int fill(const char *text, struct out *out) {
  if (out->size) *out->size = text[0];
  return 0;
}
unsigned long fine(const char *text, struct out *out) {
  unsigned long own;
  if (!out->size) out->size = &own;
  if (fill(text, out) < 0) return 1;
  return *out->size;
}`,
  ],
  [
    'a call that touches no bytes may get null',
    `#include <stddef.h>
#include <sys/socket.h>
int fine(int fd) { return recv(fd, NULL, 0, MSG_PEEK) < 0; }
int bad(int fd) {
  return recv(fd, NULL, 8, MSG_PEEK) < 0; // defect
}`,
  ],
  [
    'no more was read than asked for',
    `#include <unistd.h>
int fine(const char *path, char *link, int room) {
  int got = readlink(path, link, room - 1);
  if (got <= 0) return -1;
  link[got] = 0;
  return got;
}`,
  ],
  [
    'a name says that a function ends the program',
    `void bug_at(const char *what);
void note_at(const char *what);
int fine(int *p) { if (!p) bug_at("p"); return *p; }
void (*oom_handler)(unsigned long);
void (*heard)(unsigned long);
int fineToo(int *p) { if (!p) oom_handler(4); return *p; }
int badToo(int *p) {
  if (!p) heard(4);
  return *p; // defect
}
int bad(int *p) {
  if (!p) note_at("p");
  return *p; // defect
}`,
  ],
  [
    'a thread starts behind what is done before',
    `#include <pthread.h>
static int mode;
static int other;
static void *work(void *p) { mode |= 4; return p; }
static void *rest(void *p) {
  other |= 4; // defect
  return p;
}
static int ask(void) { mode = 7; return 1; }
int later(void) { return ++other; }
void begin(pthread_t *thread) {
  ask();
  if (pthread_create(thread, NULL, work, NULL)) return;
  if (pthread_create(thread, NULL, rest, NULL)) return;
}`,
  ],
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
