import type { CallExpr } from '../../c/ir/ast.ts';
import type { CallModel } from '../../library-models/call-model.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { emitTransfer } from '../memory/access-extent.ts';
import { reallocate, release } from '../memory/allocation.ts';
import { assumeNonNull } from '../memory/dereference.ts';
import { markEscaped } from '../memory/escape.ts';
import { havoc } from '../memory/havoc.ts';
import { markWritten } from '../memory/store.ts';
import { applyFormattedOutput } from './formatted-output.ts';
import { libraryResult } from './library-result.ts';
import { applyLibraryWrite } from './library-write.ts';
import { sizeValue } from './model-size.ts';
import { applyScannedInput } from './scanned-input.ts';

/** The effects and the result of a call to a library function, as its model has them. */
export function applyLibraryCall(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  model: CallModel,
): Value {
  const sizes =
    model.result?.kind === 'allocation'
      ? sizeValue(interpreter, expr, args, model.result.size)
      : undefined;
  for (const read of model.reads ?? [])
    emitTransfer(
      interpreter,
      expr,
      args,
      read.arg,
      sizeValue(interpreter, expr, args, read.size),
      false,
      read.size === undefined,
    );
  for (const write of model.writes ?? []) applyLibraryWrite(interpreter, expr, args, write);
  if (model.format !== undefined) applyFormattedOutput(interpreter, expr, args, model.format);
  if (model.scan !== undefined) applyScannedInput(interpreter, expr, args, model.scan);
  writeOutParameters(interpreter, expr, args, model);
  for (const index of model.keeps ?? []) {
    const kept = args[index];
    if (kept !== undefined) markEscaped(interpreter, kept);
  }
  if (model.releases !== undefined) {
    const pointer = args[model.releases];
    const operand = expr.args[model.releases];
    if (pointer !== undefined && operand !== undefined) {
      interpreter.listener?.release?.(
        { expr, operand, pointer, family: model.family ?? 'malloc' },
        interpreter,
      );
      if (model.result?.kind === 'allocation') return reallocate(interpreter, expr, pointer, sizes);
      release(interpreter, expr, pointer);
    }
  }
  for (const index of model.nonNull ?? []) {
    const pointer = args[index];
    if (pointer !== undefined) assumeNonNull(interpreter, pointer);
  }
  return libraryResult(interpreter, expr, args, model.result, sizes);
}

/** `strtol(s, &end, 10)`: a variable that was not written and whose address is passed is an output. */
function writeOutParameters(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  model: CallModel,
): void {
  args.forEach((value, index) => {
    if (value.root === 0 || model.reads?.some((read) => read.arg === index) === true) return;
    if (model.releases === index) return;
    for (const target of interpreter.state.facts(value.root).targets) {
      const object = interpreter.state.object(target.object);
      if (object?.kind !== 'variable') continue;
      const cell = interpreter.state.get(interpreter.ids.cell(target.object, ''));
      const unwritten = cell !== undefined && interpreter.factsOf(cell).uninitialised !== 'no';
      if (unwritten) havoc(interpreter, target.object, expr, undefined);
      else markWritten(interpreter, target.object);
    }
  });
}
