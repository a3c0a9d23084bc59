import type { CallExpr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import { noteReach } from './reaches.ts';
import type { Value } from './value.ts';

/** Tells of bytes that a library call touches behind an argument. */
export function hearTransfer(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  arg: number,
  size: Value | undefined,
  write: boolean,
  text: boolean,
): void {
  const pointer = args[arg];
  if (pointer !== undefined && size !== undefined && !text)
    noteReach(machine, expr, pointer, size, write);
  if (pointer !== undefined)
    machine.listener?.transfer?.(
      { call: expr, write, arg, pointer, size, text, certain: true },
      machine,
    );
}
