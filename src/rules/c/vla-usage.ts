import type { Expr } from '../../code/c/ir/ast.ts';
import { isPointerLike } from '../../code/c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { isConstant, times } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import { fromSource, isCheckedAbove, taintOriginOf } from './support/expressions/untrusted.ts';

const MODEST_BYTES = 65536;

export const vlaUsage: CRule = {
  id: 'vla_usage',
  title: 'A local array has a length that nothing limits',
  category: 'resource',
  cwe: [770, 789],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'An array whose length is only known at run time lies on the stack like any other local variable. A large length, or a negative one, runs past the stack without any error that the program could see.',
  suggestion: 'Limit the length first, or allocate the array with malloc.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `double median(const double *values, int count) {
  double sorted[count]; // defect
  for (int i = 0; i < count; i++) sorted[i] = values[i];
  return sorted[count / 2];
}`,
    ],
    good: [
      `#define MOST 64
double median(const double *values, int count) {
  const int limit = 16;
  double few[limit];
  few[0] = values[0];
  if (count <= 0 || count > MOST) return few[0];
  double sorted[count];
  for (int i = 0; i < count; i++) sorted[i] = values[i];
  return sorted[count / 2];
}`,
    ],
  },
  listen: (report) => ({
    declared({ count, elements, elementSize, variable }, facts) {
      if (isConstant(elements) || !isVariable(count, facts)) return;
      if (facts.range(times(elements, elementSize ?? 1)).hi <= MODEST_BYTES) return;
      const taint = facts.taint(elements);
      const trust = taintOriginOf(facts, elements);
      const checked = isCheckedAbove(facts, elements);
      report(
        count,
        `nothing limits the length \`${facts.text(count)}\`${fromSource(taint)} of the local array \`${variable.name}\``,
        {
          confidence:
            checked || isElementSize(count, facts) ? 0.42 : trust === 'external' ? 0.85 : 0.6,
          trace: traceOf(taint, facts.step(count, 'the array is made here')),
        },
      );
    },
  }),
};

/**
 * A length of names that no file declares is a constant from a header that was not read; so is what
 * looks like a call of an unknown name on constants, which is a macro such as `CMSG_SPACE(8)`.
 */
function isVariable(count: Expr, facts: Facts): boolean {
  const { symbols, language } = facts.unit;
  return expressionsIn(count).some(
    (part) =>
      (part.kind === 'name' &&
        part.variable !== undefined &&
        // In C++ a length that is const is a constant of the compiler.
        !(language === 'cpp' && part.variable.constant === true)) ||
      part.kind === 'member' ||
      (part.kind === 'call' &&
        (part.args.length === 0 || symbols.function(part.name) !== undefined)),
  );
}

/** A parameter by which the function steps through memory is the size of one element: a type's. */
function isElementSize(count: Expr, facts: Facts): boolean {
  if (count.kind !== 'name' || count.variable?.scope !== 'parameter') return false;
  const { variable } = count;
  const isFactor = (expr: Expr): boolean =>
    expr.kind === 'binary' &&
    expr.op === '*' &&
    [expr.left, expr.right].some((side) => side.kind === 'name' && side.variable === variable);
  for (const expr of expressionsOf(facts.function.blocks)) {
    if (expr.kind !== 'binary' || !isPointerLike(expr.type)) continue;
    if (isFactor(expr.left) || isFactor(expr.right)) return true;
  }
  return false;
}
