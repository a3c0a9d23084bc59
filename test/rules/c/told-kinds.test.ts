import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { namedWorth, shownWorth } from '../../support/rules.ts';

const parser = await loadGrammars().parser('c');

/** What is said of a file that a change brings, as `line rule severity confidence`. */
function toldOf(text: string): string[] {
  const options = { path: 'src/main.c', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), 'c', parser, options);
  return hits.map((hit) => shownWorth(C_RULES, hit)).sort();
}

/** Kinds of defect, each in forms that programmers write, between sound code that looks like them. */
const KINDS: readonly (readonly [kind: string, code: string])[] = [
  [
    'memory of alloca has a size',
    `#include <alloca.h>
#include <string.h>
void use(char *text);
void end(void) {
  char *p = alloca(4);
  p[4] = 0; // out_of_bounds_write high 0.81
  use(p);
}
void copy(const char *s) {
  char *p = __builtin_alloca(64);
  if (strlen(s) < 64) strcpy(p, s);
  else memcpy(p, s, 65); // boundary_funcs high 0.82
  use(p);
}
void count(size_t n) {
  if (n > 100) return;
  char *p = alloca(n);
  p[n] = 0; // out_of_bounds_write high 0.81
  use(p);
}
char unwritten(void) {
  char *p = alloca(16);
  return p[3]; // uninitialized_use medium 0.78
}
void sound(size_t n, const char *s) {
  if (n > 100) return;
  char *p = alloca(n + 1);
  p[n] = 0;
  use(p);
  size_t length = strlen(s);
  if (length > 100) return;
  char *q = alloca(length + 1);
  strcpy(q, s);
  use(q);
}
struct node { struct node *next; int v; };
int list(int n) {
  struct node *head = 0;
  for (int i = 0; i < n; i++) {
    struct node *one = alloca(sizeof *one);
    one->next = head;
    one->v = i;
    head = one;
  }
  int sum = 0;
  for (struct node *at = head; at != 0; at = at->next) sum += at->v;
  return sum;
}`,
  ],
  [
    'an index that stands before its array',
    `int fourth(void) {
  int a[4] = { 1, 2, 3, 4 };
  return 3[a] + 4[a]; // out_of_bounds_read high 0.81
}
char digit(unsigned x) { return (x & 15)["0123456789abcdef"]; }
char wide(unsigned x) { return (x & 31)["0123456789abcdef"]; } // out_of_bounds_read low 0.66
int first(int *p) { return p ? 0[p] : 0; }
int none(int *p) {
  if (!p) return 0[p]; // possible_null_deref high 0.84
  return 1;
}`,
  ],
  [
    'a length of what comes behind the start of a text',
    `#include <stdlib.h>
#include <string.h>
char *whole(const char *a) {
  char *p = malloc(strlen(a + 1));
  if (p == NULL) return NULL;
  strcpy(p, a); // unsafe_api high 0.84
  return p;
}
char *measured(const char *a) {
  size_t n = strlen(&a[1]);
  char *p = malloc(n + 1);
  if (p == NULL) return NULL;
  memcpy(p, a, strlen(a) + 1); // boundary_funcs high 0.82
  return p;
}
char *rest(const char *a) {
  if (a[0] != '/') return NULL;
  char *p = malloc(strlen(a + 1) + 1);
  if (p == NULL) return NULL;
  strcpy(p, a + 1);
  return p;
}
char *all(const char *a) {
  if (a[0] != '/') return NULL;
  char *p = malloc(strlen(a + 1) + 2);
  if (p == NULL) return NULL;
  strcpy(p, a);
  return p;
}`,
  ],
  [
    'a search that may find nothing',
    `#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void use(const char *text);
int line(void) {
  char line[80];
  if (!fgets(line, sizeof line, stdin)) return 1;
  *strchr(line, '\\n') = 0; // unchecked_result low 0.63
  use(line);
  return 0;
}
int pairs(FILE *in) {
  char line[80];
  while (fgets(line, sizeof line, in)) {
    char *key = strtok(line, "="); // strtok_nonreentrant low 0.45
    if (key == NULL || strcmp(key, "depth") != 0) continue;
    char *value = strtok(NULL, "\\n");
    use(value + strlen(value)); // unchecked_result low 0.63
  }
  return 0;
}
const char *home(void) { return getpwuid(getuid())->pw_dir; } // unchecked_result low 0.58
char *value(char *text) { return strchr(text, '=') + 1; }
char after(const char *text) {
  const char *mark = strstr(text, "x=");
  return mark[2]; // unchecked_result low 0.41
}
char tested(const char *text) {
  const char *mark = strstr(text, "x=");
  return mark ? mark[2] : 0;
}
char known(const char *text) { return strncmp(text, "x=", 2) == 0 ? strstr(text, "x=")[2] : 0; }
char twice(const char *text) { return strchr(text, ',') ? *strchr(text, ',') : 0; }
char added(char *text) {
  strcat(text, "/");
  return strrchr(text, '/')[1];
}`,
  ],
  [
    'an array of characters without a NUL',
    `#include <stdio.h>
#include <string.h>
void list(void) {
  char a[3] = { 'a', 'b', 'c' };
  printf("%s", a); // out_of_bounds_read medium 0.7
  printf("%.3s", a);
}
void one_by_one(FILE *out) {
  char a[2];
  a[0] = 'x';
  a[1] = 'y';
  fprintf(out, "%d %s", 1, a); // out_of_bounds_read medium 0.7
  a[1] = 0;
  fprintf(out, "%s", a);
}
int tag(const char *text) {
  static const char riff[4] = { 'R', 'I', 'F', 'F' };
  if (memcmp(text, riff, sizeof riff) == 0) return 1;
  return strcmp(text, riff); // out_of_bounds_read medium 0.7
}
static const char ended[4] = { 'a', 'b', 'c', 0 };
size_t length(void) {
  const char two[] = { 'a', 'b' };
  const char three[3] = { 'a', 'b' };
  return strlen(two) + strlen(three) + strlen(ended); // out_of_bounds_read medium 0.7
}`,
  ],
  [
    'how long a text would be that snprintf has cut',
    `#include <stdio.h>
#include <string.h>
void use(char *text);
void end(const char *s) {
  char b[16];
  int n = snprintf(b, sizeof b, "%s", s);
  b[n] = 0; // out_of_bounds_write low 0.52
  use(b);
}
void send(const char *s, FILE *out) {
  char b[64];
  int n = snprintf(b, sizeof b, "<%s>", s);
  if (fwrite(b, 1, n, out) == 0) use(b); // boundary_funcs low 0.51
}
void both(const char *s, const char *t) {
  char b[16];
  size_t n = snprintf(b, sizeof b, "%s:", s);
  snprintf(b + n, sizeof b - n, "%s", t); // boundary_funcs low 0.51
  use(b);
}
void sound(const char *s, int v) {
  char b[16];
  int n = snprintf(b, sizeof b, "%d", v);
  b[n] = 0;
  n = snprintf(b, sizeof b, "%.8s", s);
  b[n] = '.';
  n = snprintf(b, sizeof b, "%s", s);
  if (n < 0 || (size_t)n >= sizeof b) return;
  snprintf(b + n, sizeof b - n, "%d", v);
  b[n] = 0;
  use(b);
}`,
  ],
  [
    'the size of another record',
    `#include <string.h>
#include <netinet/in.h>
#include <sys/time.h>
#include <time.h>
struct small { int a; char name[8]; };
struct big { int a; char name[80]; };
struct holder { struct small inner; int after; };
void use(void *p);
void given(struct small *to, const struct big *from) {
  memcpy(to, from, sizeof *from); // boundary_funcs low 0.6
}
void part(struct holder *to, const struct big *from) {
  memcpy(&to->inner, from, sizeof(struct big)); // boundary_funcs high 0.82
}
void time_of_day(void) {
  struct timeval now;
  memset(&now, 0, sizeof(struct tm)); // boundary_funcs high 0.82
  use(&now);
}
void address(const struct sockaddr *from) {
  struct sockaddr one;
  memcpy(&one, from, sizeof(struct sockaddr_in6)); // boundary_funcs high 0.82
  use(&one);
}
void sound(struct sockaddr *to, struct big *all, const struct small *from) {
  struct sockaddr_storage any;
  struct sockaddr_in6 six;
  memset(&six, 0, sizeof six);
  memcpy(&any, &six, sizeof(struct sockaddr_in6));
  memcpy(to, &six, sizeof six);
  memcpy(all, from, sizeof *from);
  use(&any);
}`,
  ],
  [
    'a loop that goes one too far, by where it ends',
    `#include <stdlib.h>
#include <string.h>
void use(void *p);
int down(void) {
  int a[5] = { 1, 2, 3, 4, 5 }, i = 5, sum = 0;
  while (i-- > 0) sum += a[i];
  i = 5;
  while (i-- >= 0) sum += a[i]; // out_of_bounds_read low 0.53
  return sum;
}
void beyond(void) {
  int a[8];
  int *end = a + 8;
  for (int *p = a; p != end; p++) *p = 0;
  for (int *p = a; p != end + 1; p++) *p = 0; // out_of_bounds_write low 0.65
  int *at = a;
  do { *at++ = 1; } while (at != end + 1); // out_of_bounds_write low 0.65
  at = a;
  do { *at++ = 1; } while (at != end);
  use(a);
}
void counted(void) {
  int a[8], n = 8;
  for (int i = 0; i != n + 1; i++) a[i] = 0; // out_of_bounds_write low 0.65
  for (int i = 0; i != n; i++) a[i] = 0;
  use(a);
}
void text(const char *s) {
  char b[16];
  for (size_t i = 0; i <= strlen(s); i++) b[i] = s[i]; // out_of_bounds_write low 0.5
  char *made = malloc(strlen(s));
  if (made == NULL) return;
  for (size_t i = 0; i <= strlen(s); i++) made[i] = s[i]; // out_of_bounds_write low 0.66
  use(b);
  free(made);
}
void sound(const char *s) {
  size_t n = strlen(s);
  char *made = malloc(n + 1);
  if (made == NULL) return;
  for (size_t i = 0; i <= n; i++) made[i] = s[i];
  use(made);
  free(made);
}`,
  ],
  [
    'memory that is read as text before anything is written there',
    `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void fill(char *text);
void print(int shown) {
  char b[8];
  if (shown) puts(b); // uninitialized_use medium 0.78
  char c[80], d[80];
  strcat(c, "abc"); // uninitialized_use medium 0.78
  printf("%d %s", 1, d); // uninitialized_use medium 0.78
  char *made = malloc(8);
  if (made == NULL) return;
  strcat(made, "abc"); // uninitialized_use medium 0.78
  free(made);
}
struct field { char text[8]; };
void sound(FILE *in, int shown) {
  char b[8], c[8], d[8], *at = c;
  if (fgets(b, sizeof b, in)) puts(b);
  *at++ = 'a';
  *at = 0;
  puts(c);
  if (shown) strcpy(d, "a");
  else fill(d);
  puts(d);
  struct field field;
  field.text[0] = 0;
  strcat(field.text, "abc");
  puts(field.text);
}`,
  ],
  [
    'two texts whose lengths are compared as a sum',
    `#include <stdio.h>
#include <string.h>
void join(const char *a, const char *b) {
  char all[80];
  if (strlen(a) + strlen(b) >= sizeof all) return;
  strcpy(all, a);
  strcat(all, b);
  puts(all);
}
void path(const char *a, const char *b) {
  char all[80];
  size_t n = strlen(a), m = strlen(b);
  if (n + m + 2 > sizeof all) return;
  sprintf(all, "%s/%s", a, b);
  puts(all);
}
void one(const char *a, const char *b) {
  char all[80];
  if (strlen(a) + 1 >= sizeof all) return;
  strcpy(all, a);
  strcat(all, b); // unsafe_api low 0.52
  puts(all);
}`,
  ],
  [
    'a record that takes the address of a local along, and a digit too many',
    `#include <stdio.h>
#include <string.h>
struct view { const char *text; int length; };
struct view made(int v) {
  char digits[16];
  struct view view;
  view.length = snprintf(digits, sizeof digits, "%d", v);
  view.text = digits;
  return view; // return_stack_address medium 0.78
}
struct view kept(const char *text) {
  static char digits[16];
  struct view view = { digits, 16 };
  if (text != NULL) view.text = text;
  return view;
}
void filled(char *out) {
  char digits[12];
  int at = 12;
  while (at > 0) digits[--at] = ' ';
  at = 12;
  while (at >= 0) digits[--at] = ' '; // out_of_bounds_write low 0.53
  memcpy(out, digits, sizeof digits);
}`,
  ],
];

test.each(KINDS)('%s', (_, code) => {
  expect(toldOf(code)).toEqual(namedWorth(code));
});
