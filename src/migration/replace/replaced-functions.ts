import type { CSymbol } from '../artifacts/symbol.ts';
import { pruneSymbols } from './prune-symbols.ts';

/**
 * Functions that need no Rust of their own since a library serves them, or what alone needed them: by
 * id, with what serves them.
 * @param left what is left of the symbols; undefined where nothing is replaced
 */
export function replacedFunctions(
  symbols: readonly CSymbol[],
  left: readonly CSymbol[] | undefined,
): ReadonlyMap<string, string> {
  const replaced = (left ?? []).flatMap((one) => {
    const by = one.category === 'function' ? one.lib_replacement : undefined;
    return by === undefined ? [] : [{ id: one.id, by }];
  });
  const names = new Map(symbols.map(({ id, name }) => [id, name]));
  const stays = new Set((left ?? symbols).map(({ id }) => id));
  const { gone } = pruneSymbols(symbols, replaced, []);
  return new Map([
    ...replaced.map(({ id, by }) => {
      const crates = by.crates.map(({ name, version }) => `${name} ${version}`);
      return [id, crates.join(', ') || by.library] as const;
    }),
    ...[...gone]
      .filter(([id]) => !stays.has(id))
      .map(([id, root]) => [id, `with ${names.get(root) ?? root}`] as const),
  ]);
}
