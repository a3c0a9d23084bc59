import type { BinaryExpr, Expr } from '../../c/ir/ast.ts';
import { type CType, pointee } from '../../c/ir/types.ts';
import { withoutCasts } from '../../c/ir/without-casts.ts';
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
  const kind = sourceKind(expr.left);
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

/** Where what is read comes from: a known stream, or an object whose class says what its operator does. */
function sourceKind(left: Expr): 'stdin' | 'file' | 'object' | undefined {
  const inner = withoutCasts(left);
  if (inner.kind === 'binary' && inner.op === '>>') return sourceKind(inner.left);
  if (inner.kind === 'name' && /^(?:std::)?w?cin$/.test(inner.name)) return 'stdin';
  const name = nameOf(inner.type);
  if (name === undefined) return undefined;
  if (/(?:^|[^a-z])(?:basic_)?w?i?f?stream\b/.test(name)) return 'file';
  return inner.type.kind === 'record' || /stream/i.test(name) ? 'object' : undefined;
}

function nameOf(type: CType): string | undefined {
  if (type.kind === 'record' || type.kind === 'unknown') return type.name;
  const to = pointee(type);
  return type.kind === 'pointer' && type.reference === true && to !== undefined
    ? nameOf(to)
    : undefined;
}

function isNumber({ kind }: CType): boolean {
  return kind === 'int' || kind === 'float';
}

function isPlace(expr: Expr): boolean {
  return /^(?:name|member|index|deref)$/.test(expr.kind);
}
