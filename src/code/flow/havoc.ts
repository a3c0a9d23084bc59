import type { Machine } from './machine.ts';
import { type Taint, UNKNOWN_FACTS } from './value.ts';

/** Forgets what an object holds, because code that is not seen may have written it. */
export function havoc(
  machine: Machine,
  object: number,
  key: unknown,
  taint: Taint | undefined,
  depth = 0,
): void {
  const known = machine.state.object(object);
  if (known === undefined || depth > 3) return;
  if (known.kind === 'literal') return;
  machine.written.add(object);
  for (const part of machine.ids.partsOf(object)) havoc(machine, part, key, taint, depth + 1);
  machine.state.setObject({
    ...known,
    initial: 'unknown',
    terminated: 'unknown',
    maxLength: Number.POSITIVE_INFINITY,
    length: undefined,
    taint: taint ?? known.taint,
    text: undefined,
  });
  for (const [path, cell] of machine.ids.cellsOf(object)) {
    const value = machine.state.get(cell);
    if (value === undefined) continue;
    for (const target of value.root === 0 ? [] : machine.state.facts(value.root).targets) {
      if (target.object !== object) havoc(machine, target.object, key, undefined, depth + 1);
    }
    const facts = machine.of(value);
    const bounds = facts.lo >= 0 && path !== '' ? { lo: 0 } : {};
    machine.state.set(
      cell,
      machine.fresh(key, `havoc ${cell}`, { ...UNKNOWN_FACTS, ...bounds, taint }),
    );
  }
}
