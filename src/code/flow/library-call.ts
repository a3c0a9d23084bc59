import type { CallExpr } from '../c/ast.ts';
import type { CallModel } from '../models/model.ts';
import { reallocate } from './allocation.ts';
import { assumeNonNull } from './dereference.ts';
import { markEscaped } from './escape.ts';
import { applyFormattedOutput } from './formatted-output.ts';
import { havoc } from './havoc.ts';
import { libraryResult } from './library-result.ts';
import { applyLibraryWrite } from './library-write.ts';
import type { Machine } from './machine.ts';
import { release } from './release.ts';
import { applyScannedInput } from './scanned-input.ts';
import { sizeValue } from './sizes.ts';
import { touch } from './store.ts';
import { hearTransfer } from './transfer.ts';
import type { Value } from './value.ts';

/** The effects and the result of a call to a library function, as its model has them. */
export function applyLibraryCall(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  model: CallModel,
): Value {
  const sizes =
    model.result?.kind === 'allocation'
      ? sizeValue(machine, expr, args, model.result.size)
      : undefined;
  for (const read of model.reads ?? [])
    hearTransfer(
      machine,
      expr,
      args,
      read.arg,
      sizeValue(machine, expr, args, read.size),
      false,
      read.size === undefined,
    );
  for (const write of model.writes ?? []) applyLibraryWrite(machine, expr, args, write);
  if (model.format !== undefined) applyFormattedOutput(machine, expr, args, model.format);
  if (model.scan !== undefined) applyScannedInput(machine, expr, args, model.scan);
  writeOutParameters(machine, expr, args, model);
  for (const index of model.keeps ?? []) {
    const kept = args[index];
    if (kept !== undefined) markEscaped(machine, kept);
  }
  if (model.releases !== undefined) {
    const pointer = args[model.releases];
    const operand = expr.args[model.releases];
    if (pointer !== undefined && operand !== undefined) {
      machine.listener?.release?.(
        { expr, operand, pointer, family: model.family ?? 'malloc' },
        machine,
      );
      if (model.result?.kind === 'allocation') return reallocate(machine, expr, pointer, sizes);
      release(machine, expr, pointer);
    }
  }
  for (const index of model.nonNull ?? []) {
    const pointer = args[index];
    if (pointer !== undefined) assumeNonNull(machine, pointer);
  }
  return libraryResult(machine, expr, args, model.result, sizes);
}

/** `strtol(s, &end, 10)`: a variable that nobody wrote and whose address is passed is an output. */
function writeOutParameters(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  model: CallModel,
): void {
  args.forEach((value, index) => {
    if (value.root === 0 || model.reads?.some((read) => read.arg === index) === true) return;
    if (model.releases === index) return;
    for (const target of machine.state.facts(value.root).targets) {
      const object = machine.state.object(target.object);
      if (object?.kind !== 'variable') continue;
      const cell = machine.state.get(machine.ids.cell(target.object, ''));
      const unwritten = cell !== undefined && machine.of(cell).uninitialised !== 'no';
      if (unwritten) havoc(machine, target.object, expr, undefined);
      else touch(machine, target.object);
    }
  });
}
