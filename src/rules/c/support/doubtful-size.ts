import type { Expr } from '../../../code/c/ast.ts';
import type { FlowListener } from '../../../code/flow/events.ts';
import { expressionsIn, withoutCasts } from './walk-expressions.ts';

/**
 * The texts of numbers that the function verifies by dividing them again, as in
 * `total / size != count`, or by comparing a sum with one of its parts.
 */
export class VerifiedProducts {
  private readonly texts = new Set<string>();

  /** Listens to the conditions of a function. */
  readonly listener: FlowListener = {
    enter: () => this.texts.clear(),
    branch: (condition, _assertion, facts) => {
      for (const part of expressionsIn(condition)) {
        if (part.kind !== 'binary') continue;
        const left = withoutCasts(part.left);
        const right = withoutCasts(part.right);
        if (part.op === '/' || part.op === '%') this.texts.add(facts.text(left));
        // `count > LIMIT / size` verifies the product before it is made.
        if (right.kind === 'binary' && right.op === '/') this.texts.add(facts.text(left));
        if (left.kind === 'binary' && left.op === '/') this.texts.add(facts.text(right));
      }
    },
  };

  /** Whether the number, or an operand of the product that it is, is among them. */
  has(expr: Expr, text: (expr: Expr) => string): boolean {
    const inner = withoutCasts(expr);
    if (inner.kind === 'binary') return this.has(inner.left, text) || this.has(inner.right, text);
    return /^(?:name|member)$/.test(inner.kind) && this.texts.has(text(inner));
  }
}
