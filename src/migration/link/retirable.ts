import type { CFunctionSymbol } from '../artifacts/symbol.ts';

/**
 * Functions that no C calls any more: each is called, and all who call it (or take its address) are
 * functions that Rust stands in for. Functions that only call each other count as not called.
 * @param equalIds ids of functions whose Rust was compared as equal
 * @param linked ids of those that have a shim
 */
export function retirableFunctions(
  functions: readonly CFunctionSymbol[],
  equalIds: ReadonlySet<string>,
  linked: ReadonlySet<string>,
): Set<string> {
  const callers = new Map<string, string[]>();
  for (const { id, calls, may_call } of functions) {
    for (const callee of new Set([...calls, ...may_call])) {
      if (callee !== id) callers.set(callee, [...(callers.get(callee) ?? []), id]);
    }
  }
  const retired = new Set<string>();
  const stays = (id: string) => !linked.has(id) && !retired.has(id);
  // A round more may free the callees of those that the last one found.
  for (let before = -1; before < retired.size; ) {
    before = retired.size;
    for (const { id } of functions) {
      const own = callers.get(id) ?? [];
      if (!equalIds.has(id) || own.length === 0 || own.some(stays)) continue;
      if (isReachedFromOthers(id, callers)) retired.add(id);
    }
  }
  return retired;
}

/** Whether a function calls it that is not itself reached through it alone. */
function isReachedFromOthers(id: string, callers: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set([id]);
  const pending = [id];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const own = callers.get(at) ?? [];
    if (at !== id && own.length === 0) return true;
    for (const caller of own) {
      if (seen.has(caller)) continue;
      seen.add(caller);
      pending.push(caller);
    }
  }
  return false;
}
