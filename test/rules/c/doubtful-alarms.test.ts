import { expect, test } from '@jest/globals';
import { foundLines } from '../../support/found-lines.ts';
import { markedLines } from '../../support/rules.ts';

/** Code that only may be wrong, or that a name or a type makes look so, beside code that is. */
const CASES: readonly (readonly [what: string, code: string])[] = [
  [
    'null is compared, and another condition stands before the use',
    `struct part { int size; struct part *next; };
void log_none(void);
int fine(struct part *part, int count) {
  if (part == 0) log_none();
  if (count > 0) return part->size;
  return 0;
}
int found(struct part *first, int size) {
  struct part *part;
  for (part = first; part != 0; part = part->next) if (part->size == size) break;
  return part->size;
}
int bad(struct part *part, int count) {
  if (part == 0) log_none();
  if (count > 0) log_none();
  return part->size; // defect
}`,
  ],
  [
    'null is assigned first, and something else on some paths',
    `int fine(int *from, int given, int wanted) {
  int *at = 0;
  if (given) at = from + 1;
  if (wanted) return *at;
  return 0;
}
int bad(int wanted) {
  int *at = 0;
  if (wanted) return *at; // defect
  return 0;
}`,
  ],
  [
    'a variable is written under one condition and read under another',
    `int fine(int given, int from, int wanted) {
  int value;
  if (given) value = from;
  if (wanted) return value;
  return 0;
}
int bad(int wanted) {
  int value;
  if (wanted) return value; // defect
  return 0;
}`,
  ],
  [
    'the top of a type is all that bounds an index',
    `static const int table[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
int fine(unsigned short *prob) { return table[*prob >> 10]; }
int sum(unsigned short *a, int first, int more) {
  if (first < 0 || more < 0 || first > 12 || more > 12) return 0;
  return table[first + more];
}
int bad(int at) {
  if (at < 0 || at > 16) return 0;
  return table[at]; // defect
}`,
  ],
  [
    'the initialiser of an array has parts that only some builds have',
    `static const int table[] = {
  1,
#ifdef MORE
  2, 3, 4,
#endif
};
static const int indexed[] = { [8] = 1 };
static const int two[] = { 1, 2 };
int fine(void) { return table[2] + indexed[7]; }
int bad(void) {
  return two[2]; // defect
}`,
  ],
  [
    'a record is copied to a place of a type that no file declares',
    `struct position { int line, column; };
extern struct window *current;
void fine(void) { struct position saved = { 1, 2 }; current->cursor = saved; }
extern struct position *last;
void bad(void) {
  struct position saved = { 1, 2 };
  last = &saved; // defect
}`,
  ],
  [
    'what is returned leads into the middle of the block',
    `#include <stdlib.h>
struct base { int kind; };
struct part { long size; struct base base; };
struct base *fine(void) {
  struct part *part = calloc(1, sizeof *part);
  if (part == NULL) return NULL;
  part->size = 3;
  return &part->base;
}
int bad(void) {
  struct part *part = calloc(1, sizeof *part); // defect
  if (part == NULL) return 0;
  part->size = 3;
  return part->base.kind;
}`,
  ],
  [
    'text of unknown length is appended to, and a precision cuts it',
    `#include <stdio.h>
#include <string.h>
void show(const char *text);
void fine(const char *message, int length) {
  char text[32];
  if (length < 0 || length > 20) return;
  sprintf(text, "[%.*s]", length, message);
  show(text);
}
void bad(const char *message, int length) {
  char text[32];
  if (length < 0 || length > 40) return;
  sprintf(text, "[%.*s]", length, message); // defect
  show(text);
}`,
  ],
  [
    'a callee frees a field and clears the record',
    `#include <stdlib.h>
#include <string.h>
struct entry { int kind; char *text; };
void clear(struct entry *entry) { free(entry->text); memset(entry, 0, sizeof *entry); }
void drop(struct entry *entry) { free(entry->text); }
void fine(struct entry *entry) { clear(entry); clear(entry); }
void bad(struct entry *entry) {
  drop(entry);
  drop(entry); // defect
}`,
  ],
  [
    'a block that is stored in one element is not that of another',
    `#include <stdlib.h>
int fine(char *parts[3], int count) {
  for (int i = 0; i < 3; i++) {
    parts[i] = malloc(count + 1);
    if (parts[i] == NULL) { free(parts[0]); free(parts[1]); free(parts[2]); return 1; }
  }
  return 0;
}
void bad(char **parts) {
  free(parts[1]);
  free(parts[1]); // defect
}`,
  ],
  [
    'a pointer to the first row, or to a member, goes on behind it',
    `struct display { float matrix[3][3]; int more; };
float fine(const struct display *display) {
  const float *matrix = display->matrix[0];
  return matrix[1] + matrix[5];
}
float bad(const struct display *display) {
  return display->matrix[0][3]; // defect
}`,
  ],
  [
    'what is null is given a value before the use',
    `char *make(void);
int fine(char *text) {
  if (text == 0) text = make();
  return *text;
}
struct part { char *text; };
int member(struct part *part) {
  if (part->text == 0) part->text = make();
  return *part->text;
}
int bad(char *text) {
  if (text == 0) make();
  return *text; // defect
}`,
  ],
  [
    'a callee frees a field unless it is null, and says so by null',
    `#include <stdlib.h>
struct job { int kind; char *data; char *more; };
void drop(struct job *job) {
  if (job->data) { free(job->data); job->data = NULL; }
  free(job);
}
struct job *fine(int count) {
  struct job *job = malloc(sizeof *job);
  if (!job) return NULL;
  job->data = malloc(count);
  if (!job->data) { drop(job); return NULL; }
  job->more = malloc(count);
  if (!job->more) { drop(job); return NULL; }
  return job;
}
struct job *bad(int count) {
  struct job *job = malloc(sizeof *job);
  if (!job) return NULL;
  job->data = malloc(count); // defect
  if (!job->data) { free(job); return NULL; }
  job->more = malloc(count);
  if (!job->more) { free(job); return NULL; }
  return job;
}`,
  ],
  [
    'an index that does not go up by one',
    `int fine(void) {
  int all[16];
  for (int i = 0; i < 16; i += 8) all[i + 7] = all[i] = i;
  return all[0];
}
int pairs(int n) {
  int all[12];
  int i = 0;
  while (i < 10) { all[i++] = n; all[i++] = n; }
  all[i++] = 0;
  all[i] = 0;
  return all[0];
}
int bad(void) {
  int all[16];
  for (int i = 0; i <= 16; i++) all[i] = i; // defect
  return all[0];
}`,
  ],
  [
    'the range of an index comes from a byte in memory',
    `static unsigned char places[8];
static const int table[4] = { 1, 2, 3, 4 };
int fine(int at) {
  if (at < 0 || at > 7) return 0;
  while (places[at] != 255) return table[places[at]];
  return 0;
}
int bad(int at) {
  if (at < 0 || at > 4) return 0;
  return table[at]; // defect
}`,
  ],
  [
    'records that have several fields in common',
    `struct node { int kind; struct node *next; char *name; int line; };
struct document { int kind; struct node *next; char *name; double version; char *encoding; };
struct point { double x, y; };
char *fine(struct node *node) { return ((struct document *)node)->encoding; }
char *bad(struct point *point) {
  return ((struct document *)point)->encoding; // defect
}`,
  ],
  [
    'a file that is to be included between the braces of an array',
    `static const int table[] = {
#include "table.inc"
};
static const int one[] = { 1 };
int fine(void) { return table[2]; }
int bad(void) {
  return one[2]; // defect
}`,
  ],
  [
    'another build writes the variable',
    `int fine(int n) {
  int changed;
#ifdef WITH_CHANGES
  changed = n;
#endif
#ifdef ALSO_CHANGES
  if (changed) return 1;
#endif
  return 0;
}
int bad(int n) {
  int changed;
  if (changed) return n; // defect
  return 0;
}`,
  ],
  [
    'what is called on null ends the program, by its name',
    `struct part { int size; };
void app_exit(int status);
void show(int status);
int fine(struct part *part) {
  if (part == 0) app_exit(1);
  return part->size;
}
int bad(struct part *part) {
  if (part == 0) show(1);
  return part->size; // defect
}`,
  ],
];

test.each(CASES)('%s', (_, code) => {
  expect(foundLines(code)).toEqual(markedLines(code));
});
