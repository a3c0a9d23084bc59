import type { Expr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import type { Spot } from './place.ts';
import { strongerTaint, type Value } from './value.ts';

/** A character stored into text may end it, or be any character. */
export function settleText(
  machine: Machine,
  spot: Spot | undefined,
  target: Expr,
  value: Value,
): void {
  if (spot === undefined || target.kind === 'name' || target.kind === 'member') return;
  const object = machine.state.object(spot.object);
  if (object === undefined) return;
  if (value.root === 0 && value.add === 0) {
    // Text that starts at the beginning ends here at the latest.
    const at = spot.path === '' ? '0' : /^\[(\d+)\]$/.exec(spot.path)?.[1];
    const limit = at === undefined ? Number.POSITIVE_INFINITY : Number(at);
    machine.state.setObject({
      ...object,
      terminated: 'yes',
      maxLength: Math.min(object.maxLength, limit),
      length: undefined,
      initial: object.initial === 'uninitialised' ? 'unknown' : object.initial,
    });
  } else {
    const taint = machine.taint(value);
    machine.state.setObject({
      ...object,
      taint: strongerTaint(object.taint, taint),
      text: undefined,
      length: undefined,
      initial: object.initial === 'uninitialised' ? 'unknown' : object.initial,
      maxLength: object.terminated === 'yes' ? object.maxLength : Number.POSITIVE_INFINITY,
    });
  }
}
