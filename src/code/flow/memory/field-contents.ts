import type { Expr } from '../../c/ir/ast.ts';
import { type CType, isPointerLike, pointee } from '../../c/ir/types.ts';
import type { MemoryObject } from '../domain/memory-object.ts';
import { appendSteps } from '../domain/source-step.ts';
import { isExternal } from '../domain/taint.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/**
 * Untrusted text that is kept in a field or a global variable, and read again in another function
 * or file: one abstract place for the fields of a name in all records of a type (field-based, as
 * calls through fields are: Heintze and Tardieu, "Ultra-fast aliasing analysis using CLA", 2001).
 */

/** The field or the global that an expression leads into, as one name for the project; or undefined. */
export function fieldLocationOf(expr: Expr, file: string): string | undefined {
  switch (expr.kind) {
    case 'cast':
    case 'address':
    case 'deref':
      return fieldLocationOf(expr.operand, file);
    case 'index':
      return fieldLocationOf(expr.base, file);
    case 'binary':
      return expr.op === '+' || expr.op === '-' ? fieldLocationOf(expr.left, file) : undefined;
    case 'member': {
      // What any type may be kept in says nothing of what is read from it as another one.
      if (expr.type.kind === 'pointer' && expr.type.to.kind === 'void') return undefined;
      const owner = expr.arrow ? pointee(expr.base.type) : expr.base.type;
      return owner?.kind === 'record' ? fieldOfRecord(owner.name, expr.name) : undefined;
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
function fieldOfRecord(record: string, field: string): string {
  return `${record}.${field}`;
}

/** Notes what a field or global holds from here on, when it is text that may be untrusted. */
export function recordContent(interpreter: Interpreter, target: Expr, value: Value): void {
  const isByte = target.kind === 'index' || target.kind === 'deref';
  if (!isByte && !isPointerLike(target.type)) return;
  const location = fieldLocationOf(target, interpreter.file);
  if (location === undefined) return;
  recordTaint(
    interpreter,
    location,
    target,
    value,
    `it is kept in \`${interpreter.text(target)}\``,
  );
}

/** The same for a field of a record that an initialiser fills. */
export function recordFieldInitialiser(
  interpreter: Interpreter,
  record: string,
  field: string,
  expr: Expr,
  value: Value,
): void {
  if (!isPointerLike(expr.type)) return;
  recordTaint(
    interpreter,
    fieldOfRecord(record, field),
    expr,
    value,
    `it is kept in the field \`${field}\``,
  );
}

function recordTaint(
  interpreter: Interpreter,
  location: string,
  at: Expr,
  value: Value,
  message: string,
): void {
  if (value.root === 0) return;
  const taint = interpreter.contentTaint(value);
  // What was read from the same field is not news.
  if (taint === undefined || taint.fieldLocations.includes(location)) return;
  const steps = appendSteps(taint.steps, [interpreter.step(at, message)]);
  interpreter.environment.recordFieldContents(location, { ...taint, steps });
}

/**
 * What is read from a field or a global that this function did not fill holds what other
 * functions store there. Until that is known, its taint names the field.
 */
export function readFieldContents(
  interpreter: Interpreter,
  expr: Expr,
  type: CType,
  value: Value,
): void {
  if (value.root === 0 || !isPointerLike(type)) return;
  if (interpreter.parameterRoots.has(value.root)) return;
  const location = fieldLocationOf(expr, interpreter.file);
  if (location === undefined) return;
  const stored = interpreter.environment.fieldContents(location);
  for (const { object } of interpreter.pointees(value)) {
    const { taint } = object;
    if (isExternal(taint) || !mayBeFilledElsewhere(object, type)) continue;
    if (object.text !== undefined || Number.isFinite(object.maxLength)) continue;
    const fieldLocations = [...(taint?.fieldLocations ?? []), location].slice(-MAX_FIELD_LOCATIONS);
    if (stored !== undefined) {
      const steps = appendSteps(stored.steps, [
        interpreter.step(expr, `it is read from \`${interpreter.text(expr)}\``),
      ]);
      interpreter.state.setObject({
        ...object,
        taint: { ...stored, fieldLocations, bytes: taint, steps },
      });
    } else if (taint !== undefined && !taint.fieldLocations.includes(location)) {
      interpreter.state.setObject({ ...object, taint: { ...taint, fieldLocations } });
    }
  }
}

/** An array is part of its record; a pointer leads to memory that this function may know better. */
function mayBeFilledElsewhere({ kind }: MemoryObject, type: CType): boolean {
  if (kind === 'unknown') return true;
  return type.kind === 'array' && (kind === 'static' || kind === 'variable');
}

/** A taint names so many fields that it may have come from. */
const MAX_FIELD_LOCATIONS = 4;
