import type { LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import type { FunctionPair } from './function-pairs.ts';
import { onlyReports } from './only-reports.ts';
import { placeOfChange } from './place-of-change.ts';
import { possiblyReleasedUses, type ReleasedUse } from './released-uses.ts';
import type { UnitChange } from './unit-change.ts';

/**
 * Uses that a release has come to reach on some way, though base has the same release: base left the function behind it,
 * or gave the pointer another value, and head goes on to the use. Also a second release of what base released once.
 * Which ways can be taken is not asked: what base reaches as well says nothing of the change.
 */
export function reachedReleases(
  change: UnitChange,
  { base, head }: FunctionPair,
): readonly ReleasedUse[] {
  const now = possiblyReleasedUses(head);
  if (now.length === 0) return [];
  const known = new Set(possiblyReleasedUses(base).map(({ place }) => place));
  const found = new Map<string, ReleasedUse>();
  for (const each of now) {
    const { place, release, use, kind } = each;
    if (known.has(place) || found.has(place) || onlyReports(use)) continue;
    if (placeOfChange(change, release) === undefined) continue;
    const text = expressionText(release);
    const isNew = timesOf(text, head) > timesOf(text, base);
    if (timesOf(text, base) > 0 && (!isNew || kind === 'release')) found.set(place, each);
  }
  return [...found.values()];
}

function timesOf(text: string, { blocks }: LoweredFunction): number {
  return expressionsOf(blocks).filter(
    (expr) => expr.kind === 'call' && expressionText(expr) === text,
  ).length;
}
