import type { Expr, Variable } from '../../code/c/ir/ast.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { ArithmeticEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { EventKind } from '../basis.ts';
import type { CRule } from './c-rule.ts';

export const divideByZero: CRule = {
  id: 'divide_by_zero',
  title: 'A division by zero is possible',
  category: 'integer',
  cwe: [369],
  severity: 'medium',
  precision: 'medium',
  help: 'Dividing an integer by zero, or taking the remainder, is undefined; on most machines the program is stopped at once. A divisor that comes from the input lets its sender stop the program. A count that starts at zero and is only raised in a loop stays zero when the loop never runs.',
  suggestion: 'Check that the divisor is not zero before dividing, and handle that case.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc < 3) return 1;
  int total = atoi(argv[1]);
  int people = atoi(argv[2]);
  printf("%d each\\n", total / people); // defect
  return 0;
}`,
      `int average(const int *all, int length, int least) {
  int sum = 0;
  int count = 0;
  for (int i = 0; i < length; i++) {
    if (all[i] < least) continue;
    sum += all[i];
    count++;
  }
  return sum / count; // defect
}`,
      `int shift(int bits) {
  int step = 8 - 2 * 4;
  return bits % step; // defect
}`,
      `int per_page(int items, int pages) {
  return items / pages; // defect
}`,
    ],
    good: [
      `int average(const int *all, int length) {
  int sum = 0;
  if (length <= 0) return 0;
  for (int i = 0; i < length; i++) sum += all[i];
  return sum / length;
}`,
      `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int people = atoi(argv[1]);
  if (people != 0) printf("%d each\\n", 100 / people);
  double ratio = 1.0 / atof(argv[1]);
  return ratio > 2.0;
}`,
      `unsigned slot(unsigned hash) {
  return hash % 1024;
}`,
    ],
  },
  listen: (report) => {
    let startsAtZero = new Set<Variable>();
    return {
      enter() {
        startsAtZero = new Set();
      },
      assign({ target, assigned }) {
        const variable = 'kind' in target ? nameOf(target) : target;
        if (variable !== undefined && assigned.root === 0 && assigned.add === 0)
          startsAtZero.add(variable);
      },
      arithmetic(event, facts) {
        const divisor = divisorOf(event);
        if (divisor === undefined) return;
        const found = judge(event, divisor, facts, startsAtZero);
        if (found === undefined) return;
        const taint = facts.taint(event.right);
        report(event.expr, `\`${facts.text(divisor)}\` ${found.why}`, {
          confidence: found.confidence,
          ...(found.event && { event: found.event }),
          trace: [...(taint?.steps ?? []), facts.step(event.expr, 'it divides here')],
        });
      },
    };
  },
};

function nameOf(expr: Expr): Variable | undefined {
  return expr.kind === 'name' ? expr.variable : undefined;
}

/** The right operand of an integer division, or undefined for anything else. */
function divisorOf({ expr, op, type }: ArithmeticEvent): Expr | undefined {
  if (op !== '/' && op !== '%') return undefined;
  const right =
    expr.kind === 'binary' ? expr.right : expr.kind === 'assign' ? expr.value : undefined;
  if (right === undefined || type.kind !== 'int' || right.type.kind !== 'int') return undefined;
  return right;
}

function judge(
  event: ArithmeticEvent,
  divisor: Expr,
  facts: Facts,
  startsAtZero: ReadonlySet<Variable>,
): { confidence: number; event?: EventKind; why: string } | undefined {
  const { lo, hi } = facts.range(event.right);
  if (lo > 0 || hi < 0) return undefined;
  if (lo === 0 && hi === 0) return { confidence: 0.9, why: 'is zero here' };
  if (facts.isNull(event.right) === 'never') return undefined;
  const known = facts.factsOf(event.right);
  const taint = facts.taint(event.right);
  if (taint !== undefined && taint.kind !== 'parameter') {
    const why = `comes from ${taint.source} and may be zero`;
    return { confidence: taint.kind === 'random' ? 0.65 : 0.85, why };
  }
  const bare = withoutCasts(divisor);
  const variable = nameOf(bare);
  if (variable?.scope === 'local' && lo === 0 && startsAtZero.has(variable) && known.from === '')
    return { confidence: 0.65, why: 'starts at zero and is zero still where nothing raised it' };
  if (variable?.scope !== 'parameter' || taint === undefined) return undefined;
  if (known.checkedAbove || known.checkedBelow || !facts.function.exported) return undefined;
  return {
    confidence: 0.55,
    event: 'latent',
    why: 'comes from the caller and is not checked for zero',
  };
}
