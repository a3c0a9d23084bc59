import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** Marks what a pointer reaches as known outside. */
export function markEscaped(interpreter: Interpreter, value: Value, depth = 0): void {
  if (value.root === 0 || depth > 6) return;
  interpreter.escaped.add(value.root);
  for (const target of interpreter.state.facts(value.root).targets) {
    const object = interpreter.state.object(target.object);
    if (object === undefined || object.escaped) continue;
    interpreter.state.setObject({ ...object, escaped: true });
    escapeContent(interpreter, target.object, depth + 1);
  }
}

/** Marks the blocks that a pointer leads into the middle of as known outside: who has it can find their start. */
export function markOwnersEscaped(interpreter: Interpreter, value: Value): void {
  if (value.root === 0) return;
  for (const target of interpreter.state.facts(value.root).targets) {
    let owner = interpreter.ids.ownerOfPart(target.object);
    for (; owner !== undefined; owner = interpreter.ids.ownerOfPart(owner)) {
      const object = interpreter.state.object(owner);
      if (object === undefined || object.escaped) continue;
      interpreter.state.setObject({ ...object, escaped: true });
      escapeContent(interpreter, owner);
    }
  }
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
