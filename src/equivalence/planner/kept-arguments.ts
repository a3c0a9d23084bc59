import { NotComparable } from '../not-comparable.ts';
import type { RustArgument } from '../plan/comparison-plan.ts';
import { objectPathIn } from '../rust-api/object-type.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';
import type { RustApiFunction } from '../rust-api/rust-type.ts';

/**
 * Arguments that an object borrows which a function makes: they outlive the call, and what it may write to is looked at
 * after each.
 * @throws NotComparable where it may write to what is no slice
 */
export function keptArguments(
  all: readonly RustArgument[],
  { path, returns }: RustApiFunction,
  crate: RustCrate,
): readonly RustArgument[] {
  const object = crate.item(objectPathIn(returns) ?? '');
  const isBorrowing =
    object?.kind === 'struct' && object.generics.some((g) => g.kind === 'lifetime');
  if (!isBorrowing) return all;
  return all.map((argument) => {
    const { type, pair } = argument;
    if (type.kind !== 'reference' || pair?.kind !== 'list') return argument;
    if (!type.mutable) return { ...argument, isKept: true };
    if (type.to.kind === 'slice') return { ...argument, isKept: true, isWatched: true };
    throw new NotComparable(
      `what ${path} makes may write to ${argument.from} for as long as it lives: it has to be a slice for that to be seen`,
    );
  });
}
