import type { ClangCType } from '../../code/clang/types.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import type { PairingDefinitions } from './definitions.ts';
import type { CallbackRole } from './mapping.ts';
import type { CallbackCAccess, CallbackPair, ListPair, Pair } from './pair.ts';

/** What is known of a callback beside its types. */
export interface CallbackFacts {
  /** Of the C parameter or field. */
  readonly name: string;
  readonly place: CallbackCAccess;
  /** Whether something beside the function is its context. */
  readonly hasContext: boolean;
  /** Which argument that is, where the source of the C shows it; else it is the last that it may be. */
  readonly contextAt?: number | undefined;
  readonly role: CallbackRole | undefined;
  readonly holder: CallbackPair['holder'];
  readonly definitions: PairingDefinitions;
  readonly pairOf: (c: ClangCType, rust: RustApiType) => Pair;
  readonly listPair: (c: ClangCType, rust: RustApiType) => ListPair;
}
