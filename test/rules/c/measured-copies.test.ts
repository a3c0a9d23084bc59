import { expect, test } from '@jest/globals';
import { foundLines } from '../../support/found-lines.ts';
import { markedLines } from '../../support/rules.ts';

const HEAD = `#include <stdio.h>
#include <string.h>
static char name[17];
`;

/** Copies whose length the code has asked, beside those where it asked something else. */
const CASES: readonly (readonly [what: string, code: string])[] = [
  [
    'the value behind a sign',
    `void fine(FILE *file) {
  char line[500];
  char *value;
  if (!fgets(line, 500, file) || (value = strchr(line, '=')) == NULL) return;
  *value++ = 0;
  if (strlen(value) > 16) return;
  strcpy(name, value);
}
void bad(FILE *file) {
  char line[500];
  char *value;
  if (!fgets(line, 500, file) || (value = strchr(line, '=')) == NULL) return;
  *value++ = 0;
  if (strlen(value) > 20) return;
  strcpy(name, value); // defect
}`,
  ],
  [
    'what follows the blanks',
    `void fine(FILE *file) {
  char line[500];
  char *at = line;
  if (!fgets(line, 500, file)) return;
  while (*at == ' ') at++;
  if (strlen(at) >= sizeof name) return;
  strcpy(name, at);
}
void bad(FILE *file) {
  char line[500];
  char *at = line;
  if (!fgets(line, 500, file)) return;
  while (*at == ' ') at++;
  if (strlen(at) >= sizeof line) return;
  strcpy(name, at); // defect
}`,
  ],
  [
    'what follows a prefix',
    `void fine(FILE *file) {
  char line[500];
  if (!fgets(line, 500, file) || strncmp(line, "name:", 5) != 0) return;
  char *rest = line + 5;
  if (strlen(rest) > 16) printf("too long: %s", rest);
  else strcpy(name, rest);
}
void bad(FILE *file) {
  char line[500];
  if (!fgets(line, 500, file) || strncmp(line, "name:", 5) != 0) return;
  char *rest = line + 5;
  if (strlen(rest) > 16) return;
  rest = line + 4;
  strcpy(name, rest); // defect
}
void read_again(FILE *file) {
  char line[500];
  if (!fgets(line, 500, file) || strncmp(line, "name:", 5) != 0) return;
  char *rest = line + 5;
  if (strlen(rest) > 16 || !fgets(line, 500, file)) return;
  strcpy(name, rest); // defect
}`,
  ],
  [
    'a sum that a variable holds',
    `void fine(char *word) {
  char line[40];
  int used = snprintf(line, 20, "%d", 5);
  int length = used + strlen(word);
  if (length < 40) strcpy(line + used, word);
}
void added(char *word) {
  char line[40];
  int used = snprintf(line, 20, "%d", 5);
  size_t length = used;
  length += strlen(word);
  if (length < 40) strcpy(line + used, word);
}
void bad(char *word) {
  char line[40];
  int used = snprintf(line, 20, "%d", 5);
  int length = used + 1;
  if (length < 40) strcpy(line + used, word); // defect
}
int main(int count, char **words) {
  if (count < 2) return 1;
  fine(words[1]);
  added(words[1]);
  bad(words[1]);
  return 0;
}`,
  ],
  [
    'an address that is kept as a number',
    `#include <stdlib.h>
struct queue { size_t *slots; unsigned end; };
int ask(void);
static void push(struct queue *queue, void *item) { queue->slots[queue->end++] = (size_t)item; }
int fine(struct queue *queue) {
  int *made = malloc(sizeof *made);
  if (made == NULL) return -1;
  *made = 1;
  push(queue, made);
  if (ask() < 0) return -1;
  return *made;
}
int bad(struct queue *queue) {
  int *made = malloc(sizeof *made); // defect
  if (made == NULL) return -1;
  *made = 1;
  if (ask() < 0) return -1;
  push(queue, made);
  return *made;
}`,
  ],
];

test.each(CASES)('%s', (_, code) => {
  expect(foundLines(HEAD + code)).toEqual(markedLines(HEAD + code));
});
