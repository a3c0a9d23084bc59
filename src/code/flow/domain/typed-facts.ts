import type { CType } from '../../c/ir/types.ts';
import { assuming } from './assumptions.ts';
import { type RootFacts, TOP_FACTS } from './value.ts';

/** The range that an integer type holds. */
export function rangeOfType(type: CType): { lo: number; hi: number } {
  if (type.kind !== 'int') return { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
  if (type.boolean === true) return { lo: 0, hi: 1 };
  return type.signed
    ? { lo: -(2 ** (type.bits - 1)), hi: 2 ** (type.bits - 1) - 1 }
    : { lo: 0, hi: 2 ** type.bits - 1 };
}

const OF_UNKNOWN_TYPE: RootFacts = { ...TOP_FACTS, assumed: assuming('unknown-type') };

const BY_SHAPE = new Map<string, RootFacts>();

/** What holds of any value of a type. */
export function factsOfType(type: CType): RootFacts {
  if (type.kind === 'unknown') return OF_UNKNOWN_TYPE;
  if (type.kind !== 'int') return TOP_FACTS;
  const key = `${type.bits}${type.signed}${type.boolean ?? ''}`;
  let facts = BY_SHAPE.get(key);
  if (facts === undefined) {
    facts = { ...TOP_FACTS, ...rangeOfType(type) };
    BY_SHAPE.set(key, facts);
  }
  return facts;
}
