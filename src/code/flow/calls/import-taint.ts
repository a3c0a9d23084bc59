import type { CallExpr } from '../../c/ir/ast.ts';
import { appendSteps } from '../domain/trace-steps.ts';
import type { Taint } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** Taint that a callee brought here. */
export function importTaint(interpreter: Interpreter, expr: CallExpr, taint: Taint): Taint {
  return {
    ...taint,
    // The parameters of the callee are not those of the caller.
    bytes: taint.bytes === 'same' ? 'same' : undefined,
    steps: appendSteps(taint.steps, [
      interpreter.step(expr, `${expr.name || 'a call through a pointer'} brings it here`),
    ]),
  };
}
