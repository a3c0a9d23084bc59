import { isLengthNameFor } from '../name-matching.ts';
import type { CArgument } from '../plan/comparison-plan.ts';
import type { NamedParam } from './named-param.ts';

/**
 * The length or the room of a list that the C may move, where a parameter points at one: `size_t *len` and
 * `size_t *cap` beside `T **items`.
 */
export function growingLength(
  { name, type }: NamedParam,
  params: readonly NamedParam[],
  c: ReadonlyMap<string, CArgument>,
): CArgument | undefined {
  if (type.kind !== 'pointer' || type.isConst || type.to.kind !== 'integer') return undefined;
  for (const { name: of } of params) {
    const list = c.get(of);
    if (list?.kind !== 'elements' || list.isGrowing !== true) continue;
    const isRoom = isLengthNameFor(name, of, true);
    if (isRoom || isLengthNameFor(name, of, false)) {
      return { name, kind: 'length', of, isPointer: true, isRoom };
    }
  }
  return undefined;
}
