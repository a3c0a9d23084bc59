import type { CFunctionSymbol } from '../artifacts/symbol.ts';
import type { ScannedC } from '../steps/c-definitions.ts';
import type { CWrites } from './c-writes.ts';

/** Streams of the process, which both sides have. */
const STREAMS = new Set(['stdin', 'stdout', 'stderr']);

/**
 * Tells for a function the variables of the C that it, or what it calls, mentions and that may change:
 * Rust has its own, if any. A variable without a write does not change.
 */
export function sharedVariables(
  { units, symbols }: ScannedC,
  writes: CWrites,
): (symbol: CFunctionSymbol) => string[] {
  const functions = new Map(
    symbols.flatMap((one) => (one.category === 'function' ? [[one.id, one] as const] : [])),
  );
  const globals = Map.groupBy(
    units.flatMap((unit) => unit.globals),
    ({ name }) => name,
  );
  const known = new Map<string, boolean>();
  const isConstant = (name: string): boolean => {
    const own = globals.get(name) ?? [];
    const found =
      known.get(name) ??
      (own.length > 0 && own.every((one) => one.isConst || !writes.isWritten(one)));
    known.set(name, found);
    return found;
  };
  return (symbol) => {
    const seen = new Set([symbol.id]);
    const pending = [symbol];
    const found = new Set<string>();
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      for (const name of at.ref.globals) {
        if (!STREAMS.has(name) && !isConstant(name)) found.add(name);
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
