import type { CallExpr } from '../../c/ir/ast.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import type { MemoryObject } from '../domain/memory-object.ts';
import type { ParameterContext } from '../domain/parameter-context.ts';
import { appendSteps } from '../domain/source-step.ts';
import { isExternal } from '../domain/taint.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { MAX_TEXT_LENGTH } from './text-length.ts';

/** What a call passes, for the analysis of the callee. */
export function callContexts(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
): ParameterContext[] {
  return args.map((value, index): ParameterContext => {
    const facts = interpreter.factsOf(value);
    const arg = expr.args[index];
    const pointer = arg !== undefined && isPointerLike(arg.type);
    const taint = interpreter.contentTaint(value);
    const object = pointer ? interpreter.pointees(value)[0]?.object : undefined;
    const offset = pointer ? interpreter.pointees(value)[0]?.offset : undefined;
    const whole = offset?.root === 0 && offset.add === 0;
    // Only a size that is a number holds for every call.
    const size = whole && object?.size?.root === 0 ? object.size.add : undefined;
    return {
      lo: facts.lo,
      hi: facts.hi,
      mayBeNull: value.root === 0 ? value.add === 0 : facts.mayBeNull,
      mayBeNonNull: value.root === 0 ? value.add !== 0 : facts.mayBeNonNull,
      nullOrigin:
        value.root === 0 && value.add === 0
          ? { kind: 'literal', what: 'NULL', step: interpreter.step(expr, 'null is passed here') }
          : facts.nullOrigin,
      taint:
        taint === undefined
          ? undefined
          : {
              ...taint,
              steps: appendSteps(taint.steps, [
                interpreter.step(expr, `it is passed to ${expr.name}`),
              ]),
            },
      size: size !== undefined && Number.isFinite(size) ? { lo: size, hi: size } : undefined,
      terminated: object?.terminated ?? 'unknown',
      maxLength: whole
        ? longestText(interpreter, object)
        : (object?.maxLength ?? Number.POSITIVE_INFINITY),
      text: whole ? object?.text : undefined,
      isLimited: facts.checkedAbove || !isExternal(taint),
    };
  });
}

/** How long the text in an object can be, by what wrote it and by what conditions say of its length. */
function longestText(interpreter: Interpreter, object: MemoryObject | undefined): number {
  if (object === undefined) return Number.POSITIVE_INFINITY;
  const measured =
    object.length === undefined ? MAX_TEXT_LENGTH : interpreter.range(object.length).hi;
  return measured < MAX_TEXT_LENGTH ? Math.min(object.maxLength, measured) : object.maxLength;
}
