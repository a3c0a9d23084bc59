import type { ClangRecord } from '../../code/clang/types.ts';
import type { ClangFunction } from '../../code/clang/unit.ts';
import { NotComparable } from '../not-comparable.ts';
import type { ErrnoUse } from '../pairing/errno.ts';
import type { CArgument } from '../plan/comparison-plan.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';

/** What is known of a C function where the meaning of a result is inferred. */
export interface ResultFacts {
  readonly function: ClangFunction;
  /** The records of the C, by id. */
  readonly records: ReadonlyMap<string, ClangRecord>;
  readonly arguments: readonly CArgument[];
  /** Integers that the body returns as they stand. */
  readonly returned: readonly bigint[];
  /** The names that the source has for some of them. */
  readonly returnedNames: readonly string[];
  /** Whether it returns nothing else than these. */
  readonly returnsOnlyLiterals: boolean;
  /** Integers that the source gives names. */
  readonly constants: ReadonlyMap<string, bigint>;
  /** Integers that the body stores behind a parameter as they stand. */
  readonly stored: (name: string) => readonly bigint[];
  readonly errno: ErrnoUse;
  /** Whether the C ends a text with a zero, or has a function of the library do so. */
  readonly endsTexts: boolean;
  readonly crate: RustCrate;
}

export function unclearMeaning(facts: ResultFacts, what: string): NotComparable {
  return new NotComparable(
    `types and names of ${facts.function.name} do not tell ${what}; say it in the mapping`,
  );
}
