import type { Expr } from '../../c/ir/ast.ts';
import { joinTaints } from '../domain/taint.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { AbstractLocation } from './lvalue.ts';

/** A character stored into text may end it, or be any character. */
export function updateText(
  interpreter: Interpreter,
  location: AbstractLocation | undefined,
  target: Expr,
  value: Value,
): void {
  if (location === undefined || target.kind === 'name' || target.kind === 'member') return;
  const object = interpreter.state.object(location.object);
  if (object === undefined) return;
  if (value.root === 0 && value.add === 0) {
    // Text that starts at the beginning ends here at the latest.
    const at = location.path === '' ? '0' : /^\[(\d+)\]$/.exec(location.path)?.[1];
    const limit = at === undefined ? Number.POSITIVE_INFINITY : Number(at);
    interpreter.state.setObject({
      ...object,
      terminated: 'yes',
      maxLength: Math.min(object.maxLength, limit),
      length: undefined,
      tail: undefined,
      initial: object.initial === 'uninitialised' ? 'unknown' : object.initial,
    });
  } else {
    const taint = interpreter.taint(value);
    interpreter.state.setObject({
      ...object,
      taint: joinTaints(object.taint, taint),
      text: undefined,
      length: undefined,
      tail: undefined,
      initial: object.initial === 'uninitialised' ? 'unknown' : object.initial,
      maxLength: object.terminated === 'yes' ? object.maxLength : Number.POSITIVE_INFINITY,
    });
  }
}
