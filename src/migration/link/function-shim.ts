import type { ClangParameter } from '../../code/clang/unit.ts';
import type { CDefinition } from '../steps/c-definitions.ts';
import type { Shim } from './shim/shim-crate.ts';
import type { ShimSubject } from './shim/shim-subject.ts';

/** A shim, and the C function that calls it. */
export interface FunctionShim extends Shim {
  readonly subject: Pick<ShimSubject, 'unit' | 'function'>;
  /** Variables of the file that it is given by their addresses. */
  readonly variables: readonly ClangParameter[];
  /** The Rust type of objects that it takes or makes: all functions that do are linked, or none. */
  readonly object?: string;
}

/** A function of the C project, and whether its callers in C can call Rust. */
export interface Linkable {
  readonly definition: CDefinition;
  /** The path in the crate; undefined for one without Rust. */
  readonly rust: string | undefined;
  /** Old and new did the same on all inputs. */
  readonly isEqual: boolean;
  /** What they call; or why there is nothing to call. */
  readonly shim: FunctionShim | { readonly because: string };
}

/** Two files may each have a static function of one name. */
export function unusedSymbol(name: string, taken: ReadonlySet<string>): string {
  for (let at = 1; ; at++) {
    const symbol = at === 1 ? `rustward_${name}` : `rustward_${name}_${at}`;
    if (!taken.has(symbol)) return symbol;
  }
}
