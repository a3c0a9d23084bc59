import { LIMITS } from '../../limits.ts';
import { joinTaints } from './taint.ts';
import { NONE_EXCLUDED, type RootFacts, sameValue, type Target } from './value.ts';
import type { Widen } from './widening.ts';

/**
 * The join of two facts in their lattice, used where two paths meet: the strongest that both imply.
 * Ranges and points-to sets grow, what was checked on one path only is lost. The top is TOP_FACTS.
 */
export function joinFacts(a: RootFacts, b: RootFacts): RootFacts {
  if (a === b) return a;
  return reuseIfSame(a, {
    lo: Math.min(a.lo, b.lo),
    hi: Math.max(a.hi, b.hi),
    mayBeNull: a.mayBeNull || b.mayBeNull,
    mayBeNonNull: a.mayBeNonNull || b.mayBeNonNull,
    nullOrigin: a.nullOrigin ?? b.nullOrigin,
    targets: joinTargets(a.targets, b.targets),
    taint: joinTaints(a.taint, b.taint),
    uninitialised: a.uninitialised === b.uninitialised ? a.uninitialised : 'maybe',
    distortion: a.distortion ?? b.distortion,
    excluded: joinExcluded(a, b),
    checkedAbove: a.checkedAbove && b.checkedAbove,
    checkedBelow: a.checkedBelow && b.checkedBelow,
    from: a.from === b.from ? a.from : '',
    lengthOf: joinTaints(a.lengthOf, b.lengthOf),
    releasedAt: a.releasedAt && b.releasedAt && a.releasedAt,
    assumed: a.assumed | b.assumed,
  });
}

/** The first where both are the same in every part: what maps share is not compared again. */
function reuseIfSame(a: RootFacts, b: RootFacts): RootFacts {
  const isSame =
    a.lo === b.lo &&
    a.hi === b.hi &&
    a.mayBeNull === b.mayBeNull &&
    a.mayBeNonNull === b.mayBeNonNull &&
    a.nullOrigin === b.nullOrigin &&
    a.targets === b.targets &&
    a.taint === b.taint &&
    a.uninitialised === b.uninitialised &&
    a.distortion === b.distortion &&
    a.excluded === b.excluded &&
    a.checkedAbove === b.checkedAbove &&
    a.checkedBelow === b.checkedBelow &&
    a.from === b.from &&
    a.lengthOf === b.lengthOf &&
    a.releasedAt === b.releasedAt &&
    a.assumed === b.assumed;
  return isSame ? a : b;
}

/** What holds of a cell that has one value or the other: one target kept for each object, the rest of the first. */
export function joinCellFacts(a: RootFacts, b: RootFacts): RootFacts {
  return {
    ...a,
    lo: Math.min(a.lo, b.lo),
    hi: Math.max(a.hi, b.hi),
    mayBeNull: a.mayBeNull || b.mayBeNull,
    mayBeNonNull: a.mayBeNonNull || b.mayBeNonNull,
    nullOrigin: a.nullOrigin ?? b.nullOrigin,
    targets: [
      ...a.targets,
      ...b.targets.filter((target) => !a.targets.some((known) => known.object === target.object)),
    ].slice(0, LIMITS.targets),
    taint: joinTaints(a.taint, b.taint),
    excluded: joinExcluded(a, b),
    checkedAbove: a.checkedAbove && b.checkedAbove,
    checkedBelow: a.checkedBelow && b.checkedBelow,
    lengthOf: joinTaints(a.lengthOf, b.lengthOf),
    releasedAt: a.releasedAt && b.releasedAt && a.releasedAt,
    assumed: a.assumed | b.assumed,
  };
}

/** The numbers that neither can be. */
function joinExcluded(a: RootFacts, b: RootFacts): readonly number[] {
  if (a.excluded === b.excluded || (a.excluded.length === 0 && b.excluded.length === 0))
    return a.excluded;
  const both = [
    ...a.excluded.filter((n) => n < b.lo || n > b.hi || b.excluded.includes(n)),
    ...b.excluded.filter((n) => n < a.lo || n > a.hi),
  ];
  if (both.length === 0) return NONE_EXCLUDED;
  const sorted = [...new Set(both)].sort((x, y) => x - y).slice(0, LIMITS.excluded);
  return sameNumbers(sorted, a.excluded) ? a.excluded : sorted;
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a === b || (a.length === b.length && a.every((n, index) => n === b[index]));
}

/** The targets of both, each once. */
function joinTargets(a: readonly Target[], b: readonly Target[]): readonly Target[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  const joined = [...a];
  for (const target of b) {
    if (
      joined.some(
        (known) => known.object === target.object && sameValue(known.offset, target.offset),
      )
    )
      continue;
    joined.push(target);
  }
  if (joined.length === a.length && a.length <= LIMITS.targets) return a;
  return joined.length > LIMITS.targets ? joined.slice(0, LIMITS.targets) : joined;
}

/** Whether two facts say the same, but for where it was learnt. */
export function sameFacts(a: RootFacts, b: RootFacts): boolean {
  return (
    a === b ||
    (a.lo === b.lo &&
      a.hi === b.hi &&
      a.mayBeNull === b.mayBeNull &&
      a.mayBeNonNull === b.mayBeNonNull &&
      a.uninitialised === b.uninitialised &&
      a.taint?.kind === b.taint?.kind &&
      a.lengthOf?.kind === b.lengthOf?.kind &&
      (a.distortion === undefined) === (b.distortion === undefined) &&
      (a.releasedAt === undefined) === (b.releasedAt === undefined) &&
      a.checkedAbove === b.checkedAbove &&
      a.checkedBelow === b.checkedBelow &&
      sameNumbers(a.excluded, b.excluded) &&
      a.targets.length === b.targets.length &&
      a.targets.every((target, index) => {
        const other = b.targets[index];
        return (
          other !== undefined &&
          target.object === other.object &&
          sameValue(target.offset, other.offset)
        );
      }))
  );
}

/** Widening: the join of two rounds, with the ends of a range that still grow moved outwards. */
export function widenFacts(before: RootFacts, now: RootFacts, widen: Widen): RootFacts {
  const lo = now.lo < before.lo ? widen(now.lo, false) : before.lo;
  const hi = now.hi > before.hi ? widen(now.hi, true) : before.hi;
  return reuseIfSame(before, { ...joinFacts(before, now), lo, hi, targets: now.targets });
}

/** The same with one more number that a value is not, as long as they are few. */
export function withExcluded(excluded: readonly number[], number: number): readonly number[] {
  if (excluded.length >= LIMITS.excluded || excluded.includes(number)) return excluded;
  return [...excluded, number].sort((a, b) => a - b);
}
