import type { FunctionShim } from './function-shim.ts';

/** A shim, and the function whose place it takes. */
export interface LinkCandidate {
  readonly id: string;
  readonly shim: FunctionShim;
}

/** Those without a reason against them, where all that take the same objects are among them. */
export function dropSplitGroups(
  all: readonly LinkCandidate[],
  reasons: Map<string, string>,
): LinkCandidate[] {
  for (const { id, shim } of all) {
    if (shim.object === undefined || !reasons.has(id)) continue;
    for (const other of all) {
      if (other.shim.object !== shim.object || reasons.has(other.id)) continue;
      reasons.set(other.id, `${id} takes the same objects, and stays C`);
    }
  }
  return all.filter(({ id }) => !reasons.has(id));
}
