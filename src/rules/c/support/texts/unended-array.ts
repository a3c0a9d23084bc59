import type { Expr, InitListExpr, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { MemoryObject } from '../../../../code/flow/domain/memory-object.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/** No longer array is looked at element by element. */
const MAX_ELEMENTS = 256;

/** Whether an array of characters is full of others than NUL: by what each element holds, or by how a constant begins. */
export function isUnended(expr: Expr, object: MemoryObject, facts: Facts): boolean {
  return isFilled(object, facts) || beginsUnended(expr, facts);
}

/** Whether each element of an array is known by itself and is not zero. */
function isFilled({ id, size, terminated }: MemoryObject, facts: Facts): boolean {
  if (terminated === 'yes' || size?.root !== 0 || size.add < 1 || size.add > MAX_ELEMENTS)
    return false;
  const parts = facts.partsOf(id);
  for (let at = 0; at < size.add; at += 1) {
    const value = parts.get(`[${at}]`);
    if (value === undefined) return false;
    const { lo, hi } = facts.range(value);
    if (lo <= 0 && hi >= 0) return false;
  }
  return true;
}

/** Whether a constant array of characters begins with as many as it holds, none of which is NUL. */
function beginsUnended(expr: Expr, facts: Facts): boolean {
  const inner = withoutCasts(expr);
  const variable = inner.kind === 'name' ? inner.variable : undefined;
  if (variable?.constant !== true || variable.type.kind !== 'array') return false;
  const { of, length } = variable.type;
  if (of.kind !== 'int' || of.bits !== 8 || length === undefined) return false;
  const init = initialiserOf(variable, facts);
  if (init?.kind === 'string') return init.value.length >= length && !init.value.includes('\0');
  return init?.kind === 'initlist' && isFullOfCharacters(init, length);
}

function isFullOfCharacters(
  { items, isPartial, isUnplaced }: InitListExpr,
  length: number,
): boolean {
  if (isPartial === true || isUnplaced === true || items.length !== length) return false;
  return items.every(
    ({ designator, value }) => designator === undefined && (constantOf(value) ?? 0) !== 0,
  );
}

function initialiserOf(variable: Variable, { unit, function: fn }: Facts): Expr | undefined {
  const global = unit.globals.find((one) => one.variable === variable);
  return global === undefined ? declaredWith(variable, fn) : global.init;
}

function declaredWith(variable: Variable, fn: LoweredFunction): Expr | undefined {
  for (const { steps } of fn.blocks)
    for (const step of steps)
      if (step.kind === 'declare' && step.variable === variable) return step.init;
  return undefined;
}
