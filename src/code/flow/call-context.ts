import type { CallExpr } from '../c/ast.ts';
import { isPointerLike } from '../c/types.ts';
import type { Machine } from './machine.ts';
import type { ParameterContext } from './parameter-context.ts';
import { withSteps } from './trace-steps.ts';
import type { Value } from './value.ts';

/** What a call passes, for the analysis of the callee. */
export function contextsOf(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
): ParameterContext[] {
  return args.map((value, index): ParameterContext => {
    const facts = machine.of(value);
    const arg = expr.args[index];
    const pointer = arg !== undefined && isPointerLike(arg.type);
    const taint = machine.contentTaint(value);
    const object = pointer ? machine.pointees(value)[0]?.object : undefined;
    const offset = pointer ? machine.pointees(value)[0]?.offset : undefined;
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
          ? { kind: 'literal', what: 'NULL', step: machine.step(expr, 'null is passed here') }
          : facts.nullOrigin,
      taint:
        taint === undefined
          ? undefined
          : {
              ...taint,
              steps: withSteps(taint.steps, [machine.step(expr, `it is passed to ${expr.name}`)]),
            },
      size: size !== undefined && Number.isFinite(size) ? { lo: size, hi: size } : undefined,
      terminated: object?.terminated ?? 'unknown',
      maxLength: object?.maxLength ?? Number.POSITIVE_INFINITY,
      text: whole ? object?.text : undefined,
    };
  });
}
