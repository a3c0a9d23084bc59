import type { ClangFunction, ClangUnit } from '../../code/clang/unit.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import type { CrateSources } from '../../workspace/toolchain/crate-sources.ts';
import type { Miri } from '../../workspace/toolchain/miri.ts';
import type { Mapping } from '../pairing/mapping.ts';

/** A C function and the Rust function that is to replace it. */
/** What both sides give on an input on which they differ, and a test that shows it, as text. */
export interface DifferenceSeen {
  readonly input: string;
  readonly c: string;
  readonly rust: string;
  readonly test: string;
}

export interface EquivalenceSubject {
  /** The folder of the C project. */
  readonly project: string;
  /** The unit that defines the C function. */
  readonly unit: ClangUnit;
  /** The other units of the project, which it may call. */
  readonly others: readonly ClangUnit[];
  readonly function: ClangFunction;
  /** The folder of the crate, with its `Cargo.toml`. */
  readonly crate: string;
  /** The Rust function or method, such as `crc::crc32` or `bitset::Bitset::set`. */
  readonly rust: string;
  /** Where names and types leave more than one reading. */
  readonly mapping?: Mapping | undefined;
  /**
   * Whether the types of the Rust are given and cannot be chosen anew: inputs on which the C gives what these
   * cannot hold do not count then.
   */
  readonly isTypeGiven?: boolean | undefined;
  /** Whether a difference is known to be on an input that the text of the C rules out. */
  readonly isRefuted?: ((difference: DifferenceSeen) => boolean) | undefined;
  /**
   * Other migrated functions of the unit, for sequences of calls on objects. Without it, those that
   * names pair.
   */
  readonly partners?: readonly PartnerFunction[] | undefined;
}

/** A C function, by its name, and the Rust function that has taken its place. */
export interface PartnerFunction {
  readonly c: string;
  readonly rust: string;
  readonly mapping?: Mapping | undefined;
}

/** How much is tried before old and new count as equal. */
export interface EquivalenceLimits {
  readonly cases: number;
  /** Of running both sides, compilation not counted. */
  readonly seconds: number;
}

export const DEFAULT_EQUIVALENCE_LIMITS: EquivalenceLimits = { cases: 10_000, seconds: 20 };

/** A step of a check, by which its time is told. */
export type EquivalencePhase =
  | 'plan'
  | 'C build'
  | 'Rust build'
  | 'inputs'
  | 'C run'
  | 'Rust run'
  | 'unsafe check'
  | 'coverage';

export interface EquivalenceDeps {
  readonly sandbox: Sandbox;
  readonly grammars: Grammars;
  /** The folder of the Rust toolchain, where it does not come with the system: `rustToolchain()`. */
  readonly toolchain: string | undefined;
  /** Miri, or why it cannot be used, in a clause. Without it, AddressSanitizer alone looks at Rust that is `unsafe`. */
  readonly miri?: Miri | { readonly missing: string } | undefined;
  /** Where the crates are that the Rust side depends on; none when missing. */
  readonly crates?: CrateSources | undefined;
  /** The absolute path of `clang`. */
  readonly clang: string;
  /** A folder for builds, kept between checks: made when missing, used by one check at a time. */
  readonly cache: string;
  readonly seed: number;
  readonly limits?: Partial<EquivalenceLimits> | undefined;
  /** Told once for each phase that took place. */
  readonly onPhase?: ((phase: EquivalencePhase, milliseconds: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}
