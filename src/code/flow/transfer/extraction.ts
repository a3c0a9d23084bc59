import type { BinaryExpr, Expr } from '../../c/ir/ast.ts';
import { streamSource } from '../../c/ir/stream-source.ts';
import type { CType } from '../../c/ir/types.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { taintFrom } from '../interpreter/taint-source.ts';
import { lvalueOf } from '../memory/resolve-lvalue.ts';
import { store } from '../memory/store.ts';

/**
 * `in >> number` where `in` is a stream of C++ or an object of the project: an operator that writes what stands behind it.
 * Undefined for a shift, and for what is no number: of texts and objects nothing is known that would be wrong now.
 */
export function extraction(interpreter: Interpreter, expr: BinaryExpr): Value | undefined {
  if (expr.op !== '>>' || interpreter.unit.language !== 'cpp') return undefined;
  const { right } = expr;
  const kind = streamSource(expr.left);
  if (kind === undefined || !isNumber(right.type) || !isPlace(right)) return undefined;
  interpreter.evaluate(expr.left);
  const lvalue = lvalueOf(interpreter, right, true);
  const taint =
    kind === 'object'
      ? undefined
      : taintFrom(interpreter, expr, kind, kind === 'stdin' ? 'std::cin' : 'a stream');
  const value = interpreter.fresh(expr, 'extracted', { ...factsOfType(right.type), taint });
  store(interpreter, lvalue, value, expr);
  return interpreter.unknown(expr);
}

function isNumber({ kind }: CType): boolean {
  return kind === 'int' || kind === 'float';
}

function isPlace(expr: Expr): boolean {
  return /^(?:name|member|index|deref)$/.test(expr.kind);
}
