import type { Expr, Loop } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsIn } from '../../code/c/ir/walk.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { addressTaken } from './support/expressions/root-variable.ts';
import { isExternal } from './support/expressions/untrusted.ts';
import { idleContinue } from './support/sizes/idle-rounds.ts';
import { hasOtherExit, isRepeated, LoopChanges } from './support/sizes/loop-changes.ts';
import { type RecordStep, recordSteps } from './support/sizes/record-steps.ts';

export const infiniteLoop: CRule = {
  id: 'infinite_loop',
  title: 'A loop never ends',
  category: 'resource',
  cwe: [835],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'Nothing in the loop changes what its condition looks at, or it changes in the wrong direction, and no other way leads out. The program hangs and uses a whole processor from then on. The usual causes are a forgotten step, a step that a `continue` jumps over, an unsigned counter that is expected to go below zero, and a record of a file or packet whose length is given as zero.',
  suggestion: 'Change what the condition tests in each round, or leave the loop another way.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `int digits(int number) {
  int count = 0;
  while (number > 0) { // defect
    count++;
  }
  return count;
}`,
      `void clear(int *all, unsigned length) {
  for (unsigned at = length - 1; at >= 0; at--) // defect
    all[at] = 0;
}`,
      `int sum(const int *all, int length) {
  int total = 0;
  for (int at = 0; at < length; at--) // defect
    total += all[at & 7];
  return total;
}`,
      `#include <stdio.h>
static int both(int a, int b) { return a > 0 && b > 0; }
void show(int left) {
  for (int i = 0; i < left; i++) { // defect
    printf("%d\\n", i);
    i--;
  }
  while (both(1, 2)) puts("more"); // defect
}`,
      `#include <stdio.h>
int main(void) {
  for (;;) { // defect
    printf("still here\\n");
  }
}`,
      `struct entry { int used; int size; struct entry *next; };
int filled(const struct entry *at) {
  int total = 0;
  while (at) {
    int size = at->size;
    if (size == 0) continue; // defect
    total += size;
    at = at->next;
  }
  return total;
}
int words(const char *text) {
  int i = 0, n = 0, blanks = 0;
  while (text[i]) {
    if (text[i] == ' ') { // defect
      blanks++;
      continue;
    }
    if (text[++i] == ' ') n++;
  }
  return n + blanks;
}`,
      `#include <stddef.h>
#include <stdint.h>
unsigned kinds(const uint8_t *data, size_t length) {
  unsigned seen = 0;
  size_t at = 0;
  while (length - at >= 2) {
    size_t size = (size_t)data[at + 1] * 4;
    if (size > length - at) break;
    seen |= 1u << (data[at] & 31);
    at += size; // defect
  }
  return seen;
}
static unsigned be16(const uint8_t *from) { return from[0] << 8 | from[1]; }
unsigned records(const uint8_t *from, size_t left) {
  unsigned mask = 0;
  while (left > 3) {
    unsigned size = be16(from + 2);
    if (size > left) return 0;
    mask |= from[0];
    left -= size;
    from += size; // defect
  }
  return mask;
}`,
    ],
    good: [
      `#define SKIP_PAST(p, end) do { while (1) { int d = *p++; if (d == end) break; if (d == 0) { p--; break; } } } while (0)
const char *value(const char *line) {
  SKIP_PAST(line, '=');
  return line;
}`,
      `#include <stddef.h>
#include <stdint.h>
unsigned kinds(const uint8_t *data, size_t length, unsigned most) {
  unsigned seen = 0, count = 0;
  size_t at = 0;
  while (length - at >= 2) {
    size_t size = (size_t)data[at + 1] * 4;
    if (size == 0 || size > length - at) break;
    seen |= 1u << (data[at] & 31);
    at += size;
  }
  at = 0;
  while (at < length) at += data[at] + 1;
  at = 0;
  while (at < length) {
    if (count++ > most) return 0;
    at += data[at];
  }
  at = 0;
  while (at < length) {
    if (data[at] == 0) at++;
    else at += data[at];
  }
  for (at = 0; at < length; at += most) seen += data[at];
  return seen;
}
long write(int fd, const void *from, size_t length);
int all(int fd, const char *from, size_t left) {
  while (left > 0) {
    long done = write(fd, from, left);
    if (done < 0) return -1;
    from += done;
    left -= (size_t)done;
  }
  return 0;
}`,
      `struct entry { int used; int size; struct entry *next; };
