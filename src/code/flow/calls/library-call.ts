import type { CallExpr, Expr } from '../../c/ir/ast.ts';
import { withoutCasts } from '../../c/ir/without-casts.ts';
import type { CallModel } from '../../library-models/call-model.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { emitTransfer } from '../memory/access-extent.ts';
import { reallocate, release } from '../memory/allocation.ts';
import { assumeNonNull } from '../memory/dereference.ts';
import { markEscaped } from '../memory/escape.ts';
import { havoc, writtenThrough } from '../memory/havoc.ts';
import { markWritten } from '../memory/store.ts';
import { applyFormattedOutput, formattedLength } from './formatted-output.ts';
import { libraryResult } from './library-result.ts';
import { applyLibraryWrite } from './library-write.ts';
import { sizeValue } from './model-size.ts';
import { applyScannedInput } from './scanned-input.ts';
import { tellUnwritten, textsRead } from './unwritten-text.ts';

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
  for (const at of textsRead(interpreter, args, model)) tellUnwritten(interpreter, expr, args, at);
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
      if (model.result?.kind === 'allocation')
        return reallocate(interpreter, expr, pointer, sizes, model.result.failure);
      release(interpreter, expr, pointer);
    }
  }
  for (const index of model.nonNull ?? []) {
    const pointer = args[index];
    if (pointer !== undefined) assumeNonNull(interpreter, pointer);
  }
  const isCounted = model.format !== undefined && model.writes !== undefined;
  const made = isCounted ? formattedLength(interpreter, expr, args, model.format) : undefined;
  if (made !== undefined) return interpreter.fresh(expr, 'result', made);
  return libraryResult(interpreter, expr, args, model.result, sizes);
}

/**
 * What comes back through arguments of which the model says no size: those that it names, and variables whose
 * address is written in the call, as `&error` is. What a variable held that is only handed over stays.
 */
function writeOutParameters(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  model: CallModel,
): void {
  // What a format takes or fills is known by the format.
  const isFormatted = model.format !== undefined || model.scan !== undefined;
  args.forEach((value, index) => {
    if (value.root === 0 || index === model.releases) return;
    const isKnown = [...(model.reads ?? []), ...(model.writes ?? [])].some(
      ({ arg }) => arg === index,
    );
    if (isKnown) return;
    const isOutput =
      model.outputs?.includes(index) === true ||
      (!isFormatted && isAddressOfVariable(expr.args[index]));
    const arg = expr.args[index];
    const written = arg === undefined ? '*' : writtenThrough(withoutCasts(arg).type);
    for (const target of interpreter.targetsOf(value)) {
      const object = interpreter.state.object(target.object);
      if (isOutput) havoc(interpreter, target.object, expr, undefined, 0, written);
      else if (object?.kind === 'variable') markPassed(interpreter, expr, target.object);
    }
  });
}

/** `&x` or `&s.x`: elements of arrays are inputs more often than not. */
function isAddressOfVariable(arg: Expr | undefined): boolean {
  const address = arg && withoutCasts(arg);
  if (address?.kind !== 'address') return false;
  const { kind } = withoutCasts(address.operand);
  return kind === 'name' || kind === 'member';
}

/** What has not been written yet is an output; anything else is written all the same, for all that is known. */
function markPassed(interpreter: Interpreter, expr: CallExpr, object: number): void {
  const cell = interpreter.state.get(interpreter.ids.cell(object, ''));
  const isUnwritten = cell !== undefined && interpreter.factsOf(cell).uninitialised !== 'no';
  if (isUnwritten) havoc(interpreter, object, expr, undefined);
  else markWritten(interpreter, object);
}
