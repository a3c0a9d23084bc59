import type { Expr } from '../../code/c/ir/ast.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import { hasUserModel } from '../../code/library-models/lookup.ts';
import type { CRule } from './c-rule.ts';
import { neededArguments } from './support/calls/needed-arguments.ts';
import { isUserResource } from './user-resource.ts';

export const mallocNoNullCheck: CRule = {
  id: 'malloc_no_null_check',
  title: 'The result of an allocation is used unchecked',
  category: 'error_handling',
  cwe: [476, 690],
  severity: 'medium',
  precision: 'high',
  help: '`malloc` and its like return null when memory runs out or when a size from the input is absurd. Used unchecked, the program stops; with an offset from the input the write can even land elsewhere.',
  suggestion: 'Check the result and leave by the error path when it is null.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
int *squares(int count) {
  int *all = malloc(count * sizeof *all);
  for (int i = 0; i < count; i++) all[i] = i * i; // defect
  return all;
}`,
      `#include <stdlib.h>
double *weights(int count, double first) {
  double *all = calloc(count, sizeof *all);
  for (int i = 1; i < count; i++) all[i] = first; // defect
  for (int i = 1; i < count; i++) all[i] /= count;
  return all;
}`,
    ],
    good: [
      `#include <stdlib.h>
int *squares(int count) {
  int *all = malloc(count * sizeof *all);
  if (all == NULL) return NULL;
  for (int i = 0; i < count; i++) all[i] = i * i;
  return all;
}`,
    ],
  },
  listen: (report) => {
    /** Where the result of each allocation of the function is used first, by where it is made. */
    const firstUses = new Map<string, number>();
    const check = (base: Expr, at: Expr, pointer: Value, facts: Facts): void => {
      const origin = facts.nullOrigin(pointer);
      if (facts.isNull(pointer) !== 'maybe' || origin?.kind !== 'failure') return;
      const blocks = facts.pointees(pointer).map(({ object }) => object);
      const block = blocks.find((object) => object.family === 'malloc' || isUserResource(object));
      // What a user's model says may be null is no memory that the caller owns.
      if (block === undefined && !hasUserModel(origin.what)) return;
      const made = block === undefined ? origin.step : block.allocatedAt;
      const { line, column } = made?.location ?? { line: 0, column: at.start };
      const first = firstUses.get(`${line}:${column}`) ?? at.start;
      // Further uses of the same result have the same remedy.
      if (first !== at.start) return;
      firstUses.set(`${line}:${column}`, first);
      const message = `\`${facts.text(base)}\` may be null: the result of ${origin.what} was not checked`;
      report(at, message, {
        // Where no caller tests it, the function itself most likely ends the program when it fails.
        confidence: facts.isHardlyTested(origin.what) ? 0.5 : 0.75,
        trace: origin.step === undefined ? [] : [origin.step, facts.step(at, 'it is used here')],
      });
    };
    return {
      enter: () => firstUses.clear(),
      access: (event, facts) => check(event.base, event.expr, event.pointer, facts),
      call(event, facts) {
        for (const { argument, value } of neededArguments(event)) {
          check(argument, argument, value, facts);
        }
      },
    };
  },
};
