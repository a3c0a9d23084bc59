import { NotComparable } from '../not-comparable.ts';
import type { Pair } from '../pairing/pair.ts';
import type { ComparisonPlan } from './comparison-plan.ts';

/** Memory of the caller into which an object may write for as long as it lives: what it holds is seen after each call. */
export interface WatchedMemory {
  /** The parameter that it is given by. */
  readonly name: string;
  /** Of an element: a number. */
  readonly of: Extract<Pair, { kind: 'integer' | 'float' }>;
}

/**
 * What objects of a harness write to besides their own memory; undefined where there is none.
 * @throws NotComparable where it is of several kinds, or of elements that are no numbers
 */
export function watchedMemory(
  calls: readonly { readonly plan: ComparisonPlan }[],
): WatchedMemory | undefined {
  const found = calls.flatMap(({ plan }) => plan.rust.filter(({ isWatched }) => isWatched));
  const [first, ...others] = found.map(({ from, pair }): WatchedMemory => {
    const of = pair?.kind === 'list' ? pair.of : undefined;
    if (of?.kind === 'integer' || of?.kind === 'float') return { name: from, of };
    throw new NotComparable(`what an object writes to ${from} is no list of numbers`);
  });
  const kind = ({ of }: WatchedMemory) => `${of.kind} ${of.bits}`;
  const other = others.find((one) => first !== undefined && kind(one) !== kind(first));
  if (first === undefined || other === undefined) return first;
  throw new NotComparable(
    `objects write to ${first.name} and ${other.name}, of different elements`,
  );
}
