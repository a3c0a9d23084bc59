import type { Machine } from './machine.ts';
import type { Reach } from './summary.ts';
import { plus, rootValue, times, type Value } from './value.ts';

/** Notes that a call of this function touches so many bytes behind one of its parameters. */
export function noteReach(machine: Machine, pointer: Value, bytes: Value, write: boolean): void {
  if (!machine.parameterRoots.has(pointer.root) || pointer.scale !== 1) return;
  const parameter = bytes.root === 0 ? -1 : machine.parameterRoots.get(bytes.root);
  if (parameter === undefined || bytes.scale < 0) return;
  const add = bytes.add + pointer.add;
  const known = machine.reaches.get(pointer.root) ?? new Map<string, Reach>();
  machine.reaches.set(pointer.root, known);
  const key = `${parameter} ${bytes.scale} ${write}`;
  const before = known.get(key);
  if (before === undefined || before.add < add)
    known.set(key, { parameter, scale: bytes.scale, add, write });
}

/** An index below a parameter, as in a loop up to a length, reaches as far as the parameter says. */
export function noteIndexReach(
  machine: Machine,
  pointer: Value,
  index: Value,
  size: number,
  write: boolean,
): void {
  if (!machine.parameterRoots.has(pointer.root)) return;
  if (index.root === 0 || machine.parameterRoots.has(index.root)) {
    noteReach(machine, pointer, plus(times(index, size), size), write);
    return;
  }
  if (!machine.isLooping || index.scale !== 1 || machine.range(index).hi < 2) return;
  for (const root of machine.parameterRoots.keys()) {
    const most = machine.state.comparedDifference(index.root, root) + index.add;
    if (root === pointer.root || !Number.isFinite(most) || Math.abs(most) > 1) continue;
    const limit = plus(times(rootValue(root), size), (most + 1) * size);
    noteReach(machine, pointer, limit, write);
  }
}
