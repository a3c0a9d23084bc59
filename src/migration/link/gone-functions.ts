import type { MappedSymbol } from '../state/symbol-map.ts';
import type { ScannedC } from '../steps/c-definitions.ts';

/**
 * Migrated functions that were taken out of the C, and that C still calls: it does so in bodies whose place the Rust
 * takes, and cannot be built without. The text tells, so that git alone brings them back.
 */
export function goneFunctions(
  { symbols, units }: ScannedC,
  map: readonly MappedSymbol[],
): Set<string> {
  const defined = new Set(symbols.map(({ name }) => name));
  const called = new Set(units.flatMap(({ functions }) => functions.flatMap(({ calls }) => calls)));
  const equal = map.filter(({ evidence }) => evidence.kind === 'equal');
  const names = equal.map(({ c_name }) => c_name);
  return new Set(names.filter((name) => !defined.has(name) && called.has(name)));
}
