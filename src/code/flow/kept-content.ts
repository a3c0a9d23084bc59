import type { Expr } from '../c/ast.ts';
import { type CType, isPointerLike, pointee } from '../c/types.ts';
import type { Machine } from './machine.ts';
import type { MemoryObject } from './memory-object.ts';
import { withSteps } from './trace-steps.ts';
import { isReal, type Value } from './value.ts';

/**
 * Untrusted text that is kept in a field or a global variable, and read again in another function
 * or file: one abstract place for the fields of a name in all records of a type (field-based, as
 * calls through fields are: Heintze and Tardieu, "Ultra-fast aliasing analysis using CLA", 2001).
 */

/** The field or the global that an expression leads into, as one name for the project; or undefined. */
export function keeperOf(expr: Expr, file: string): string | undefined {
  switch (expr.kind) {
    case 'cast':
    case 'address':
    case 'deref':
      return keeperOf(expr.operand, file);
    case 'index':
      return keeperOf(expr.base, file);
    case 'binary':
      return expr.op === '+' || expr.op === '-' ? keeperOf(expr.left, file) : undefined;
    case 'member': {
      const owner = expr.arrow ? pointee(expr.base.type) : expr.base.type;
      return owner?.kind === 'record' ? fieldKeeper(owner.name, expr.name) : undefined;
    }
    case 'name':
      if (expr.variable?.scope === 'global') return expr.name;
      // A variable that only its file can name is not the one of that name in another file.
      return expr.variable?.scope === 'static'
        ? `${file}:${expr.name}@${expr.variable.start}`
        : undefined;
    default:
      return undefined;
  }
}

/** The name of a field for all records of a type. */
function fieldKeeper(record: string, field: string): string {
  return `${record}.${field}`;
}

/** Notes what a field or global holds from here on, when it is text that may be untrusted. */
export function keepContent(machine: Machine, target: Expr, value: Value): void {
  const isByte = target.kind === 'index' || target.kind === 'deref';
  if (!isByte && !isPointerLike(target.type)) return;
  const keeper = keeperOf(target, machine.file);
  if (keeper === undefined) return;
  keep(machine, keeper, target, value, `it is kept in \`${machine.text(target)}\``);
}

/** The same for a field of a record that an initialiser fills. */
export function keepInField(
  machine: Machine,
  record: string,
  field: string,
  expr: Expr,
  value: Value,
): void {
  if (!isPointerLike(expr.type)) return;
  keep(machine, fieldKeeper(record, field), expr, value, `it is kept in the field \`${field}\``);
}

function keep(machine: Machine, keeper: string, at: Expr, value: Value, message: string): void {
  if (value.root === 0) return;
  const taint = machine.contentTaint(value);
  // What was read from the same field is not news.
  if (taint === undefined || taint.keepers.includes(keeper)) return;
  const steps = withSteps(taint.steps, [machine.step(at, message)]);
  machine.surroundings.keep(keeper, { ...taint, steps });
}

/**
 * What is read from a field or a global that this function did not fill holds what others keep
 * there. Where nobody knows that yet, its taint says which field it is, for when all is known.
 */
export function readContent(machine: Machine, expr: Expr, type: CType, value: Value): void {
  if (value.root === 0 || !isPointerLike(type)) return;
  if (machine.parameterRoots.has(value.root)) return;
  const keeper = keeperOf(expr, machine.file);
  if (keeper === undefined) return;
  const kept = machine.surroundings.keptIn(keeper);
  for (const { object } of machine.pointees(value)) {
    const { taint } = object;
    if (isReal(taint) || !mayBeFilledElsewhere(object, type)) continue;
    if (object.text !== undefined || Number.isFinite(object.maxLength)) continue;
    const keepers = [...(taint?.keepers ?? []), keeper].slice(-MOST_KEEPERS);
    if (kept !== undefined) {
      const steps = withSteps(kept.steps, [
        machine.step(expr, `it is read from \`${machine.text(expr)}\``),
      ]);
      machine.state.setObject({ ...object, taint: { ...kept, keepers, bytes: taint, steps } });
    } else if (taint !== undefined && !taint.keepers.includes(keeper)) {
      machine.state.setObject({ ...object, taint: { ...taint, keepers } });
    }
  }
}

/** An array is part of its record; a pointer leads to memory that this function may know better. */
function mayBeFilledElsewhere({ kind }: MemoryObject, type: CType): boolean {
  if (kind === 'unknown') return true;
  return type.kind === 'array' && (kind === 'static' || kind === 'variable');
}

/** A taint names so many fields that it may have come from. */
const MOST_KEEPERS = 4;
