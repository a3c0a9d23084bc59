import type { ClangFunction, ClangUnit } from '../../code/clang/unit.ts';

/** A function and all functions of the project that it calls, by name, and those call. */
export function reachableFunctions(
  f: ClangFunction,
  units: readonly ClangUnit[],
): readonly ClangFunction[] {
  const reached = new Map([[f.name, f]]);
  for (const each of reached.values()) {
    for (const name of each.calls) {
      if (reached.has(name)) continue;
      const found = units
        .flatMap(({ functions }) => functions)
        .find((other) => other.name === name);
      if (found !== undefined) reached.set(name, found);
    }
  }
  return [...reached.values()];
}
