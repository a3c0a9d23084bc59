import type { Expr } from '../../../../code/c/ir/ast.ts';
import { expressionsIn, isConditionOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { FlowListener } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import type { ReportHit } from '../../c-rule.ts';
import { sizeUses } from './size-uses.ts';
import type { UncheckedArithmetic } from './unchecked-arithmetic.ts';

/** Library functions whose results are at least what is mostly taken off them: a text that was found, say, has characters. */
const OWN_KNOWLEDGE = /^(?:strlen|strcspn|strspn|strnlen)$/;

/**
 * Hears where an unsigned number, from which a constant is taken although nothing says that it is as great, decides how far
 * memory is touched: as the length of a call, or as what a loop counts to.
 */
export function belowZero(
  doubts: UncheckedArithmetic,
  report: ReportHit,
): Pick<FlowListener, 'enter' | 'arithmetic' | 'call' | 'branch'> {
  const suspects = new Set<Expr>();
  const say = (at: Expr, expr: Expr, facts: Facts, use: string): void => {
    report(
      expr,
      `\`${facts.text(expr)}\` is huge where \`${leftOf(expr, facts)}\` is less, and is ${use}`,
      {
        confidence: 0.48,
        event: 'latent',
        cwe: 191,
        trace: [facts.step(at, 'it is used here')],
      },
    );
  };
  const lengths = sizeUses(({ kind, expr, value }, facts) => {
    if (kind !== 'length') return;
    const own = expressionsIn(expr).find((part) => suspects.has(part));
    const { distortion } = facts.factsOf(value);
    const made = distortion === undefined ? undefined : doubts.origin(distortion);
    const found = own ?? (made !== undefined && suspects.has(made) ? made : undefined);
    if (found !== undefined) say(expr, found, facts, 'used as a length');
  });
  return {
    enter: () => suspects.clear(),
    arithmetic({ expr, op, left, right, range, type }, facts) {
      if (op !== '-' || type.kind !== 'int' || type.signed || range.lo >= 0) return;
      // What is counted down by one is asked for zero otherwise.
      if (right.root !== 0 || right.add < 2 || left.root === 0 || expr.kind !== 'binary') return;
      const { checkedBelow, from, mayBeNull, taint } = facts.factsOf(left);
      if (checkedBelow || !mayBeNull || OWN_KNOWLEDGE.test(from)) return;
      if (taint === undefined && facts.range(left).hi < right.add) return;
      suspects.add(expr);
    },
    ...(lengths.call === undefined ? {} : { call: lengths.call }),
    branch(condition, _assertion, facts) {
      const test = withoutCasts(condition);
      if (test.kind !== 'binary' || !/^<=?$/.test(test.op)) return;
      const isOfLoop = facts.function.loops.some((loop) => isConditionOf(loop, condition));
      if (!isOfLoop) return;
      const { distortion } = facts.factsOf(facts.valueOf(test.right));
      const made = distortion === undefined ? undefined : doubts.origin(distortion);
      const own = expressionsIn(test.right).find((part) => suspects.has(part)) ?? made;
      if (own !== undefined && suspects.has(own)) say(test, own, facts, 'what a loop counts to');
    },
  };
}

function leftOf(expr: Expr, facts: Facts): string {
  return facts.text(expr.kind === 'binary' ? expr.left : expr);
}
