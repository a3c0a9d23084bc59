import type { CallExpr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import { withSteps } from './trace-steps.ts';
import type { Taint } from './value.ts';

/** Taint that a callee brought here. */
export function passedOn(machine: Machine, expr: CallExpr, taint: Taint): Taint {
  return {
    ...taint,
    // The parameters of the callee are not those of the caller.
    bytes: taint.bytes === 'same' ? 'same' : undefined,
    steps: withSteps(taint.steps, [
      machine.step(expr, `${expr.name || 'a call through a pointer'} brings it here`),
    ]),
  };
}
