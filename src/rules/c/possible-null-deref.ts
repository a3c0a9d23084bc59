import type { Expr } from '../../code/c/ir/ast.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { comparedOnlyTogether } from './support/expressions/null-comparisons.ts';

export const possibleNullDeref: CRule = {
  id: 'possible_null_deref',
  title: 'A null pointer may be dereferenced',
  category: 'memory',
  cwe: [476],
  severity: 'high',
  precision: 'medium',
  help: 'The pointer is null on a path that reaches this use: it was set to null, or the code compares it with null and then uses it all the same. At best the program stops.',
  suggestion: 'Return, or handle the case, where the pointer is null.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
struct user { int age; };
void show(struct user *user) {
  if (user == NULL) {
    printf("no user\\n");
  }
  printf("%d\\n", user->age); // defect
}`,
    ],
    good: [
      `#include <stdio.h>
struct user { int age; };
void show(struct user *user) {
  if (user == NULL) {
    printf("no user\\n");
    return;
  }
  printf("%d\\n", user->age);
}`,
    ],
  },
  listen: (report) => ({
    access: (event, facts) =>
      check(event.base, event.expr, event.pointer, event.via, facts, report),
    call(event, facts) {
      for (const index of event.model?.nonNull ?? []) {
        const value = event.args[index];
        const arg = event.call.args[index];
        if (value !== undefined && arg !== undefined) check(arg, arg, value, 'call', facts, report);
      }
    },
  }),
};

function check(
  base: Expr,
  at: Expr,
  pointer: Value,
  via: string,
  facts: Facts,
  report: ReportHit,
): void {
  const nullness = facts.isNull(pointer);
  if (nullness === 'never') return;
  const origin = facts.nullOrigin(pointer);
  const name = facts.text(base);
  if (nullness === 'always' || origin?.kind === 'literal') {
    report(at, `\`${name}\` is null here and is dereferenced`, {
      confidence: nullness === 'always' ? 0.9 : 0.7,
    });
  } else if (origin?.kind === 'compared') {
    report(
      at,
      `\`${name}\` is compared with null before, but is dereferenced where it may be null`,
      { confidence: comparedOnlyTogether(facts.function, base) ? 0.45 : 0.8 },
    );
  } else if (
    origin?.kind === 'parameter' &&
    via !== 'call' &&
    via !== 'index' &&
    facts.function.exported &&
    !facts.function.isMethod
  ) {
    report(at, `\`${name}\` comes from the caller and is dereferenced without a check`, {
      confidence: 0.4,
    });
  }
}
