import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/** Marks what a pointer reaches as known outside. */
export function markEscaped(machine: Machine, value: Value, depth = 0): void {
  if (value.root === 0 || depth > 6) return;
  machine.escaped.add(value.root);
  for (const target of machine.state.facts(value.root).targets) {
    const object = machine.state.object(target.object);
    if (object === undefined || object.escaped) continue;
    machine.state.setObject({ ...object, escaped: true });
    escapeContent(machine, target.object, depth + 1);
  }
}

/** Marks what the parts of an object point to as known outside. */
export function escapeContent(machine: Machine, object: number, depth = 0): void {
  if (depth > 6) return;
  for (const cell of machine.ids.cellsOf(object).values()) {
    const inner = machine.state.get(cell);
    if (inner !== undefined) markEscaped(machine, inner, depth);
  }
  for (const part of machine.ids.partsOf(object)) escapeContent(machine, part, depth + 1);
}

/** Whether code outside the function can reach an object. */
export function isOutside(machine: Machine, object: number): boolean {
  return machine.state.object(object)?.escaped !== false;
}
