import type { CallExpr, Expr } from '../../code/c/ir/ast.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule } from './c-rule.ts';
import { reallocInPlace } from './support/calls/realloc-in-place.ts';
import { afterFailure } from './support/expressions/after-failure.ts';

export const reallocAssignBack: CRule = {
  id: 'realloc_assign_back',
  title: 'The result of realloc overwrites its only pointer',
  category: 'resource',
  cwe: [401],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'When `realloc` fails it returns null and leaves the old block alone. `p = realloc(p, n)` then loses the only pointer to that block: it can never be freed, and what it held is gone. The next use of `p` is a null dereference.',
  suggestion:
    'Assign the result to a second pointer, and replace the first only when it is not null.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
struct text { char *data; size_t room; };
int reserve(struct text *text, size_t room) {
  text->data = realloc(text->data, room); // defect
  if (text->data == NULL) return -1;
  text->room = room;
  return 0;
}`,
      `#include <stdlib.h>
#include <stdio.h>
char *read_all(FILE *in) {
  size_t used = 0, room = 64;
  char *all = malloc(room);
  if (all == NULL) return NULL;
  int c;
  while ((c = fgetc(in)) != EOF) {
    if (used + 1 == room) {
      room *= 2;
      all = (char *)realloc(all, room); // defect
      if (!all) return NULL;
    }
    all[used++] = (char)c;
  }
  all[used] = 0;
  return all;
}`,
    ],
    good: [
      `#include <stdlib.h>
struct text { char *data; size_t room; };
int reserve(struct text *text, size_t room) {
  char *data = realloc(text->data, room);
  if (data == NULL) return -1;
  text->data = data;
  text->room = room;
  return 0;
}`,
      `#include <stdlib.h>
#include <stdio.h>
struct text { char *data; size_t room; };
void reserve(struct text *text, size_t room) {
  text->data = realloc(text->data, room);
  if (text->data == NULL) {
    fprintf(stderr, "out of memory\\n");
    exit(1);
  }
  text->room = room;
}`,
    ],
  },
  listen: (report) => {
    const old = new Map<CallExpr, Value>();
    return {
      call({ call, args }) {
        const [first] = args;
        if (/^realloc(?:array)?$/.test(call.name) && first !== undefined) old.set(call, first);
      },
      assign({ expr, target, value, before }, facts) {
        const call = reallocInPlace(target, value);
        const pointer = call && old.get(call);
        if (call === undefined || pointer === undefined || !('kind' in target)) return;
        if (otherCopies(pointer, before, facts) > 0) return;
        const failure = afterFailure(facts, expr, target);
        if (failure === 'stops') return;
        const owner = isParameter(target) || facts.function.name === 'main';
        report(expr, `\`${facts.text(target)}\` is lost when ${call.name} fails`, {
          confidence: owner ? 0.55 : 0.75,
          trace: [facts.step(expr, 'on failure null overwrites the only pointer to the block')],
        });
      },
    };
  },
};

/** The caller of a function that is handed the block may have kept its own pointer. */
function isParameter(target: Expr): boolean {
  return target.kind === 'name' && target.variable?.scope === 'parameter';
}

/** How many cells besides the target hold the same pointer. */
function otherCopies(pointer: Value, before: Value | undefined, facts: Facts): number {
  if (pointer.root === 0) return 1;
  const holders = facts.state.entries().filter(([, value]) => value.root === pointer.root).length;
  return holders - (before !== undefined && before.root === pointer.root ? 1 : 0);
}
