import { type CType, pointee } from '../../c/ir/types.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** Marks what a pointer reaches as known outside. */
export function markEscaped(interpreter: Interpreter, value: Value, depth = 0): void {
  if (value.root === 0 || depth > 6) return;
  markTargets(interpreter, value, depth);
  escapeOwners(interpreter, value, depth);
}

function markTargets(interpreter: Interpreter, value: Value, depth: number): void {
  interpreter.escaped.add(value.root);
  for (const target of interpreter.state.facts(value.root).targets) {
    const object = interpreter.state.object(target.object);
    if (object === undefined || object.escaped) continue;
    interpreter.state.setObject({ ...object, escaped: true });
    escapeContent(interpreter, target.object, depth + 1);
  }
}

/** The blocks that a pointer leads into the middle of: who keeps it can find their start, as lists and tables of members do. */
function escapeOwners(interpreter: Interpreter, value: Value, depth: number): void {
  for (const target of interpreter.state.facts(value.root).targets) {
    let owner = interpreter.ids.ownerOfPart(target.object);
    for (; owner !== undefined; owner = interpreter.ids.ownerOfPart(owner)) {
      const object = interpreter.state.object(owner);
      if (object?.family === undefined || object.escaped) continue;
      interpreter.state.setObject({ ...object, escaped: true });
      escapeContent(interpreter, owner, depth + 1);
    }
  }
}

/**
 * Marks what a function that is not seen was given. One that is given a number or text in a block uses it and comes
 * back; one that is given a record in a block may well put that into a list.
 */
export function markPassed(interpreter: Interpreter, value: Value, type: CType): void {
  markTargets(interpreter, value, 0);
  const kind = pointee(type)?.kind;
  if (kind !== 'int' && kind !== 'float') escapeOwners(interpreter, value, 0);
}

/** Marks what the parts of an object point to as known outside. */
export function escapeContent(interpreter: Interpreter, object: number, depth = 0): void {
  if (depth > 6) return;
  for (const cell of interpreter.ids.cellsOf(object).values()) {
    const inner = interpreter.state.get(cell);
    if (inner !== undefined) markEscaped(interpreter, inner, depth);
  }
  for (const part of interpreter.ids.partsOf(object)) escapeContent(interpreter, part, depth + 1);
}

/** Whether code outside the function can reach an object. */
export function isOutside(interpreter: Interpreter, object: number): boolean {
  return interpreter.state.object(object)?.escaped !== false;
}
