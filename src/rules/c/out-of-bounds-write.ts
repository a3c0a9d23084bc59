import type { Expr } from '../../code/c/ir/ast.ts';
import type { AccessEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { openDescriptorSets } from './support/calls/descriptor-sets.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import { badAccess } from './support/sizes/element-access.ts';
import { fieldEnd } from './support/sizes/record-layout.ts';
import { checkUnlimited, type StorePlace } from './unlimited-store.ts';

export const outOfBoundsWrite: CRule = {
  id: 'out_of_bounds_write',
  title: 'Memory outside a buffer is written',
  category: 'bounds',
  cwe: [787],
  furtherCwe: [124, 129, 131],
  severity: 'high',
  precision: 'medium',
  help: 'The index or pointer leaves the array or block that it belongs to: the loop runs one round too far, the index comes from input and is not compared with the size, or the block is smaller than the code believes. What is written there belongs to something else. Such writes are the classic way to take over a program.',
  suggestion: 'Check the index against the number of elements before the write.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
long *numbers(size_t count) {
  long *all = malloc(count);
  if (all == NULL) return NULL;
  for (size_t i = 0; i < count; i++) all[i] = 0; // defect
  return all;
}`,
      `#include <sys/select.h>
#include <sys/socket.h>
struct peer { int fd; struct peer *next; };
int wait(int listener, struct peer *all) {
  fd_set ready;
  FD_ZERO(&ready);
  FD_SET(listener, &ready);
  for (struct peer *one = all; one; one = one->next) FD_SET(one->fd, &ready); // defect
  return select(1024, &ready, 0, 0, 0);
}`,
      `#include <sys/socket.h>
#include <unistd.h>
int reply(int fd) {
  char text[256];
  ssize_t got = recv(fd, text, sizeof text - 1, 0);
  if (got == 0) return 0;
  text[got] = 0; // defect
  return text[0];
}
int answer(int fd) {
  char text[256];
  ssize_t got = recv(fd, text, sizeof text, 0);
  if (got < 0) return -1;
  text[got] = 0; // defect
  return text[0];
}`,
      `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void names(void) {
  char name[16];
  const char *given = getenv("NAME");
  if (given == NULL) return;
  char *to = name;
  while (*given) *to++ = *given++; // defect
  *to = 0;
  to = name;
  for (const char *from = getenv("HOME"); *from; from++, to++) *to = *from; // defect
  char *next = name;
  int c;
  while ((c = getchar()) != EOF) *next++ = (char)c; // defect
}
void rest(void) {
  char name[16];
  const char *given = getenv("NAME");
  if (given == NULL) return;
  size_t length = strlen(given);
  for (size_t i = 0; i < length; i++) name[i] = given[i]; // defect
}
void end(void) {
  char name[16] = "";
  const char *given = getenv("NAME");
  if (given != NULL) name[strlen(given)] = 0; // defect
}`,
      `#define SLOTS 12
static int totals[SLOTS];
void clear(void) {
  for (int i = 0; i <= SLOTS; i++)
    totals[i] = 0; // defect
}`,
      `#include <stdlib.h>
#include <stdio.h>
struct node { long key; struct node *left, *right; };
int fill(void) {
  int scores[20];
  int which;
  if (scanf("%d", &which) != 1) return -1;
  scores[which] = 1; // defect
  char *text = malloc(16);
  if (text == NULL) return -1;
  text[16] = 0; // defect
  free(text);
  struct node *node = malloc(sizeof(node));
  if (node == NULL) return -1;
  node->left = NULL; // defect
  free(node);
  return scores[0];
}`,
      `#include <stdio.h>
void line(void) {
  char text[80];
  int used = 0;
  int c;
  while ((c = getchar()) != '\\n') {
    text[used] = (char)c; // defect
    used++;
  }
  text[0] = 0;
}`,
      `#include <unistd.h>
static char seen[16];
int note(int fd) {
  int kinds[64];
  long got = read(fd, kinds, sizeof kinds) / (long)sizeof kinds[0];
  for (long i = 1; i < got; i++) {
    if (kinds[i - 1] < 0 || kinds[i - 1] >= 16) return -1;
    seen[kinds[i]] = 1; // defect
  }
  return 0;
}`,
      `#include <string.h>
static int spread(const char *word, unsigned char *out) {
  size_t i;
  if (strlen(word) % 2) return -1;
  for (i = 0; word[i * 2]; i++) out[i] = (unsigned char)(word[i * 2] ^ word[i * 2 + 1]); // defect
  return (int)i;
}
int main(int argc, char **argv) {
  unsigned char bytes[16];
  if (argc != 2) return 1;
  return spread(argv[1], bytes) < 0;
}`,
      `#include <string.h>
enum { SHORT, LONG, WIDE };
static int width(int kind) {
  switch (kind) {
    case SHORT: return 2;
    case LONG: return 4;
    default: return 8;
  }
}
void head(int kind, unsigned char *out) {
  unsigned char room[32] = { 0 };
  unsigned char *at = room + 4;
  int back = 2;
  if (kind == WIDE) back = 6;
  at[-back] = 1; // defect
  at -= width(kind);
  *at = 1; // defect
  memcpy(out, room, sizeof room);
}`,
    ],
    good: [
      `#include <stdlib.h>
long *numbers(size_t bytes) {
  long *all = malloc(bytes);
  if (all == NULL) return NULL;
  for (size_t i = 0; i < bytes / sizeof *all; i++) all[i] = 0;
  return all;
}`,
      `#include <sys/select.h>
struct peer { int fd; struct peer *next; };
int wait(struct peer *all) {
  fd_set ready;
  FD_ZERO(&ready);
  for (struct peer *one = all; one; one = one->next)
    if (one->fd < FD_SETSIZE) FD_SET(one->fd, &ready);
  return select(FD_SETSIZE, &ready, 0, 0, 0);
}`,
      `#include <sys/socket.h>
#include <unistd.h>
int reply(int fd) {
  char text[256];
  ssize_t got = recv(fd, text, sizeof text - 1, 0);
  if (got <= 0) return 0;
  text[got] = 0;
  return text[0];
}`,
      `#include <string.h>
void head(int kind, unsigned char *out) {
  unsigned char room[32] = { 0 };
  unsigned char *at = room + 8;
  int back = kind == 1 ? 2 : kind == 2 ? 4 : 8;
  at[-back] = 1;
  if (back < 8) at[-back - 1] = 2;
  memcpy(out, room, sizeof room);
}`,
      `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void names(const char *last) {
  char name[16];
  const char *given = getenv("NAME");
  if (given == NULL) return;
  char *to = name;
  while (*given && to < name + sizeof name - 1) *to++ = *given++;
  *to = 0;
  char *end = name + sizeof name;
  int c;
  for (to = name; to != end && (c = getchar()) != EOF; to++) *to = (char)c;
  size_t left = sizeof name;
  for (to = name; left > 0 && (c = getchar()) != EOF; left--) *to++ = (char)c;
  for (to = name; (c = getchar()) != EOF;) {
    if (to >= end) break;
    *to++ = (char)c;
  }
}
void rest(void) {
  char name[16];
  const char *given = getenv("NAME");
  if (given == NULL) return;
  size_t length = strlen(given);
  if (length > 15) return;
  for (size_t i = 0; i < length; i++) name[i] = given[i];
  name[strlen(given)] = 0;
  char typed[80];
  if (fgets(typed, sizeof typed, stdin) == NULL) return;
  typed[strcspn(typed, "\\n")] = 0;
  char all[80];
  char *next = all;
  for (const char *at = typed; *at; at++) *next++ = *at;
  for (int i = 0; typed[i]; i++) all[i] = typed[i];
  char *from = typed;
  for (char *to = typed; *from; from++) if (*from != ' ') *to++ = *from;
  char kept[80];
  for (size_t i = 0; i <= strlen(typed); i++) kept[i] = typed[i];
  puts(kept);
}`,
      `#include <unistd.h>
static char seen[16];
int note(int fd) {
  int kinds[64];
  long got = read(fd, kinds, sizeof kinds) / (long)sizeof kinds[0];
  for (long i = 0; i < got; i++) {
    if (kinds[i] < 0 || kinds[i] >= 16) return -1;
    seen[kinds[i]] = 1;
  }
  return 0;
}`,
      `#include <string.h>
struct wheel { int used; int turns; };
void spin(struct wheel *wheel, unsigned char *out) {
  unsigned char order[6];
  if (wheel->turns > 255) wheel->turns = 0;
  for (unsigned char v = 0; v < wheel->used; v++) order[v] = v;
  memcpy(out, order, sizeof order);
}
int cut(char *name, const char *suffix) {
  size_t length = strlen(name);
  if (length < strlen(suffix) || strcmp(name + length - strlen(suffix), suffix) != 0) return 0;
  name[strlen(name) - strlen(suffix)] = 0;
  return 1;
}`,
      `#include <stdlib.h>
#include <stdio.h>
#define SLOTS 12
int fill(int n) {
  int totals[SLOTS];
  int which;
  for (int i = 0; i < SLOTS; i++) totals[i] = 0;
  if (scanf("%d", &which) != 1 || which < 0 || which >= SLOTS) return -1;
  totals[which] = n;
  char *text = malloc(n + 1);
  if (text == NULL) return -1;
  text[n] = 0;
  free(text);
  return totals[which];
}
void line(void) {
  char text[80];
  size_t used = 0;
  int c;
  while ((c = getchar()) != '\\n' && c != EOF && used < sizeof(text) - 1) text[used++] = (char)c;
  text[used] = 0;
}`,
      `#include <string.h>
static int spread(const char *word, unsigned char *out, size_t room) {
  size_t i;
  size_t length = strlen(word);
  if (length % 2 || length / 2 > room) return -1;
  for (i = 0; word[i * 2]; i++) out[i] = (unsigned char)(word[i * 2] ^ word[i * 2 + 1]);
  return (int)i;
}
int main(int argc, char **argv) {
  unsigned char bytes[16];
  if (argc != 2) return 1;
  return spread(argv[1], bytes, sizeof bytes) < 0;
}
void sink(const int *values, int count) {
  int order[64];
  for (int i = 0; i < 64; i++) order[i] = values[i];
  int at = 1;
  while (1) {
    int below = at << 1;
    if (below > count || order[0] < order[below]) break;
    order[at] = order[below];
    at = below;
  }
}`,
    ],
  },
  listen: (report) => {
    const places = new Map<Expr, StorePlace>();
    return {
      access(event, facts) {
        if (!event.write) return;
        if (event.via === 'arrow') return checkField(event, facts, report);
        places.set(event.expr, event);
        const bad = badAccess(event, facts);
        if (bad === undefined) return;
        report(event.expr, bad.message, {
          confidence: bad.confidence,
          cwe: bad.index === 'untrusted' ? 129 : bad.index === 'negative' ? 124 : 787,
          event: bad.event,
          ...(bad.joined === true ? { joined: true } : {}),
          ...(bad.beyondPaths === true ? { beyondPaths: true } : {}),
          cause: bad.cause,
          trace: traceOf(bad.taint, facts.step(event.expr, 'it is written here')),
        });
      },
      assign(event, facts) {
        if (event.target.start === undefined || !('kind' in event.target)) return;
        const place = places.get(event.target);
        if (place !== undefined) checkUnlimited(place, event, facts, report);
      },
      leave: () => places.clear(),
    };
  },
  inspect(unit, report) {
    for (const call of openDescriptorSets(unit)) {
      const { name, args } = call;
      const descriptor = args[0] === undefined ? '' : unit.tree.textOf(args[0]);
      report(
        call,
        `\`${name}\` writes outside of the set where \`${descriptor}\` is FD_SETSIZE or more, and nothing in the file compares with that`,
        { confidence: 0.45, event: 'shape' },
      );
    }
  },
};

/** A block that is too small for the record that it is used as. */
function checkField(event: AccessEvent, facts: Facts, report: ReportHit): void {
  if (event.expr.kind !== 'member') return;
  const end = fieldEnd(event.expr, facts);
  if (end === undefined) return;
  for (const { object, offset } of facts.pointees(event.pointer)) {
    if (object.kind !== 'heap' || object.size?.root !== 0 || offset.root !== 0) continue;
    if (object.size.add <= 0 || offset.add + end <= object.size.add) continue;
    report(
      event.expr,
      `the ${object.size.add} bytes of the block are too few for \`${facts.text(event.expr)}\``,
      { confidence: 0.85, cwe: 131 },
    );
  }
}
