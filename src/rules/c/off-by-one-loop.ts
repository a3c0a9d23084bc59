import type { Expr, Loop, Variable } from '../../code/c/ir/ast.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { AccessEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule } from './c-rule.ts';

/** Names that count elements, so that the last index is one less. */
const COUNT =
  /(?:^|_)(?:n|num|len|length|count|cnt|size|total)(?:_?[a-z]*s)?$|(?:Count|Len|Length|Size)$|^(?:num|n)_[a-z]+$|^num[A-Z]/;

export const offByOneLoop: CRule = {
  id: 'off_by_one_loop',
  title: 'A loop runs one round too far',
  category: 'bounds',
  cwe: [193],
  severity: 'medium',
  precision: 'medium',
  help: 'The loop starts at 0 and goes on while the index is less than or equal to the number of elements. Its last round uses the element behind the last one. Arrays whose size is known are reported as reads or writes out of bounds instead.',
  suggestion: 'Compare with `<` instead of `<=`.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `long sum(const int *values, int count) {
  long sum = 0;
  for (int i = 0; i <= count; i++) // defect
    sum += values[i];
  return sum;
}`,
    ],
    good: [
      `long sum(const int *values, int count, int last) {
  long sum = 0;
  for (int i = 0; i < count; i++) sum += values[i];
  for (int i = 0; i <= last; i++) sum += values[i];
  for (int i = 1; i <= count; i++) sum += values[i - 1];
  for (int i = 0; i <= count; i++) sum += i;
  return sum;
}`,
    ],
  },
  listen: (report) => ({
    access(event, facts) {
      const { index } = event;
      if (index?.kind !== 'name' || index.variable === undefined) return;
      // A place within other data has no number of elements of its own: `*(bytes + 12 + i)`.
      if (event.expr.kind === 'index' && withoutCasts(event.expr.base).kind === 'binary') return;
      if (facts.pointees(event.pointer).some(({ object }) => object.size !== undefined)) return;
      const isText = event.elementSize === 1;
      const loop = facts.function.loops.find(
        (each) =>
          each.start <= event.expr.start &&
          event.expr.end <= each.end &&
          isTooLong(each, index.variable, isText),
      );
      if (loop?.condition === undefined || isGuarded(event, facts)) return;
      if (isText && isMeasured(loop.condition, facts)) return;
      report(
        loop.condition,
        `the last round uses \`${facts.text(event.expr)}\` with an index equal to the number of elements`,
        { confidence: 0.62, trace: [facts.step(event.expr, 'the element is used here')] },
      );
    },
  }),
};

/** `for (i = 0; i <= count; ...)`. */
function isTooLong(loop: Loop, variable: Variable | undefined, isText: boolean): boolean {
  const { condition, init, update } = loop;
  if (loop.kind !== 'for' || condition?.kind !== 'binary' || condition.op !== '<=') return false;
  const counted = withoutCasts(condition.left);
  if (counted.kind !== 'name' || counted.variable !== variable || update?.kind !== 'incdec')
    return false;
  return (
    countsElements(withoutCasts(condition.right), isText) &&
    (init === undefined || startsAtZero(init))
  );
}

function startsAtZero(init: Expr): boolean {
  if (init.kind === 'assign') return init.value.kind === 'number' && init.value.value === 0;
  return init.kind === 'number' && init.value === 0;
}

function countsElements(bound: Expr, isText: boolean): boolean {
  // The element behind the characters of a text is its NUL.
  if (isText && 'name' in bound && /len/i.test(bound.name)) return false;
  if (bound.kind === 'name' || bound.kind === 'member') return COUNT.test(bound.name);
  return bound.kind === 'call' && /^(?:size|length)$/.test(bound.name);
}

/** Whether the end of a loop is a length that `strlen` has given: the element behind so many is the NUL. */
function isMeasured(condition: Expr, { function: fn }: Facts): boolean {
  const bound = condition.kind === 'binary' ? withoutCasts(condition.right) : condition;
  if (bound.kind !== 'name' || bound.variable === undefined) return false;
  const { variable } = bound;
  const measures = (value: Expr | undefined): boolean =>
    value !== undefined &&
    expressionsIn(value).some((part) => part.kind === 'call' && /len$/i.test(part.name));
  return (
    fn.blocks.some(({ steps }) =>
      steps.some(
        (step) => step.kind === 'declare' && step.variable === variable && measures(step.init),
      ),
    ) ||
    expressionsOf(fn.blocks).some(
      (part) =>
        part.kind === 'assign' &&
        part.target.kind === 'name' &&
        part.target.variable === variable &&
        measures(part.value),
    )
  );
}

/** Inside the loop the last round is told apart. */
function isGuarded(event: AccessEvent, facts: Facts): boolean {
  const { index } = event;
  if (index === undefined) return true;
  return facts.function.blocks.some(
    (block) =>
      block.end.kind === 'branch' &&
      block.end.condition.kind === 'binary' &&
      /^(?:==|!=|<)$/.test(block.end.condition.op) &&
      facts.text(withoutCasts(block.end.condition.left)) === facts.text(index),
  );
}
