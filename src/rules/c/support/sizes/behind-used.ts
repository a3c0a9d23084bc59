import type { CallExpr, Expr, MemberExpr } from '../../../../code/c/ir/ast.ts';
import { expressionsIn, expressionsOf } from '../../../../code/c/ir/walk.ts';
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
  if (given !== undefined && reportBehindField(call, given, length, facts, report)) return true;
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

/**
 * The same of a block that a record leads to, beside which it keeps how much of it is used and how much there is: `if (n >
 * b->room) …; memcpy(b->data + b->used, from, n)`, where nothing else in the function asks for `b->used`.
 */
function reportBehindField(
  call: CallExpr,
  given: Expr,
  length: Expr,
  facts: Facts,
  report: ReportHit,
): boolean {
  const { base, at } = sumIn(given);
  if (base?.kind !== 'member' || at?.kind !== 'member' || !isSameRecord(base, at)) return false;
  const known = facts.valueOf(at);
  if (known.root === 0 || facts.factsOf(known).checkedAbove || hasLearntTop(facts, known))
    return false;
  const all = expressionsOf(facts.function.blocks);
  const room = all
    .filter((part) => part.kind === 'binary' && /^[<>]=?$/.test(part.op))
    .map((test) => roomComparedIn(test, withoutCasts(length), at))
    .find((field) => field !== undefined);
  if (room === undefined) return false;
  // What is added to it behind the copy is no test of it.
  const own = all.filter(
    (part) =>
      part === call ||
      (part.kind === 'assign' && sameExpression(part.target, at)) ||
      (part.kind === 'incdec' && sameExpression(part.operand, at)),
  );
  const isAsked = all.some(
    (part) =>
      sameExpression(part, at) &&
      !own.some(({ start, end }) => start <= part.start && part.end <= end),
  );
  if (isAsked) return false;
  report(
    call,
    `\`${facts.text(length)}\` is compared with \`${facts.text(room)}\`, and ${call.name} writes behind the first \`${facts.text(at)}\` of \`${facts.text(base)}\``,
    { confidence: 0.6, event: 'shape', cwe: 787 },
  );
  return true;
}

/** The field of the same record, other than one, that a length is compared with. */
function roomComparedIn(test: Expr, length: Expr, at: MemberExpr): MemberExpr | undefined {
  if (test.kind !== 'binary') return undefined;
  const left = withoutCasts(test.left);
  const right = withoutCasts(test.right);
  const [compared, limit] = right.kind === 'member' ? [left, right] : [right, left];
  if (limit.kind !== 'member' || limit.name === at.name || !isSameRecord(limit, at))
    return undefined;
  return limit.type.kind === 'int' && sameExpression(compared, length) ? limit : undefined;
}

function isSameRecord(a: MemberExpr, b: MemberExpr): boolean {
  return a.arrow === b.arrow && sameExpression(a.base, b.base);
}

/** What `a + i` and `&a[i]` are made of. */
function sumIn(given: Expr): { readonly base?: Expr; readonly at?: Expr } {
  const bare = withoutCasts(given);
  const inner = bare.kind === 'address' ? withoutCasts(bare.operand) : bare;
  if (inner.kind === 'index')
    return { base: withoutCasts(inner.base), at: withoutCasts(inner.index) };
  if (inner.kind !== 'binary' || inner.op !== '+') return {};
  return { base: withoutCasts(inner.left), at: withoutCasts(inner.right) };
}

/** The array of bytes, and how far in it, that `a + i` and `&a[i]` lead to. */
function placeIn(given: Expr): { array: Expr; at: Expr } | undefined {
  const { base: array, at } = sumIn(given);
  if (array?.type.kind !== 'array' || at === undefined) return undefined;
  const { of } = array.type;
  return of.kind === 'int' && of.bits === 8 ? { array, at } : undefined;
}
