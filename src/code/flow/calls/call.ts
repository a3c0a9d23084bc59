import { isFinal } from '../../c/cfg/never-returns.ts';
import type { CallExpr } from '../../c/ir/ast.ts';
import { soundsFinal } from '../../c/ir/standard-names.ts';
import type { CallModel } from '../../library-models/call-model.ts';
import { libraryModelOf } from '../../library-models/lookup.ts';
import type { FunctionSummary } from '../domain/function-summary.ts';
import type { Value } from '../domain/value.ts';
import type { CallEvent } from '../interpreter/events.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { markEscaped } from '../memory/escape.ts';
import { recordContent } from '../memory/field-contents.ts';
import { applySummary } from './apply-summary.ts';
import { callContexts } from './call-context.ts';
import { constantResult } from './constant-result.ts';
import { applyLibraryCall } from './library-call.ts';
import { libraryModelOfCall } from './model-of-call.ts';
import { forgetCertain } from './opaque-macro.ts';
import { passedValue } from './passed-value.ts';
import { recordThrough } from './record-through.ts';
import { forgetReferred } from './referred-arguments.ts';
import { applyUnknownCall } from './unknown-call.ts';

/** The result of a call, with the effects that are known of it. */
export function call(interpreter: Interpreter, given: CallExpr, use: CallEvent['use']): Value {
  const targets = knownTargets(interpreter, given);
  const [only] = targets;
  const expr = only !== undefined && targets.length === 1 ? { ...given, name: only } : given;
  const { callee } = expr;
  if (callee.kind !== 'name' || callee.variable !== undefined || callee.changes !== undefined) {
    if (expr.receiver === undefined) interpreter.evaluate(callee);
    // A method may keep its object, as one that registers itself does.
    else markEscaped(interpreter, interpreter.evaluate(expr.receiver));
  }
  if (expr.isMacro && libraryModelOf(expr.name) === undefined)
    for (const arg of expr.args) forgetCertain(interpreter, arg);
  const args = expr.args.map((arg) => {
    const value = interpreter.evaluate(arg);
    // Who gives away what was just made, and keeps no name for it, gives it to an owner: `Handle(new Item())`.
    if (arg.kind === 'new') markEscaped(interpreter, value);
    return value;
  });
  const summary =
    expr.receiver !== undefined
      ? undefined
      : expr.callee.kind === 'member'
        ? interpreter.environment.summaryOfField(expr.callee.name)
        : interpreter.environment.summaryOf(expr.name);
  const library = libraryModelOfCall(expr);
  const isOfProject = summary !== undefined || library === undefined;
  const passed = isOfProject
    ? args.map((value, index) => passedValue(interpreter, expr, index, value))
    : args;
  const model = summary === undefined ? library : modelOfSummary(summary);
  if (library === undefined && expr.name !== '' && expr.receiver === undefined) {
    interpreter.environment.recordCall(expr.name, callContexts(interpreter, expr, passed));
  }
  if (expr.through !== undefined) recordThrough(interpreter, expr.through, [expr.args, args]);
  const event: CallEvent = { call: expr, args, model, use };
  interpreter.listener?.call?.(event, interpreter);
  if (targets.length > 1)
    for (const name of targets)
      interpreter.listener?.call?.(
        { call: { ...given, name }, args, model: libraryModelOf(name), use },
        interpreter,
      );
  if (library === undefined) forgetReferred(interpreter, expr);
  let result: Value;
  const worked = constantResult(interpreter, expr, args);
  if (worked !== undefined) result = worked;
  else if (summary !== undefined) result = applySummary(interpreter, expr, passed, summary);
  else if (model !== undefined) result = applyLibraryCall(interpreter, expr, args, model);
  else if (expr.name === 'move' && args[0] !== undefined) result = args[0];
  else result = applyUnknownCall(interpreter, expr, args);
  expr.args.forEach((arg, index) => {
    const value = args[index];
    if (value !== undefined) recordContent(interpreter, arg, value);
  });
  const isUnseen = summary === undefined && library === undefined;
  if (isUnseen && targets.length === 0 && soundsFinal(calledName(expr)))
    interpreter.reachable = false;
  if (isFinal(interpreter.unit, expr.name)) interpreter.reachable = false;
  interpreter.listener?.called?.(event, result, interpreter);
  return result;
}

/** The functions that a call through a variable may reach, as far as anything is known of them. */
function knownTargets({ unit, environment }: Interpreter, expr: CallExpr): readonly string[] {
  const targets = unit.indirectCalls.get(expr);
  if (targets === undefined) return NO_TARGETS;
  return targets.filter(
    (name) => libraryModelOf(name) !== undefined || environment.summaryOf(name) !== undefined,
  );
}

const NO_TARGETS: readonly string[] = [];

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

/** What the code calls a function, or the pointer to it. */
function calledName({ callee, name }: CallExpr): string {
  return callee.kind === 'name' || callee.kind === 'member' ? callee.name : name;
}
