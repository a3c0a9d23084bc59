import type { CallExpr } from '../../../../code/c/ir/ast.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';

/**
 * The first `FD_SET` of each function for a descriptor that a record keeps or a loop goes through, in files that do not
 * know `FD_SETSIZE`: how many descriptors a server has open is up to those who connect.
 */
export function openDescriptorSets(unit: TranslationUnit): readonly CallExpr[] {
  if (/\b(?:FD_SETSIZE|RLIMIT_NOFILE)\b/.test(unit.tree.text)) return [];
  return unit.functions.flatMap((fn) => {
    const sets = expressionsOf(fn.blocks).filter(
      (expr) =>
        expr.kind === 'call' &&
        expr.name === 'FD_SET' &&
        fn.loops.some((loop) => loop.start <= expr.start && expr.end <= loop.end),
    );
    const kept = sets.find((call) => call.kind === 'call' && isKept(call));
    return kept?.kind === 'call' ? [kept] : [];
  });
}

/** Whether a descriptor is one of many: a field, or an element of an array. */
function isKept({ args: [descriptor] }: CallExpr): boolean {
  if (descriptor === undefined) return false;
  const { kind } = withoutCasts(descriptor);
  return kind === 'member' || kind === 'index';
}
