import type { CType } from '../code/clang/c-type.ts';
import type { Definitions } from './definitions.ts';
import type { CallbackRole } from './mapping.ts';
import type { CallbackPair, CallbackPlace, ListPair, Pair } from './pair.ts';
import type { RustType } from './rust/rust-type.ts';

/** What is known of a callback beside its types. */
export interface CallbackFacts {
  /** Of the C parameter or field. */
  readonly name: string;
  readonly place: CallbackPlace;
  /** Whether something beside the function is its context. */
  readonly hasContext: boolean;
  readonly role: CallbackRole | undefined;
  readonly holder: CallbackPair['holder'];
  readonly known: Definitions;
  readonly pairOf: (c: CType, rust: RustType) => Pair;
  readonly listPair: (c: CType, rust: RustType) => ListPair;
}
