import type { CallExpr } from '../../c/ir/ast.ts';
import { wrapToType } from '../../c/ir/constants.ts';
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
  if (to?.kind !== 'int' || arg === undefined) return value;
  if (arg.type.kind !== 'int' && arg.type.kind !== 'float') return value;
  const limits = rangeOfType(to);
  const cut = value.root === 0 && Number.isFinite(value.add) ? Math.trunc(value.add) : value.add;
  const { lo, hi } = value.root === 0 ? { lo: cut, hi: cut } : interpreter.range(value);
  if (to.boolean === true && value.root === 0) return constant(value.add === 0 ? 0 : 1);
  if (lo >= limits.lo && hi <= limits.hi) return cut === value.add ? value : constant(cut);
  if (value.root === 0 && Number.isSafeInteger(cut)) return constant(wrapToType(to, cut));
  const facts = interpreter.factsOf(value);
  // What is as wide or wider holds zero for zero alone.
  const keepsZero = arg.type.kind === 'int' && to.bits >= arg.type.bits;
  return interpreter.fresh(arg, 'passed', {
    ...facts,
    ...limits,
    ...(keepsZero ? {} : { mayBeNull: true, mayBeNonNull: true, nullOrigin: undefined }),
    targets: [],
    excluded: keepsZero && facts.excluded.includes(0) ? [0] : NONE_EXCLUDED,
  });
}
