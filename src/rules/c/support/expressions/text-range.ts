import type { Value } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/** How long the text at a pointer can be, in characters without NUL. */
export function textRange(facts: Facts, pointer: Value): { least: number; most: number } {
  const pointees = facts.pointees(pointer);
  if (pointees.length === 0) return { least: 0, most: Number.POSITIVE_INFINITY };
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const { object, offset } of pointees) {
    const size = object.size === undefined ? Infinity : facts.range(object.size).hi;
    const skipped = Math.max(0, facts.range(offset).lo);
    const length = object.length === undefined ? undefined : facts.range(object.length);
    const limit =
      object.terminated === 'no' ? Infinity : Math.min(object.maxLength, size - 1) - skipped;
    most = Math.max(most, Math.min(limit, length?.hi ?? Infinity, limit));
    least = Math.min(least, object.kind === 'literal' ? Math.max(0, limit) : 0);
  }
  return { least, most: most >= 2 ** 47 ? Number.POSITIVE_INFINITY : most };
}
