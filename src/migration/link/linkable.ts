import { NotComparable } from '../../equivalence/not-comparable.ts';
import { parseMapping } from '../../equivalence/pairing/mapping.ts';
import { reachableFunctions } from '../../equivalence/pairing/reachable-functions.ts';
import { CSources } from '../../equivalence/planner/c-sources.ts';
import { planComparison } from '../../equivalence/planner/plan-comparison.ts';
import { objectPathOf } from '../../equivalence/rust-api/object-type.ts';
import type { RustCrate } from '../../equivalence/rust-api/rust-crate.ts';
import type { MappedSymbol } from '../state/symbol-map.ts';
import { type CDefinition, cDefinitionsOf, type ScannedC } from '../steps/c-definitions.ts';
import type { CWrites } from './c-writes.ts';
import { type Linkable, unusedSymbol } from './function-shim.ts';
import { linkObjects } from './link-objects.ts';
import { sharedVariables } from './shared-variables.ts';
import { CAbi } from './shim/c-abi.ts';
import { NotLinkable } from './shim/not-linkable.ts';
import { shimFunction } from './shim/shim-function.ts';

const ALLOCATORS = new Set([
  ...['malloc', 'calloc', 'realloc', 'reallocarray', 'aligned_alloc', 'strdup', 'strndup'],
]);

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
  const variables = sharedVariables(scan, writes);
  const symbols = new Set<string>();
  const shimOf = (definition: CDefinition, object: string | undefined): Linkable => {
    const { function: f, unit, symbol: scanned } = definition;
    const mapped = map.find(({ c_name, c_file }) => c_name === f.name && c_file === f.range.file);
    const rust = mapped?.rust_symbol || undefined;
    const isEqual = mapped?.evidence.kind === 'equal';
    const keepC = (because: string): Linkable => ({ definition, rust, isEqual, shim: { because } });
    if (f.name === 'main') return keepC('the C program begins in it');
    if (mapped === undefined) return keepC('it is not migrated yet');
    if (rust === undefined)
      return keepC(`there is no Rust for it: ${mapped.skipped ?? 'left out'}`);
    if (mapped.evidence.kind === 'different') return keepC('C and Rust differ');
    if (mapped.evidence.kind === 'not checked') {
      return keepC(`it was not compared with the C: ${mapped.evidence.because}`);
    }
    try {
      const target = crate.function(rust);
      if (target === undefined) return keepC(`the crate has no function ${rust}`);
      const mapping = parseMapping(JSON.stringify(mapped.mapping ?? {}));
      const texts = new CSources(sources, unit);
      const context = { unit, crate, sources: texts, handle: object };
      const plan = planComparison(f, target, mapping, context);
      if (plan.readsStdin) {
        return keepC(
          'it reads from the standard input, which C and Rust read ahead each for itself',
        );
      }
      if (plan.rust.some(({ isWatched }) => isWatched === true)) {
        return keepC(
          'what it makes writes to memory of its caller, for which there are no shims yet',
        );
      }
      const shared = plan.variables.params.map(({ name }) => name);
      const own = variables(scanned).find((name) => !shared.includes(name));
      if (own !== undefined) {
        return keepC(`it needs ${own}, a variable that Rust does not share with the C`);
      }
      if (plan.outputs.some(({ c }) => c.destination.kind === 'errno')) {
        return keepC('it tells its callers by errno, which Rust does not set');
      }
      if (plan.outputs.some(({ c }) => c.destination.kind === 'failure')) {
        return keepC('its callers tell errors apart by codes that the Rust error has not');
      }
      const name = unusedSymbol(f.name, symbols);
      const reached = reachableFunctions(f, scan.units);
      const allocates = reached.some(({ calls }) => calls.some((one) => ALLOCATORS.has(one)));
      const viewed = { ...f, params: plan.function.params.slice(0, f.params.length) };
      const subject = { unit, function: viewed, rust: target, plan, mapping, allocates, object };
      const moved = writes.pointerFieldsMoved(
        reached.map((one) => ({ function: one, text: texts.textOf(one) })),
      );
      const abi = new CAbi(unit.records, 'C', moved);
      const code = shimFunction(subject, name, abi);
      symbols.add(name);
      const shim = { symbol: name, code, abi, subject, variables: plan.variables.params };
      return {
        ...{ definition, rust, isEqual },
        shim: object === undefined ? shim : { ...shim, object },
      };
    } catch (thrown) {
      if (thrown instanceof NotLinkable || thrown instanceof NotComparable)
        return keepC(thrown.message);
      throw thrown;
    }
  };
  const plain = [...cDefinitionsOf(scan).values()].map((one) => shimOf(one, undefined));
  const objects = plain.flatMap(({ rust, isEqual, shim }) => {
    const target = isEqual && 'because' in shim && rust ? crate.function(rust) : undefined;
    return (target && objectPathOf(target, crate)) ?? [];
  });
  return [...new Set(objects)].reduce<Linkable[]>((all, object) => {
    return linkObjects(object, all, { sources, crate, writes, symbols, shimOf });
  }, plain);
}
