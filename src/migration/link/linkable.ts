import { CSources } from '../../equivalence/c-sources.ts';
import { reachedFrom } from '../../equivalence/errno.ts';
import { makePlan } from '../../equivalence/make-plan.ts';
import { readMapping } from '../../equivalence/mapping.ts';
import { NotComparable } from '../../equivalence/not-comparable.ts';
import type { RustCrate } from '../../equivalence/rust/rust-crate.ts';
import { type Definition, definitionsOf, type ScannedC } from '../sources.ts';
import type { MappedSymbol } from '../state/symbol-map.ts';
import type { CWrites } from './c-writes.ts';
import { sharedVariables } from './shared-variables.ts';
import { CAbi } from './shim/c-abi.ts';
import { NotLinkable } from './shim/not-linkable.ts';
import type { Shim } from './shim/shim-crate.ts';
import { shimFunction } from './shim/shim-function.ts';
import type { ShimSubject } from './shim/shim-subject.ts';

const ALLOCATORS = new Set([
  ...['malloc', 'calloc', 'realloc', 'reallocarray', 'aligned_alloc', 'strdup', 'strndup'],
]);

/** A function of the C project, and whether its callers in C can call Rust. */
export interface Linkable {
  readonly definition: Definition;
  /** The path in the crate; undefined for one without Rust. */
  readonly rust: string | undefined;
  /** Old and new did the same on all inputs. */
  readonly isProven: boolean;
  /** What they call; or why there is nothing to call. */
  readonly shim: (Shim & { readonly subject: ShimSubject }) | { readonly because: string };
}

/**
 * For each function of a scan, the shim by which C calls its Rust, or why there is none.
 * @param sources the folder of the C sources
 */
export function linkableFunctions(
  sources: string,
  scan: ScannedC,
  map: readonly MappedSymbol[],
  crate: RustCrate,
  writes: CWrites,
): Linkable[] {
  const definitions = [...definitionsOf(scan).values()];
  const variables = sharedVariables(scan, writes);
  const symbols = new Set<string>();
  return definitions.map((definition): Linkable => {
    const { function: f, unit, symbol: scanned } = definition;
    const mapped = map.find(({ c_name, c_file }) => c_name === f.name && c_file === f.range.file);
    const rust = mapped?.rust_symbol || undefined;
    const isProven = mapped?.evidence.kind === 'equal';
    const kept = (because: string): Linkable => ({ definition, rust, isProven, shim: { because } });
    if (mapped === undefined) return kept('it is not carried over yet');
    if (rust === undefined) return kept(`there is no Rust for it: ${mapped.skipped ?? 'left out'}`);
    if (mapped.evidence.kind === 'different') return kept('C and Rust differ');
    if (mapped.evidence.kind === 'not checked') {
      return kept(`it is not proven: ${mapped.evidence.because}`);
    }
    try {
      const target = crate.function(rust);
      if (target === undefined) return kept(`the crate has no function ${rust}`);
      const mapping = readMapping(JSON.stringify(mapped.mapping ?? {}));
      const texts = new CSources(sources, unit);
      const plan = makePlan(f, target, mapping, { unit, crate, sources: texts });
      const shared = plan.variables.params.map(({ name }) => name);
      const own = variables(scanned).find((name) => !shared.includes(name));
      if (own !== undefined) {
        return kept(`it needs ${own}, a variable that Rust does not share with the C`);
      }
      if (plan.outputs.some(({ c }) => c.destination.kind === 'errno')) {
        return kept('it tells its callers by errno, which Rust does not set');
      }
      const name = freeName(f.name, symbols);
      const reached = reachedFrom(f, scan.units);
      const allocates = reached.some(({ calls }) => calls.some((one) => ALLOCATORS.has(one)));
      const subject = { unit, function: f, rust: target, plan, mapping, allocates };
      const moved = writes.moved(
        reached.map((one) => ({ function: one, text: texts.textOf(one) })),
      );
      const abi = new CAbi(unit.records, 'C', moved);
      const code = shimFunction(subject, name, abi);
      symbols.add(name);
      return { definition, rust, isProven, shim: { symbol: name, code, abi, subject } };
    } catch (thrown) {
      if (thrown instanceof NotLinkable || thrown instanceof NotComparable)
        return kept(thrown.message);
      throw thrown;
    }
  });
}

/** Two files may each have a static function of one name. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let at = 1; ; at++) {
    const symbol = at === 1 ? `rustward_${name}` : `rustward_${name}_${at}`;
    if (!taken.has(symbol)) return symbol;
  }
}
