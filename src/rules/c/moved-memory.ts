import type { CRule } from './c-rule.ts';
import { followMovedElements } from './support/calls/moved-elements.ts';

export const movedMemory: CRule = {
  id: 'moved_memory',
  title: 'A pointer into a block is used after the block may move',
  category: 'memory',
  cwe: [416],
  furtherCwe: [825],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: 'A growing array is a block that `realloc` moves. A pointer to one of its elements from before leads into freed memory then, also where it is another function that adds an element.',
  suggestion:
    'Keep the index, and take the pointer after the last call that may let the array grow.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
struct knot { unsigned next, first; };
struct net { struct knot *knots; unsigned used, room; };
static int wider(struct net *net) {
  struct knot *more = realloc(net->knots, net->room * 2 * sizeof *more);
  if (more == NULL) return -1;
  net->knots = more;
  net->room *= 2;
  return 0;
}
static unsigned knot_new(struct net *net) {
  if (net->used == net->room && wider(net) < 0) return 0;
  return net->used++;
}
int knot_add(struct net *net, unsigned at) {
  struct knot *parent = &net->knots[at];
  unsigned added = knot_new(net);
  if (added == 0) return -1;
  net->knots[added].next = parent->first; // defect
  parent->first = added;
  return 0;
}
int knot_last(struct net *net, unsigned first) {
  struct knot *last = net->used ? &net->knots[net->used - 1] : NULL;
  if (net->used == net->room && wider(net) < 0) return -1;
  net->knots[net->used++].first = first;
  if (last) last->next = net->used - 1; // defect
  return 0;
}
int knot_twice(struct net *net) {
  struct knot *last = net->knots + net->used - 1;
  struct knot *more = realloc(net->knots, net->room * 2 * sizeof *more);
  if (more == NULL) return -1;
  net->knots = more;
  last[1] = last[0]; // defect
  return 0;
}`,
    ],
    good: [
      `#include <stdlib.h>
struct knot { unsigned next, first; };
struct net { struct knot *knots; unsigned used, room; };
static unsigned knot_new(struct net *net) {
  if (net->used == net->room) {
    struct knot *more = realloc(net->knots, net->room * 2 * sizeof *more);
    if (more == NULL) return 0;
    net->knots = more;
    net->room *= 2;
  }
  return net->used++;
}
int knot_add(struct net *net, unsigned at) {
  struct knot *parent = &net->knots[at];
  unsigned first = parent->first;
  unsigned added = knot_new(net);
  if (added == 0) return -1;
  net->knots[added].next = first;
  parent = &net->knots[at];
  parent->first = added;
  return 0;
}
int knot_twice(struct net *net) {
  struct knot *last = net->knots + net->used - 1;
  struct knot *more = realloc(net->knots, net->room * 2 * sizeof *more);
  if (more == NULL) return last->first;
  last = more + (last - net->knots);
  net->knots = more;
  last[1] = last[0];
  return 0;
}
unsigned other(struct net *one, struct net *two) {
  struct knot *first = &one->knots[0];
  unsigned added = knot_new(two);
  return first->next + added;
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions)
      followMovedElements(fn, unit, ({ use, variable, place, by, isRoomy }) =>
        report(
          use,
          `\`${variable.name}\` points into \`${place}\`, which \`${by.kind === 'call' ? by.name : 'realloc'}\` may have moved since`,
          { confidence: isRoomy ? 0.45 : 0.7 },
        ),
      );
  },
};
