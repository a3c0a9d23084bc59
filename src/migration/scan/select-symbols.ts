import { didYouMean } from '../../did-you-mean.ts';
import { UsageError } from '../../errors.ts';
import type { CSymbol } from '../artifacts/symbol.ts';
import { MigrationOrder } from './migration-order.ts';

/**
 * The functions that some names mean with all that they need, functions and types, in the order of
 * the symbols; all symbols when no name is given. `FILE:NAME` means that of one file alone.
 * @throws UsageError naming the first root that no function has
 */
export function selectSymbols(
  symbols: readonly CSymbol[],
  rootNames: readonly string[],
): readonly CSymbol[] {
  if (rootNames.length === 0) return symbols;
  const order = new MigrationOrder(symbols);
  const roots = rootNames.flatMap((name) => {
    const found = order.functions.filter(
      (symbol) => symbol.name === name || `${symbol.file}:${symbol.name}` === name,
    );
    if (found.length > 0) return found.map(({ id }) => id);
    const names = order.functions.map((symbol) => symbol.name);
    const close = didYouMean(name, names);
    const advice = close === undefined ? '' : `; did you mean ${close}?`;
    throw new UsageError(`no function of the sources is named ${name}, a root${advice}`);
  });
  const kept = new Set<CSymbol>(order.reachable(roots));
  const types = Map.groupBy(
    symbols.filter(({ category }) => category === 'type'),
    ({ name }) => withoutTag(name),
  );
  for (const symbol of kept) {
    for (const name of symbol.ref.types) {
      for (const type of types.get(withoutTag(name)) ?? []) kept.add(type);
    }
  }
  return symbols.filter((symbol) => kept.has(symbol));
}

/** clang prints `struct Buf` for a struct that only a typedef names, too. */
function withoutTag(name: string): string {
  return name.replace(/^(struct|union|enum) (?!at )/, '');
}
