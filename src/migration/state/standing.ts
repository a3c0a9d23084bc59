import { type Evidence, isSettled } from '../../equivalence/evidence/evidence.ts';
import type { MappedSymbol } from './symbol-map.ts';

/** How the C or the Rust of a function stands to that which was compared. */
export type Standing =
  | { readonly kind: 'same' }
  /** The record is of a version that kept no digests. */
  | { readonly kind: 'not known' }
  | { readonly kind: 'changed'; readonly because: string };

/** How both sides of each function stand, by how each side does: see `standingOfC`, `standingOfRust`. */
export function standingOfBoth(
  c: ReadonlyMap<string, Standing>,
  rust: ReadonlyMap<string, Standing>,
): ReadonlyMap<string, Standing> {
  return new Map(
    [...c].map(([name, ofC]): [string, Standing] => {
      const both = [ofC, rust.get(name) ?? ofC];
      const reasons = both.flatMap((one) => (one.kind === 'changed' ? [one.because] : []));
      if (reasons.length > 0) return [name, { kind: 'changed', because: reasons.join('; ') }];
      return [name, both.find(({ kind }) => kind === 'not known') ?? ofC];
    }),
  );
}

/**
 * The evidence of migrated functions as far as it is of the C and the Rust as they are: where one of them has changed, they
 * are not compared.
 */
export function presentEvidence(
  mapped: readonly MappedSymbol[],
  standing: ReadonlyMap<string, Standing>,
): Map<string, Evidence> {
  return new Map(
    mapped.map(({ c_qname, evidence }): [string, Evidence] => {
      const own = standing.get(c_qname);
      if (own?.kind !== 'changed' || !isSettled(evidence)) return [c_qname, evidence];
      return [c_qname, { kind: 'not checked', because: own.because, remedy: 'again' }];
    }),
  );
}
