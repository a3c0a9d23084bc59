import type { CallExpr } from '../../c/ir/ast.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { recordAccessExtent } from './access-extent.ts';

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
