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
        if (part.kind === 'binary' && (part.op === '/' || part.op === '%'))
          this.texts.add(facts.text(withoutCasts(part.left)));
      }
    },
  };

  /** Whether the number is among them. */
  has(expr: Expr, text: string): boolean {
    return withoutCasts(expr).kind === 'name' && this.texts.has(text);
  }
}
