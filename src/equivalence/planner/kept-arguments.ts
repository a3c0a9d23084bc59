import { NotComparable } from '../not-comparable.ts';
import type { RustArgument } from '../plan/comparison-plan.ts';
import { objectPathIn } from '../rust-api/object-type.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';
import type { RustApiFunction } from '../rust-api/rust-type.ts';

/**
 * Arguments that an object borrows which a function makes: they outlive the call.
 * @throws NotComparable where the object may write to them, since nothing would show what it writes
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
    const { type, pair, from } = argument;
    if (type.kind !== 'reference' || pair?.kind !== 'list') return argument;
    if (!type.mutable) return { ...argument, isKept: true };
    throw new NotComparable(
      `what ${path} makes may write to ${from} for as long as it lives, which calls alone do not show`,
    );
  });
}
