import type { Value } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/** What a number is made of: a constant, and roots with how often each counts. */
interface Form {
  readonly terms: ReadonlyMap<number, number>;
  readonly add: number;
}

/** How far sums of sums are looked into. */
const MAX_DEPTH = 5;

/**
 * By how much the end of a stretch of bytes passes the end of its block, where that is no more than lengths that nothing
 * limits: `first` and `second` bytes in a block of `first + 1`. Undefined where the two may go together.
 * @returns `always` where the block itself was made so, `on some paths` where its size is one of several
 */
export function unlimitedExcess(
  facts: Facts,
  offset: Value,
  length: Value,
  size: Value,
): 'always' | 'on some paths' | undefined {
  const end = add(formOf(facts, offset, 0), formOf(facts, length, 0), 1);
  if (isUnlimited(facts, add(end, formOf(facts, size, 0), -1), size)) return 'always';
  const choices = size.root === 0 || size.scale !== 1 ? [] : choicesOf(facts, size);
  const isOver = choices.some((one) =>
    isUnlimited(facts, add(end, formOf(facts, one, 0), -1), one),
  );
  return isOver ? 'on some paths' : undefined;
}

/** The most by which the end of a stretch of bytes passes the end of its block, by how the three were computed. */
export function greatestExcess(facts: Facts, offset: Value, length: Value, size: Value): number {
  const end = add(formOf(facts, offset, 0), formOf(facts, length, 0), 1);
  const { terms, add: constant } = add(end, formOf(facts, size, 0), -1);
  let most = constant;
  for (const [root, count] of terms) {
    const { lo, hi } = facts.state.facts(root);
    most += count * (count > 0 ? hi : lo);
  }
  return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most;
}

/** The values that a size is one of, which a constant may have been added to since. */
function choicesOf({ state: { ids } }: Facts, size: Value): readonly Value[] {
  const sum = ids.origins.sumOf(size.root);
  const moved = sum?.right.root === 0 ? sum.left : undefined;
  const root = moved?.scale === 1 ? moved.root : size.root;
  const by =
    size.add + (moved === undefined ? 0 : moved.add + (sum?.sign ?? 1) * (sum?.right.add ?? 0));
  return ids.origins
    .choicesOf(root)
    .filter((one) => one.root !== 0)
    .map((one) => ({ ...one, add: one.add + by }));
}

/** Whether what is left is lengths that nothing limits, so that each of them may be too great by itself. */
function isUnlimited(facts: Facts, { terms, add: least }: Form, size: Value): boolean {
  if (terms.size === 0) return false;
  let lowest = least;
  for (const [root, count] of terms) {
    if (count <= 0) return false;
    const known = facts.state.facts(root);
    if (known.checkedAbove || known.hi < MANY || known.lo < 0) return false;
    // What was compared with the size, or the other way round, goes together with it.
    if (
      size.root !== 0 &&
      facts.state.comparedDifference(root, size.root) < Number.POSITIVE_INFINITY
    )
      return false;
    lowest += count * MANY;
  }
  return lowest > 0;
}

/** A length that may be so great has no limit that the code itself sets. */
const MANY = 65536;

/** A number as a sum, so far as it is known how it was computed. */
function formOf(facts: Facts, value: Value, depth: number): Form {
  if (value.root === 0) return { terms: new Map(), add: value.add };
  const sum = depth < MAX_DEPTH ? facts.state.ids.origins.sumOf(value.root) : undefined;
  if (sum === undefined) return { terms: new Map([[value.root, value.scale]]), add: value.add };
  const whole = add(
    formOf(facts, sum.left, depth + 1),
    formOf(facts, sum.right, depth + 1),
    sum.sign,
  );
  return add({ terms: new Map(), add: value.add }, whole, value.scale);
}

function add(a: Form, b: Form, times: number): Form {
  const terms = new Map(a.terms);
  for (const [root, count] of b.terms) {
    const total = (terms.get(root) ?? 0) + times * count;
    if (total === 0) terms.delete(root);
    else terms.set(root, total);
  }
  return { terms, add: a.add + times * b.add };
}
