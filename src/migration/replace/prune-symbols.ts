import type { CFunctionSymbol, CSymbol, LibReplacement } from '../artifacts/symbol.ts';
import { MigrationOrder } from '../scan/migration-order.ts';

/** A function that a library serves. */
export interface LibraryReplacement {
  readonly id: string;
  readonly by: LibReplacement;
}

/** What is left to migrate, and what went. */
export interface PrunedSymbols {
  readonly symbols: readonly CSymbol[];
  /** Functions that are gone, by id, with the replaced function that alone needed them. */
  readonly gone: ReadonlyMap<string, string>;
}

/**
 * Replaces functions by libraries, one after the other. A replaced function stays, and needs nothing
 * of the project any more; what it alone needed goes. Types stay, all of them. A replacement of what
 * is gone by then counts for nothing.
 * @param kept names of functions that stay whatever becomes of their callers: the roots of the config
 */
export function pruneSymbols(
  symbols: readonly CSymbol[],
  replacements: readonly LibraryReplacement[],
  kept: readonly string[],
): PrunedSymbols {
  let left = symbols;
  const gone = new Map<string, string>();
  for (const { id, by } of replacements) {
    const order = new MigrationOrder(left);
    if (!order.functions.some((one) => one.id === id)) continue;
    const below = new Set(order.reachable([id]).map((one) => one.id));
    const backed = left.map((one) =>
      one.id === id && one.category === 'function' ? backedByLibrary(one, by) : one,
    );
    const starts = order.functions.filter(
      (one) => one.id === id || !below.has(one.id) || kept.includes(one.name),
    );
    const needed = new MigrationOrder(backed).reachable(starts.map((one) => one.id));
    const stays = new Set(needed.map((one) => one.id));
    for (const one of order.functions) if (!stays.has(one.id)) gone.set(one.id, id);
    left = backed.filter((one) => one.category === 'type' || stays.has(one.id));
  }
  return { symbols: left, gone };
}

/** Types stay among what it names: its signature has them. */
function backedByLibrary(symbol: CFunctionSymbol, by: LibReplacement): CFunctionSymbol {
  const ref = {
    ...{ functions: by.libraries.map((library) => `lib::${library}`), address_taken: [] },
    ...{ types: symbol.ref.types, globals: [], macros: [], unresolved_calls: false },
  };
  return { ...symbol, ref, calls: [], may_call: [], lib_replacement: by };
}
