import type { Taint } from '../domain/taint.ts';
import { TOP_FACTS } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** Forgets what an object holds, because code that is not seen may have written it. */
export function havoc(
  interpreter: Interpreter,
  object: number,
  key: unknown,
  taint: Taint | undefined,
  depth = 0,
): void {
  const known = interpreter.state.object(object);
  if (known === undefined || depth > 3) return;
  if (known.kind === 'literal') return;
  interpreter.written.add(object);
  for (const part of interpreter.ids.partsOf(object))
    havoc(interpreter, part, key, taint, depth + 1);
  interpreter.state.setObject({
    ...known,
    initial: 'unknown',
    terminated: 'unknown',
    maxLength: Number.POSITIVE_INFINITY,
    length: undefined,
    taint: taint ?? known.taint,
    text: undefined,
  });
  for (const [path, cell] of interpreter.ids.cellsOf(object)) {
    const value = interpreter.state.get(cell);
    if (value === undefined) continue;
    for (const target of value.root === 0 ? [] : interpreter.state.facts(value.root).targets) {
      if (target.object !== object) havoc(interpreter, target.object, key, undefined, depth + 1);
    }
    const facts = interpreter.factsOf(value);
    const bounds = facts.lo >= 0 && path !== '' ? { lo: 0 } : {};
    interpreter.state.set(
      cell,
      interpreter.fresh(key, `havoc ${cell}`, { ...TOP_FACTS, ...bounds, taint }),
    );
  }
}
