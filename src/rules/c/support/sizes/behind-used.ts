import type { Expr } from '../../../../code/c/ir/ast.ts';
import { expressionsIn } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { TransferEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import type { ReportHit } from '../../c-rule.ts';
import { sameExpression } from '../expressions/same-expression.ts';
import { hasLearntTop } from './extent.ts';

/**
 * A write behind what an array holds already, whose length was compared with the whole array: `if (n > sizeof a) …;
 * memcpy(a + used, from, n)`. Nothing limits where it begins.
 */
export function reportBehindUsed(
  { call, arg }: TransferEvent,
  length: Expr,
  size: Value,
  facts: Facts,
  report: ReportHit,
): boolean {
  const given = call.args[arg];
  const place = given && placeIn(given);
  if (place === undefined || size.root === 0) return false;
  const whole = facts.sizeOf(place.array.type);
  const at = facts.valueOf(place.at);
  const { hi } = facts.range(size);
  if (whole === undefined || at.root === 0 || at.root === size.root) return false;
  if ((hi !== whole && hi !== whole - 1) || !hasLearntTop(facts, size)) return false;
  // A test of the sum of the two, or of the place by itself, is one of the place as well.
  const isTested = facts.function.blocks.some(
    ({ end }) =>
      end.kind === 'branch' &&
      expressionsIn(end.condition).some((part) => sameExpression(part, withoutCasts(place.at))),
  );
  if (isTested) return false;
  const known = facts.factsOf(at);
  if (known.checkedAbove || hasLearntTop(facts, at)) return false;
  if (facts.state.comparedDifference(at.root, size.root) < Number.POSITIVE_INFINITY) return false;
  report(
    call,
    `\`${facts.text(length)}\` is compared with all ${whole} bytes of \`${facts.text(place.array)}\`, and ${call.name} writes behind the first \`${facts.text(place.at)}\` of them`,
    { confidence: 0.65, event: 'shape', cwe: 787 },
  );
  return true;
}

/** The array of bytes, and how far in it, that `a + i` and `&a[i]` lead to. */
function placeIn(given: Expr): { array: Expr; at: Expr } | undefined {
  const bare = withoutCasts(given);
  const inner = bare.kind === 'address' ? withoutCasts(bare.operand) : bare;
  const [base, at] =
    inner.kind === 'index'
      ? [inner.base, inner.index]
      : inner.kind === 'binary' && inner.op === '+'
        ? [inner.left, inner.right]
        : [];
  const array = base && withoutCasts(base);
  if (array?.type.kind !== 'array' || at === undefined) return undefined;
  const { of } = array.type;
  return of.kind === 'int' && of.bits === 8 ? { array, at } : undefined;
}
