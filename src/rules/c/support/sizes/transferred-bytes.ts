import type { Expr } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import { libraryModelOfCall } from '../../../../code/flow/calls/model-of-call.ts';
import { constant, linearSum, plus, type Value } from '../../../../code/flow/domain/value.ts';
import type { TransferEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts, Pointee } from '../../../../code/flow/interpreter/facts.ts';
import { hasUserModel } from '../../../../code/library-models/lookup.ts';
import { sameExpression } from '../expressions/same-expression.ts';
import { textRange } from '../expressions/text-range.ts';

/** The argument that holds the length. */
export function sizeExpression(event: TransferEvent): Expr | undefined {
  if (event.length !== undefined) return event.length;
  const model = libraryModelOfCall(event.call);
  const entries = event.write ? model?.writes : model?.reads;
  const size = entries?.find((entry) => entry.arg === event.arg)?.size;
  // Of a number of bytes that the function has from elsewhere no argument tells.
  if (size?.bytes !== undefined && hasUserModel(event.call.name)) return event.call.args[event.arg];
  const given = size?.arg === undefined ? size?.to : (size.times ?? size.arg);
  return given === undefined ? undefined : event.call.args[given];
}

/** `sizeof(p)` where p is one of the pointers that the same call works on. */
export function isSizeOfPointer(size: Expr, event: TransferEvent): boolean {
  const inner = withoutCasts(size);
  if (inner.kind !== 'sizeof' || inner.operand?.type.kind !== 'pointer') return false;
  const { operand } = inner;
  return event.call.args.some((arg) => sameExpression(withoutCasts(arg), operand));
}

/** What strncat leaves in use: the text that is there, what it adds, and a NUL. */
export function appendedBytes(
  { object }: Pointee,
  limit: Value,
  source: Expr | undefined,
  facts: Facts,
): Value {
  const added =
    source === undefined ? Number.POSITIVE_INFINITY : textRange(facts, facts.valueOf(source)).most;
  const most = added <= facts.range(limit).lo ? constant(added) : limit;
  const withNul = plus(most, 1);
  const before =
    object.length ??
    (Number.isFinite(object.maxLength) && object.terminated === 'yes'
      ? constant(object.maxLength)
      : undefined);
  return (before === undefined ? undefined : linearSum(before, withNul, 1)) ?? withNul;
}

/** Whether a stretch begins at a row of an array of arrays and is of whole rows, so that it is meant to reach into the next ones. */
export function isOfWholeRows(arg: Expr | undefined, length: Value, facts: Facts): boolean {
  const row = arg && withoutCasts(arg);
  if (row?.kind !== 'index' || row.type.kind !== 'array') return false;
  const size = facts.sizeOf(row.type);
  const divisor = facts.state.ids.divisorOf(length);
  if (size === undefined || divisor === 0 || divisor % size !== 0) return false;
  const rest = facts.range(length).lo + (constantOf(row.index) ?? 0) * size;
  return (
    rest <= (facts.sizeOf(row.base.type) ?? Number.POSITIVE_INFINITY) ||
    row.base.type.kind !== 'array'
  );
}
