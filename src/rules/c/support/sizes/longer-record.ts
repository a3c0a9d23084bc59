import type { Expr } from '../../../../code/c/ir/ast.ts';
import { standsForLonger } from '../../../../code/c/ir/system-records.ts';
import { pointee } from '../../../../code/c/ir/types.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TransferEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts, Pointee } from '../../../../code/flow/interpreter/facts.ts';
import { areRelated } from './record-layout.ts';

/** Whether a call writes as much as one record has to a place of another, shorter one that has nothing to do with it. */
export function isOfLongerRecord(
  { call, arg }: TransferEvent,
  size: Expr,
  { offset }: Pointee,
  facts: Facts,
): boolean {
  const inner = withoutCasts(size);
  const given = call.args[arg];
  if (inner.kind !== 'sizeof' || inner.of.kind !== 'record' || given === undefined) return false;
  const place = withoutCasts(given);
  const to = pointee(place.type);
  if (to?.kind !== 'record' || standsForLonger(to.name) || offset.root !== 0 || offset.add !== 0)
    return false;
  // Of an element of an array, what lies behind it may be meant.
  if (place.kind === 'address' && place.operand.kind === 'index') return false;
  const room = facts.sizeOf(to);
  const last = facts.unit.symbols.record(to.name)?.fields.at(-1)?.type;
  if (room === undefined || inner.size === undefined || inner.size <= room) return false;
  const isOpen = last?.kind === 'array' && (last.length ?? 0) <= 1;
  return !isOpen && !areRelated(to, inner.of, facts.unit.symbols);
}
