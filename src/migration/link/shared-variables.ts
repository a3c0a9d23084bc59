import type { FunctionSymbol } from '../artifacts/symbol.ts';
import type { ScannedC } from '../sources.ts';

/** Streams of the process, which both sides have. */
const STREAMS = new Set(['stdin', 'stdout', 'stderr']);

/**
 * Tells for a function the variables of the C that it, or what it calls, mentions and that may change:
 * Rust has its own, if any.
 */
export function sharedVariables({
  units,
  symbols,
}: ScannedC): (symbol: FunctionSymbol) => string[] {
  const functions = new Map(
    symbols.flatMap((one) => (one.category === 'function' ? [[one.id, one] as const] : [])),
  );
  const constant = new Set(
    units.flatMap(({ globals }) =>
      globals.filter(({ isConst }) => isConst).map(({ name }) => name),
    ),
  );
  const changing = new Set(
    units.flatMap(({ globals }) =>
      globals.filter(({ isConst }) => !isConst).map(({ name }) => name),
    ),
  );
  return (symbol) => {
    const seen = new Set([symbol.id]);
    const pending = [symbol];
    const found = new Set<string>();
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      for (const name of at.ref.globals) {
        const isKnown = constant.has(name) || STREAMS.has(name);
        if (changing.has(name) || !isKnown) found.add(name);
      }
      for (const id of [...at.calls, ...at.may_call]) {
        const callee = functions.get(id);
        if (callee === undefined || seen.has(id)) continue;
        seen.add(id);
        pending.push(callee);
      }
    }
    return [...found].sort();
  };
}
