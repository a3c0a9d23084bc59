import type { Expr } from '../../code/c/ir/ast.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { MemoryObject } from '../../code/flow/domain/memory-object.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { AccessEvent, AssignEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import { eventOf, isExternal } from './support/expressions/untrusted.ts';
import { badAccess } from './support/sizes/element-access.ts';
import { hasLearntTop } from './support/sizes/extent.ts';
import { fieldEnd } from './support/sizes/record-layout.ts';
import { readsMeasuredText } from './support/texts/measured-texts.ts';

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
    ],
    good: [
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
    const places = new Map<Expr, { pointer: Value; index: Value }>();
    return {
      access(event, facts) {
        if (!event.write) return;
        if (event.via === 'arrow') return checkField(event, facts, report);
        const { indexValue } = event;
        if (indexValue !== undefined)
          places.set(event.expr, { pointer: event.pointer, index: indexValue });
        const bad = badAccess(event, facts);
        if (bad === undefined) return;
        report(event.expr, bad.message, {
          confidence: bad.confidence,
          cwe: bad.index === 'untrusted' ? 129 : bad.index === 'negative' ? 124 : 787,
          event: bad.event,
          cause: bad.cause,
          trace: traceOf(bad.taint, facts.step(event.expr, 'it is written here')),
        });
      },
      assign(event, facts) {
        if (event.target.start === undefined || !('kind' in event.target)) return;
        const place = places.get(event.target);
        if (place === undefined || event.target.kind !== 'index') return;
        checkUnlimited(event.target, place, event, facts, report);
      },
      leave: () => places.clear(),
    };
  },
};

/** A loop that stores input for as long as there is some, with an index that nothing limits. */
function checkUnlimited(
  target: Expr & { kind: 'index' },
  place: { pointer: Value; index: Value },
  { assigned, value }: AssignEvent,
  facts: Facts,
  report: ReportHit,
): void {
  const { index, pointer } = place;
  if (index.root === 0 || hasLearntTop(facts, index)) return;
  const known = facts.factsOf(index);
  if (known.checkedAbove || known.taint !== undefined || known.from !== '') return;
  const loops = facts.function.loops.filter(
    (loop) => loop.start <= target.start && target.end <= loop.end,
  );
  const counts = facts.range(index).lo >= 0 || hasLearntBottomOf(facts, index);
  const taint = facts.taint(assigned);
  const source = value === undefined ? undefined : withoutCasts(value);
  // Text of the caller's is copied as it is; digits of a number are made here, and come to an end.
  const isCopy = taint !== undefined && (source?.kind === 'deref' || source?.kind === 'index');
  if (loops.length === 0 || !counts || !(isExternal(taint) || isCopy)) return;
  if (loops.some((loop) => readsMeasuredText(facts.function, loop))) return;
  for (const { object } of facts.pointees(pointer)) {
    if (object.size === undefined || object.size.root !== 0) continue;
    if (isElementOf(source, object, facts)) continue;
    const name = object.name === '' ? facts.text(target.base) : object.name;
    report(
      target,
      `input is stored in \`${name}\` without a limit on the index \`${facts.text(target.index)}\``,
      {
        confidence: isExternal(taint) ? 0.72 : 0.55,
        event: eventOf(taint),
        trace: traceOf(taint, facts.step(target, 'it is stored here')),
      },
    );
  }
}

/** What an array holds already, and is only moved in it, is no input that is stored. */
function isElementOf(source: Expr | undefined, object: MemoryObject, facts: Facts): boolean {
  if (source?.kind !== 'index') return false;
  return facts.pointees(facts.valueOf(source.base)).some((from) => from.object.id === object.id);
}

function hasLearntBottomOf(facts: Facts, index: Value): boolean {
  return facts.range(index).lo > -2147483648;
}

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
