import type { Expr } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';

/** A test that asks whether the sum or product of two values fits its type. */
export interface OverflowTest {
  readonly op: '+' | '*';
  readonly operands: readonly [Expr, Expr];
  /** The sum or product itself, where the test computes it and compares what comes out. */
  readonly computed?: Expr;
}

type Binary = Expr & { readonly kind: 'binary' };

/** The least of the numbers that are the largest of a type. */
const LARGE = 2 ** 31 - 1;

/**
 * What a test is that compares with what the largest number leaves, `n > SIZE_MAX / k` or `n > INT_MAX - k`; that looks
 * whether the result is less than an operand, `n + k < n`; or that computes the result back or in more bits,
 * `n * k / k != n`, `(uint64_t)n * k != n * k`.
 */
export function overflowTest(test: Expr): OverflowTest | undefined {
  if (test.kind !== 'binary') return undefined;
  const sides = [
    [withoutCasts(test.left), withoutCasts(test.right)],
    [withoutCasts(test.right), withoutCasts(test.left)],
  ] as const;
  for (const [side, other] of sides) {
    if (side.kind !== 'binary') continue;
    const found = /^[<>]=?$/.test(test.op)
      ? (comparedWithLimit(side, other) ?? comparedWithOperand(side, other))
      : /^[!=]=$/.test(test.op)
        ? (computedBack(side, other) ?? computedWider(side, other))
        : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function comparedWithLimit({ op, left, right }: Binary, other: Expr): OverflowTest | undefined {
  if ((op !== '/' && op !== '-') || !isLimit(left)) return undefined;
  const operand = withoutCasts(right);
  if (knownNumber(operand) !== undefined && knownNumber(other) !== undefined) return undefined;
  return { op: op === '/' ? '*' : '+', operands: [operand, other] };
}

/** The largest number of a type, or what a constant leaves of it: `(SIZE_MAX - 1) / 2`. */
function isLimit(expr: Expr): boolean {
  const plain = withoutCasts(expr);
  if ((knownNumber(plain) ?? 0) >= LARGE || /(?:^|_)MAX$/.test(expressionText(plain))) return true;
  return (
    plain.kind === 'binary' &&
    /^(?:[-/]|>>)$/.test(plain.op) &&
    knownNumber(plain.right) !== undefined &&
    isLimit(plain.left)
  );
}

function comparedWithOperand(side: Binary, other: Expr): OverflowTest | undefined {
  if (side.op !== '+' || side.type.kind !== 'int') return undefined;
  const operands = [withoutCasts(side.left), withoutCasts(side.right)] as const;
  const text = expressionText(other);
  return operands.some((operand) => expressionText(operand) === text)
    ? { op: '+', operands, computed: side }
    : undefined;
}

function computedBack({ op, left, right }: Binary, other: Expr): OverflowTest | undefined {
  const product = withoutCasts(left);
  if (op !== '/' || product.kind !== 'binary' || product.op !== '*') return undefined;
  const operands = [withoutCasts(product.left), withoutCasts(product.right)] as const;
  const texts = operands.map(expressionText).sort().join();
  const wanted = [withoutCasts(right), other].map(expressionText).sort().join();
  return texts === wanted ? { op: '*', operands, computed: product } : undefined;
}

function computedWider(side: Binary, other: Expr): OverflowTest | undefined {
  const { op, type } = side;
  if ((op !== '*' && op !== '+') || other.kind !== 'binary' || other.op !== op) return undefined;
  if (type.kind !== 'int' || other.type.kind !== 'int' || type.bits === other.type.bits)
    return undefined;
  const operands = [withoutCasts(side.left), withoutCasts(side.right)] as const;
  const others = [withoutCasts(other.left), withoutCasts(other.right)].map(expressionText);
  return operands.map(expressionText).join() === others.join()
    ? { op, operands, computed: side }
    : undefined;
}
