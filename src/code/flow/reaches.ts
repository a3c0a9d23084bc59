import type { Expr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import type { Reach } from './summary.ts';
import { plus, rootValue, times, type Value } from './value.ts';

/** Notes that an expression of this function touches so many bytes behind one of its parameters. */
export function noteReach(
  machine: Machine,
  expr: Expr,
  pointer: Value,
  bytes: Value,
  write: boolean,
  certain = true,
): void {
  if (!machine.parameterRoots.has(pointer.root) || pointer.scale !== 1) return;
  const parameter = bytes.root === 0 ? -1 : machine.parameterRoots.get(bytes.root);
  if (parameter === undefined || bytes.scale < 0) return;
  const add = bytes.add + pointer.add;
  const known = machine.reaches.get(pointer.root) ?? new Map<string, Reach>();
  machine.reaches.set(pointer.root, known);
  const sure = certain && !machine.isDecidedByMemory(expr);
  const key = `${parameter} ${bytes.scale} ${write} ${sure}`;
  const before = known.get(key);
  if (before === undefined || before.add < add)
    known.set(key, { parameter, scale: bytes.scale, add, write, certain: sure });
}

/** An index below a parameter, as in a loop up to a length, reaches as far as the parameter says. */
export function noteIndexReach(
  machine: Machine,
  expr: Expr,
  pointer: Value,
  index: Value,
  size: number,
  write: boolean,
): void {
  if (!machine.parameterRoots.has(pointer.root)) return;
  if (index.root === 0 || machine.parameterRoots.has(index.root)) {
    noteReach(machine, expr, pointer, plus(times(index, size), size), write);
    return;
  }
  if (!machine.isLooping || index.scale !== 1 || machine.range(index).hi < 1) return;
  for (const root of machine.parameterRoots.keys()) {
    const most = machine.state.comparedDifference(index.root, root) + index.add;
    if (root === pointer.root || !Number.isFinite(most) || Math.abs(most) > 1) continue;
    const limit = plus(times(rootValue(root), size), (most + 1) * size);
    if (comesToLimit(machine, expr, index.root, root))
      noteReach(machine, expr, pointer, limit, write);
  }
}

/** Whether an index that is known to be below a limit gets as far as that, rather than stopping before. */
function comesToLimit(machine: Machine, expr: Expr, index: number, limit: number): boolean {
  const { differences } = machine.state;
  // Where something else limits the index as well, the lesser of the two ends the loop.
  if (differences.hasOther(index, limit)) return false;
  const counts = machine.function.loops.some(
    (loop) => loop.start <= expr.start && expr.end <= loop.end,
  );
  return counts || Number.isFinite(machine.state.comparedDifference(limit, index));
}
