import { LIMITS } from '../../limits.ts';
import { widenFacts } from '../domain/facts-lattice.ts';
import { cellValue, type State } from '../domain/state.ts';
import {
  constant,
  greatestCommonDivisor,
  type RootFacts,
  rootValue,
  sameValue,
  type Target,
  TOP_FACTS,
  type Value,
} from '../domain/value.ts';
import type { Widen } from '../domain/widening.ts';

/** A pointer that is at different places of one object on different paths gets one offset for all. */
export function joinTargetOffsets(
  joined: State,
  states: readonly State[],
  phi: number,
  cell: number,
  facts: RootFacts,
  previous: State | undefined,
  widen: Widen | undefined,
): RootFacts {
  if (facts.targets.length === 0) return facts;
  const earlier = previous?.rootFacts.get(phi);
  const rest = joined.ids.root(phi, 'pointee');
  // A pointer that was never looked through points to the start of an object of its own.
  const found = states.flatMap((state) => {
    const value = cellValue(state, cell);
    if (value.root === 0) return [];
    const { targets } = state.factsOfValue(value);
    const own: Target = {
      object: joined.ids.root(value.root, 'pointee'),
      offset: constant(value.add),
    };
    return (targets.length === 0 ? [own] : targets).map(({ object, offset }) => ({
      // A walk along a list ends in one object that stands for all further ones.
      object:
        widen === undefined ||
        earlier === undefined ||
        earlier.targets.some((target) => target.object === object)
          ? object
          : rest,
      offset,
      range: state.range(offset),
    }));
  });
  const targets: Target[] = [];
  for (const object of new Set(found.map((target) => target.object))) {
    const here = found.filter((target) => target.object === object);
    const [first, ...others] = here;
    if (first === undefined) continue;
    // A walk by whole elements never stands within one. Where a later round finds smaller steps it is another root, so
    // that what was concluded of larger ones is not kept.
    const divisor = here.reduce((all, { offset }) => divisorIn(joined, all, offset), 0);
    const root = joined.ids.root(phi, `offset ${object} by ${divisor}`);
    joined.ids.recordDivisor(root, divisor);
    const had =
      earlier?.targets.some(
        (target) => target.object === object && !sameValue(target.offset, first.offset),
      ) ?? false;
    if (!had && others.every((target) => sameValue(target.offset, first.offset))) {
      targets.push({ object, offset: first.offset });
      continue;
    }
    const lo = Math.min(...here.map((target) => target.range.lo));
    const hi = Math.max(...here.map((target) => target.range.hi));
    joined.ids.anchor(root);
    const now: RootFacts = { ...TOP_FACTS, lo, hi };
    const before = previous?.rootFacts.get(root);
    joined.rootFacts.set(
      root,
      before === undefined || widen === undefined ? now : widenFacts(before, now, widen),
    );
    targets.push({ object, offset: rootValue(root) });
  }
  if (targets.length > LIMITS.targets) targets.length = LIMITS.targets;
  return { ...facts, targets };
}

/** What the offsets of a pointer and one more are multiples of. */
function divisorIn({ ids }: State, divisor: number, offset: Value): number {
  return greatestCommonDivisor(divisor, ids.divisorOf(offset));
}
