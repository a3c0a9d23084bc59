import type { CallExpr } from '../../c/ir/ast.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import type { CallEffects, Outcome, ReturnCondition } from '../domain/function-summary.ts';
import { linkToResult } from '../domain/outcomes.ts';
import { mapSigns } from '../domain/result-sign.ts';
import type { Value } from '../domain/value.ts';
import type { ConditionalOutcome } from '../domain/value-numbering.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { WrittenCell } from './written-cells.ts';

/** Notes what the result of a call will tell once it is compared. */
export function recordOutcomes(
  interpreter: Interpreter,
  result: Value,
  outcomes: readonly ConditionalOutcome[],
): void {
  if (result.root === 0) return;
  if (outcomes.length > 0) interpreter.ids.conditionalOutcomes.set(result.root, outcomes);
  else interpreter.ids.conditionalOutcomes.delete(result.root);
}

/** What the result of a call tells of its outputs. */
export function outcomesOfOutputs(written: readonly WrittenCell[]): readonly ConditionalOutcome[] {
  return written.flatMap(({ given, outcomes }) =>
    outcomes === undefined || given.root === 0
      ? []
      : [{ root: given.root, by: outcomes, linkedBy: undefined }],
  );
}

/** What the result of a call tells of its arguments, as that of `isValid(index)` does. */
export function outcomesOfArguments(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  result: Value,
  { parameters }: CallEffects,
): readonly ConditionalOutcome[] {
  if (result.root === 0) return [];
  return args.flatMap((value, index): readonly ConditionalOutcome[] => {
    const conditions = parameters[index]?.onResult;
    const type = expr.args[index]?.type;
    if (conditions === undefined || type === undefined) return [];
    if (value.root === 0 || value.root === result.root || value.scale !== 1) return [];
    const isPointer = isPointerLike(type);
    if (isPointer ? value.add !== 0 : type.kind !== 'int') return [];
    const by = mapSigns(
      conditions,
      (condition) => condition && ofRoot(condition, value, isPointer),
    );
    return [
      {
        root: value.root,
        by,
        linkedBy: linkToResult(interpreter.state, result.root, value.root, by),
      },
    ];
  });
}

/** What a condition on `root + add` says of the root. */
function ofRoot(condition: ReturnCondition, { add }: Value, isPointer: boolean): Outcome {
  const told = { ...condition, allocated: true, isWritten: true };
  if (isPointer) return { ...told, lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
  return {
    ...told,
    lo: condition.lo - add,
    hi: condition.hi - add,
    mayBeNull: add !== 0 || condition.mayBeNull,
    mayBeNonNull: add !== 0 || condition.mayBeNonNull,
  };
}
