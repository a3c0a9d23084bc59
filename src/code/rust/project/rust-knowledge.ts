import type { RustSignature } from '../items/items.ts';
import type { RustType } from '../items/types.ts';
import type { ExternalTaint } from '../state/taint.ts';

/** A struct as other files see it. */
export interface RustShape {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: RustType }[];
}

/** A function of another file that is called. */
interface CalledRustFunction {
  readonly file: string;
  readonly name: string;
  readonly owner: string;
}

/** Untrusted data that a call passes to a function of another file. */
export interface PassedRustTaint extends CalledRustFunction {
  /** The position among the parameters, `self` left out. */
  readonly index: number;
  readonly taint: ExternalTaint;
}

/** Untrusted data that a function gives its callers. */
export interface ReturnedRustTaint {
  readonly name: string;
  readonly owner: string;
  readonly trait: string;
  readonly taint: ExternalTaint;
}

/** What a look at one Rust file tells the analysis of the others. Plain data. */
export interface RustSurvey {
  readonly file: string;
  /** Those with a body, and those that traits declare. */
  readonly functions: readonly RustSignature[];
  readonly structs: readonly RustShape[];
  /** Modules in other files that only tests are built with, by name. */
  readonly testModules: readonly string[];
  /** Types such as `Box` whose `from_raw` is called. */
  readonly takesBack: readonly string[];
  /** The functions of other files that it calls, each once. */
  readonly calls: readonly CalledRustFunction[];
  readonly returned: readonly ReturnedRustTaint[];
  readonly passed: readonly PassedRustTaint[];
}

/** What the Rust files of a project tell each other. Plain data. */
export interface RustKnowledge {
  readonly files: readonly RustSurvey[];
}

/** Knowledge of no other file. */
export const NO_RUST: RustKnowledge = { files: [] };
