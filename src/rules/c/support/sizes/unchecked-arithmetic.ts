import type { Expr } from '../../../../code/c/ir/ast.ts';
import { expressionsIn } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import { SourceStep } from '../../../../code/flow/domain/source-step.ts';
import type { Distortion } from '../../../../code/flow/domain/value.ts';
import type { FlowListener } from '../../../../code/flow/interpreter/events.ts';

/**
 * Remembers, for one function, the operations that can overflow and the numbers
 * that the code verifies by a division, as in `total / size != count` after a
 * product or `count > LIMIT / size` before it.
 */
export class UncheckedArithmetic {
  private readonly verified = new Set<string>();
  private readonly operations = new Map<number, Expr>();

  readonly listener: Pick<FlowListener, 'enter' | 'branch' | 'arithmetic'> = {
    enter: () => {
      this.verified.clear();
      this.operations.clear();
    },
    branch: (condition, _assertion, facts) => {
      for (const part of expressionsIn(condition)) {
        if (part.kind !== 'binary') continue;
        const left = withoutCasts(part.left);
        const right = withoutCasts(part.right);
        if (part.op === '/' || part.op === '%') this.verified.add(facts.text(left));
        if (right.kind === 'binary' && right.op === '/') this.verified.add(facts.text(left));
        if (left.kind === 'binary' && left.op === '/') this.verified.add(facts.text(right));
      }
    },
    arithmetic: (event) => {
      if (event.overflows) this.operations.set(event.expr.start, event.expr);
    },
  };

  /** The operation that made a number doubtful, where it stands in this function. */
  origin(distortion: Distortion): Expr | undefined {
    const { step } = distortion;
    return step instanceof SourceStep ? this.operations.get(step.start) : undefined;
  }

  /** Whether the number, or an operand of the product that it is, is verified. */
  isVerified(expr: Expr, text: (expr: Expr) => string): boolean {
    const inner = withoutCasts(expr);
    if (inner.kind === 'binary')
      return this.isVerified(inner.left, text) || this.isVerified(inner.right, text);
    return /^(?:name|member)$/.test(inner.kind) && this.verified.has(text(inner));
  }
}
