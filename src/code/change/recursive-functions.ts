import type { LoweredFunction } from '../c/ir/ast.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { reachable } from '../graph/reachability.ts';

/**
 * Whether a function may call itself: directly, through others of its file, or through a pointer that one
 * of them holds.
 */
export function isRecursive(unit: TranslationUnit, fn: LoweredFunction): boolean {
  const called = (caller: LoweredFunction): LoweredFunction[] =>
    expressionsOf(caller.blocks).flatMap((expr) => {
      if (expr.kind !== 'call') return [];
      const names = expr.name === '' ? (unit.indirectCalls.get(expr) ?? []) : [expr.name];
      return names.flatMap((name) => unit.functionsByName.get(name) ?? []);
    });
  return reachable(called(fn), called).some((other) => other === fn || other.name === fn.name);
}
