import type { CallExpr } from '../c/ast.ts';
import { isNoReturn } from '../c/standard-names.ts';
import { modelOf } from '../models/index.ts';
import type { CallModel } from '../models/model.ts';
import { applySummary } from './apply-summary.ts';
import { contextsOf } from './call-context.ts';
import { constantResult } from './constant-result.ts';
import { markEscaped } from './escape.ts';
import type { CallEvent } from './events.ts';
import { keepContent } from './kept-content.ts';
import { applyLibraryCall } from './library-call.ts';
import type { Machine } from './machine.ts';
import type { FunctionSummary } from './summary.ts';
import { applyUnknownCall } from './unknown-call.ts';
import type { Value } from './value.ts';

/** The result of a call, with the effects that are known of it. */
export function call(machine: Machine, expr: CallExpr, use: CallEvent['use']): Value {
  if (expr.callee.kind !== 'name' || expr.callee.variable !== undefined) {
    if (expr.receiver === undefined) machine.evaluate(expr.callee);
    // A method may keep its object, as one that registers itself does.
    else markEscaped(machine, machine.evaluate(expr.receiver));
  }
  const args = expr.args.map((arg) => machine.evaluate(arg));
  const summary =
    expr.receiver !== undefined
      ? undefined
      : expr.callee.kind === 'member'
        ? machine.surroundings.summaryOfField(expr.callee.name)
        : machine.surroundings.summaryOf(expr.name);
  const library = expr.receiver === undefined ? modelOf(expr.name) : undefined;
  const model = summary === undefined ? library : modelOfSummary(summary);
  if (library === undefined && expr.name !== '' && expr.receiver === undefined) {
    machine.surroundings.recordCall(expr.name, contextsOf(machine, expr, args));
  }
  const event: CallEvent = { call: expr, args, model, use };
  machine.listener?.call?.(event, machine);
  let result: Value;
  const worked = constantResult(machine, expr, args);
  if (worked !== undefined) result = worked;
  else if (summary !== undefined) result = applySummary(machine, expr, args, summary);
  else if (model !== undefined) result = applyLibraryCall(machine, expr, args, model);
  else if (expr.name === 'move' && args[0] !== undefined) result = args[0];
  else result = applyUnknownCall(machine, expr, args);
  expr.args.forEach((arg, index) => {
    const value = args[index];
    if (value !== undefined) keepContent(machine, arg, value);
  });
  if (isNoReturn(expr.name) || machine.unit.neverReturns.has(expr.name)) machine.reachable = false;
  machine.listener?.called?.(event, result, machine);
  return result;
}

/** What rules about library calls should know of a function of the project. */
function modelOfSummary(summary: FunctionSummary): CallModel {
  const nonNull = summary.parameters.flatMap((effect, index) =>
    effect.needsNonNull === undefined ? [] : [index],
  );
  const releases = summary.parameters.findIndex(
    (effect) => effect.frees === 'always' && !effect.dereferences,
  );
  return { nonNull, ...(releases < 0 ? {} : { releases }) };
}
