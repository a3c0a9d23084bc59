import type { LoweredFunction } from '../c/ir/ast.ts';
import type { TranslationUnit } from '../c/unit.ts';

/** A function in both versions of a file. */
export interface FunctionPair {
  readonly base: LoweredFunction;
  readonly head: LoweredFunction;
}

/** So much of the lines of the smaller function must be in the other for one to be the other renamed. */
const MIN_SHARED = 0.6;
const MIN_LINES = 4;

/**
 * The functions of head with what they were in base: by their names, the n-th of a name with the
 * n-th; and what was renamed by the lines that both have.
 */
export function functionPairs(
  base: TranslationUnit,
  head: TranslationUnit,
): readonly FunctionPair[] {
  const named = byName(base.functions);
  const pairs: FunctionPair[] = [];
  const added: LoweredFunction[] = [];
  for (const [name, functions] of byName(head.functions)) {
    const before = named.get(name) ?? [];
    functions.forEach((fn, index) => {
      const other = before[index];
      if (other === undefined) added.push(fn);
      else pairs.push({ base: other, head: fn });
    });
  }
  const paired = new Set(pairs.map((pair) => pair.base));
  const removed = base.functions.filter((fn) => !paired.has(fn));
  for (const fn of added) {
    const lines = linesOf(head, fn);
    const ranked = removed
      .filter((other) => !paired.has(other))
      .map((other) => ({ other, shared: sharedPart(lines, linesOf(base, other)) }))
      .sort((a, b) => b.shared - a.shared);
    const best = ranked[0];
    if (best === undefined || best.shared < MIN_SHARED) continue;
    paired.add(best.other);
    pairs.push({ base: best.other, head: fn });
  }
  return pairs.sort((a, b) => a.head.start - b.head.start);
}

function byName(functions: readonly LoweredFunction[]): Map<string, LoweredFunction[]> {
  const all = new Map<string, LoweredFunction[]>();
  for (const fn of functions) {
    const same = all.get(fn.qualifiedName);
    if (same === undefined) all.set(fn.qualifiedName, [fn]);
    else same.push(fn);
  }
  return all;
}

/** The lines of a body, trimmed, without those that any function has. */
function linesOf(unit: TranslationUnit, fn: LoweredFunction): ReadonlySet<string> {
  const lines = unit.tree.textOf(fn).split('\n').slice(1);
  return new Set(lines.map((line) => line.trim()).filter((line) => line.length > 3));
}

function sharedPart(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size);
  return smaller < MIN_LINES ? 0 : a.intersection(b).size / smaller;
}