int next(struct entry **at);
int filled(const struct entry *at, const char *text) {
  int total = 0, i = 0, tries = 0;
  while (at) {
    const struct entry *one = at;
    at = at->next;
    if (one->size == 0) continue;
    total += one->size;
  }
  while (text[i]) {
    if (text[i++] == ' ') continue;
    if (text[i] == 0) continue;
    total++;
  }
  for (int k = 0; k < 4; k++) if (text[k] == '-') continue;
  while (tries < 3) {
    if (text[0] == '-' && ++tries > 0) continue;
    break;
  }
  return total;
}
int take(struct entry *at) {
  int total = 0;
  while (at->used) {
    if (at->size == 0) { next(&at); continue; }
    total += at->size;
    at = at->next;
  }
  return total;
}`,
      `int digits(int number) {
  int count = 0;
  while (number > 0) {
    number /= 10;
    count++;
  }
  return count;
}`,
      `#include <unistd.h>
void handle(int client);
int take(int server);
void serve(int server) {
  for (;;) {
    int client = take(server);
    if (client < 0) continue;
    handle(client);
  }
}
void watch(void) {
  while (1) {
    sleep(5);
  }
}`,
      `#include <stdio.h>
int fill(int *slot);
int run(FILE *in) {
  int done = 0;
  while (!done) fill(&done);
  int go = 1;
  while (go) {
    if (fgetc(in) == EOF) break;
  }
  for (unsigned at = 9; at < 10; at--) putchar('0' + (int)at);
  return go;
}`,
      `struct item { struct item *next; int key; };
struct item *first(struct item *list) {
  for (struct item *one = list; one; one = one->next) {
    return one;
  }
  return 0;
}`,
      `#include <stdio.h>
int ask(char *out, int size) {
  int c;
  while ((c = getchar()) != EOF) {
    if (c == ' ') continue;
    if (--size <= 0) break;
    *out++ = (char)c;
  }
  return size;
}
static volatile int ready;
void wait_for_interrupt(volatile int *flag) {
  while (!ready) { }
  while (*flag == 0) { }
}`,
    ],
  },
  listen: (report) => {
    let steps: ReadonlyMap<number, RecordStep> = new Map();
    return {
      enter(fn, facts) {
        steps = recordSteps(facts.unit, fn);
      },
      assign({ expr }, facts) {
        const found = steps.get(expr.start);
        if (found !== undefined) checkStep(expr, found, facts, report);
      },
    };
  },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      for (const loop of fn.loops) {
        const test = idleContinue(unit, fn, loop);
        if (test !== undefined)
          report(
            test,
            `behind \`${unit.tree.textOf(test)}\` the loop goes on although nothing in the round has changed what it asks`,
            { confidence: 0.75 },
          );
      }
      const loops = fn.loops.filter(
        (loop) => loop.kind !== 'range' && isRepeated(fn, loop) && !hasOtherExit(fn, loop),
      );
      if (loops.length === 0) continue;
      const taken = addressTaken(fn);
      for (const loop of loops) check(loop, new LoopChanges(unit, fn, loop, taken), report);
    }
  },
};

/** A loop that goes on by a length from its data does not go on at all where that is zero. */
function checkStep(
  expr: Expr,
  { step, variable, callsUnknown }: RecordStep,
  facts: Facts,
  report: ReportHit,
): void {
  const value = facts.valueOf(step);
  const { lo, hi } = facts.range(value);
  if (lo > 0 || hi < 0 || facts.isNull(value) === 'never') return;
  report(
    expr,
    `where \`${facts.text(step)}\` is zero, \`${variable.name}\` stays where it is and the loop does not end`,
    // That a field of a record or a text of a caller may be zero is not seen, as it is of what is read from outside.
    {
      confidence: isExternal(facts.taint(value)) && !callsUnknown ? 0.66 : 0.45,
      beyondPaths: true,
    },
  );
}

function check(loop: Loop, changes: LoopChanges, report: ReportHit): void {
  if (changes.leavesElsewhere) return;
  const at = { start: loop.start, end: loop.condition?.end ?? loop.start + 1 };
  const { condition } = loop;
  if (condition === undefined || (constantOf(condition) ?? 0) !== 0) {
    if (changes.mayWait || changes.isEmpty) return;
    report(at, 'nothing leads out of this loop, and it waits for nothing', { confidence: 0.6 });
    return;
  }
  if (constantOf(condition) !== undefined) return;
  const always = changes.alwaysTrue(condition);
  if (always !== undefined) {
    report(at, always, { confidence: 0.9 });
    return;
  }
  const wrong = changes.wrongDirection(condition);
  if (wrong !== undefined) {
    report(at, wrong, { confidence: 0.85 });
    return;
  }
  if (changes.mayWait || !changes.isStable(condition)) return;
  const names = expressionsIn(condition).flatMap((expr) =>
    expr.kind === 'name' && expr.variable !== undefined ? [`\`${expr.name}\``] : [],
  );
  const what = names.length === 0 ? 'its condition' : [...new Set(names)].join(' and ');
  report(at, `nothing in the loop changes ${what}, so that it never ends once it is entered`, {
    confidence: changes.callsUnknown ? 0.55 : 0.8,
  });
}
