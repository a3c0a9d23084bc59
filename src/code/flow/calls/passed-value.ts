import type { CallExpr, Expr } from '../../c/ir/ast.ts';
import { wrapToType } from '../../c/ir/constants.ts';
import type { CType } from '../../c/ir/types.ts';
import { rangeOfType } from '../domain/typed-facts.ts';
import { constant, NONE_EXCLUDED, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/**
 * What the callee has in its parameter when it is passed a value: that is converted to the type of the parameter,
 * as by assignment (C11 6.5.2.2p7). The callers' rules hear nothing of it.
 */
export function passedValue(
  interpreter: Interpreter,
  call: CallExpr,
  index: number,
  value: Value,
): Value {
  const to = interpreter.unit.symbols.function(call.name)?.parameters[index];
  const arg = call.args[index];
  return to === undefined || arg === undefined
    ? value
    : convertSilently(interpreter, arg, to, value);
}

/** The value of an expression as a parameter, or a result (C11 6.8.6.4p3), of a type has it; no listener hears of it. */
export function convertSilently(
  interpreter: Interpreter,
  expr: Expr,
  to: CType,
  value: Value,
): Value {
  const from = expr.type;
  if (to.kind !== 'int' || (from.kind !== 'int' && from.kind !== 'float')) return value;
  const limits = rangeOfType(to);
  const cut = value.root === 0 && Number.isFinite(value.add) ? Math.trunc(value.add) : value.add;
  const { lo, hi } = value.root === 0 ? { lo: cut, hi: cut } : interpreter.range(value);
  if (to.boolean === true && value.root === 0) return constant(value.add === 0 ? 0 : 1);
  if (lo >= limits.lo && hi <= limits.hi) return cut === value.add ? value : constant(cut);
  if (value.root === 0 && Number.isSafeInteger(cut)) return constant(wrapToType(to, cut));
  const facts = interpreter.factsOf(value);
  // What is as wide or wider holds zero for zero alone.
  const keepsZero = from.kind === 'int' && to.bits >= from.bits;
  return interpreter.fresh(expr, 'passed', {
    ...facts,
    ...limits,
    ...(keepsZero ? {} : { mayBeNull: true, mayBeNonNull: true, nullOrigin: undefined }),
    targets: [],
    excluded: keepsZero && facts.excluded.includes(0) ? [0] : NONE_EXCLUDED,
  });
}
