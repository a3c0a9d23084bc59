import type { Expr } from '../../c/ir/ast.ts';
import type { SignedCondition } from '../domain/decided-conditions.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** A side of a comparison: its text in terms of roots, and those roots. */
interface Operand {
  readonly text: string;
  readonly roots: readonly number[];
}

/**
 * The number of a comparison, so that two tests of the same values are known to be one; undefined
 * where a side is a value that nothing holds, which no other test can be about.
 * @param all whether it is wanted also where the ranges of the sides tell how it came out
 */
export function comparisonForm(
  interpreter: Interpreter,
  op: string,
  left: { readonly expr: Expr | undefined; readonly value: Value },
  right: { readonly expr: Expr | undefined; readonly value: Value },
  all: boolean,
): SignedCondition | undefined {
  const isRelated = left.value.root !== 0 && right.value.root !== 0;
  const isMasked = isMask(left.expr) || isMask(right.expr);
  if (!(all || isMasked || (isRelated && /[!=]=/.test(op)))) return undefined;
  const a = operandOf(interpreter, left.expr, left.value);
  const b = operandOf(interpreter, right.expr, right.value);
  if (a === undefined || b === undefined) return undefined;
  const roots = [...a.roots, ...b.roots];
  if (roots.length === 0) return undefined;
  const { ids } = interpreter;
  if (op === '==' || op === '!=') {
    const [first, second] = a.text <= b.text ? [a, b] : [b, a];
    const id = ids.condition(`${first.text} == ${second.text}`, roots);
    return op === '==' ? id : -id;
  }
  const isSwapped = op === '>' || op === '<=';
  const [less, more] = isSwapped ? [b, a] : [a, b];
  const id = ids.condition(`${less.text} < ${more.text}`, roots);
  return op === '<' || op === '>' ? id : -id;
}

/** The number of a conjunction, in whatever order its parts stand; undefined where a part has none. */
export function conjunctionForm(
  { ids }: Interpreter,
  a: SignedCondition | undefined,
  b: SignedCondition | undefined,
): SignedCondition | undefined {
  if (a === undefined || b === undefined) return undefined;
  const roots = [a, b].flatMap((part) => ids.rootsOfCondition(Math.abs(part)));
  return ids.condition(`${Math.min(a, b)} && ${Math.max(a, b)}`, roots);
}

function operandOf(
  interpreter: Interpreter,
  expr: Expr | undefined,
  value: Value,
): Operand | undefined {
  if (!isMask(expr) || value.root === 0) return named(interpreter, value);
  // Each evaluation of a mask makes a value of its own; what is masked, and with what, is the same.
  const a = named(interpreter, interpreter.valueOf(expr.left));
  const b = named(interpreter, interpreter.valueOf(expr.right));
  if (a === undefined || b === undefined) return undefined;
  return { text: `(${a.text} & ${b.text})`, roots: [...a.roots, ...b.roots] };
}

function named({ ids }: Interpreter, { root, scale, add }: Value): Operand | undefined {
  if (root === 0) return { text: `${add}`, roots: [] };
  return ids.isAnchored(root) ? { text: `${scale}*${root}+${add}`, roots: [root] } : undefined;
}

/** A mask of something that can be evaluated again without effects. */
function isMask(expr: Expr | undefined): expr is Expr & { kind: 'binary' } {
  return expr?.kind === 'binary' && expr.op === '&' && isPlain(expr.left) && isPlain(expr.right);
}

function isPlain(expr: Expr): boolean {
  switch (expr.kind) {
    case 'name':
    case 'number':
      return true;
    case 'member':
    case 'deref':
    case 'cast':
      return isPlain(expr.kind === 'member' ? expr.base : expr.operand);
    default:
      return false;
  }
}
