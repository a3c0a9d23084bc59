import { indexOfLastRound } from '../../c/cfg/last-round.ts';
import type { CallExpr, Expr } from '../../c/ir/ast.ts';
import { constantOf } from '../../c/ir/constants.ts';
import type { EntryConditions } from '../domain/entry-condition.ts';
import type { AccessExtent } from '../domain/function-summary.ts';
import { constant, plus, rootValue, times, type Value } from '../domain/value.ts';
import { entryConditions } from '../interpreter/entry-conditions.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { withExtent } from './extent-list.ts';

/** Notes that an expression of this function touches so many bytes behind one of its parameters. */
export function recordAccessExtent(
  interpreter: Interpreter,
  expr: Expr,
  pointer: Value,
  bytes: Value,
  write: boolean,
  certain = true,
  when: EntryConditions = entryConditions(interpreter),
): void {
  if (!interpreter.parameterRoots.has(pointer.root) || pointer.scale !== 1) return;
  const parameter = bytes.root === 0 ? -1 : interpreter.parameterRoots.get(bytes.root);
  if (parameter === undefined || bytes.scale < 0) return;
  const add = bytes.add + pointer.add;
  const known = interpreter.accessExtents.get(pointer.root) ?? [];
  const extent: AccessExtent = {
    parameter,
    scale: bytes.scale,
    add,
    write,
    certain: certain && interpreter.isToldOnEntry(expr),
    // That it looks through the pointer itself is no condition.
    when: when.filter((one) => one.parameter !== interpreter.parameterRoots.get(pointer.root)),
  };
  interpreter.accessExtents.set(pointer.root, withExtent(known, extent));
}

/**
 * An index below a parameter, as in a loop up to a length, reaches as far as the parameter says; one that counts to a number, as
 * far as that.
 * @param counter the expression of the index
 */
export function recordIndexExtent(
  interpreter: Interpreter,
  expr: Expr,
  pointer: Value,
  counter: Expr | undefined,
  index: Value,
  size: number,
  write: boolean,
): void {
  if (!interpreter.parameterRoots.has(pointer.root)) return;
  if (index.root === 0 || interpreter.parameterRoots.has(index.root)) {
    recordAccessExtent(interpreter, expr, pointer, plus(times(index, size), size), write);
    return;
  }
  const { hi } = interpreter.range(index);
  const last =
    counter === undefined || !interpreter.isLooping || !Number.isFinite(hi)
      ? undefined
      : indexOfLastRound(interpreter.function, expr, counter, hi, constantOf);
  if (last !== undefined) {
    recordAccessExtent(interpreter, expr, pointer, constant((last + 1) * size), write);
    return;
  }
  if (!interpreter.isLooping || index.scale !== 1 || interpreter.range(index).hi < 1) return;
  for (const root of interpreter.parameterRoots.keys()) {
    const most = interpreter.state.comparedDifference(index.root, root) + index.add;
    if (root === pointer.root || !Number.isFinite(most) || Math.abs(most) > 1) continue;
    const limit = plus(times(rootValue(root), size), (most + 1) * size);
    if (reachesLimit(interpreter, expr, index.root, root))
      recordAccessExtent(interpreter, expr, pointer, limit, write);
  }
}

/** Whether an index that is known to be below a limit gets as far as that, rather than stopping before. */
function reachesLimit(interpreter: Interpreter, expr: Expr, index: number, limit: number): boolean {
  const { differences } = interpreter.state;
  // Where something else limits the index as well, the lesser of the two ends the loop.
  if (differences.hasOther(index, limit)) return false;
  const counts = interpreter.function.loops.some(
    (loop) => loop.start <= expr.start && expr.end <= loop.end,
  );
  return counts || Number.isFinite(interpreter.state.comparedDifference(limit, index));
}

/** Tells of bytes that a library call touches behind an argument. */
export function emitTransfer(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  arg: number,
  size: Value | undefined,
  write: boolean,
  text: boolean,
): void {
  const pointer = args[arg];
  if (pointer !== undefined && size !== undefined && !text)
    recordAccessExtent(interpreter, expr, pointer, size, write);
  if (pointer !== undefined)
    interpreter.listener?.transfer?.(
      { call: expr, write, arg, pointer, size, text, certain: true },
      interpreter,
    );
}
