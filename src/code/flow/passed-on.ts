import type { CallExpr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import type { Taint } from './value.ts';

/** Taint that a callee brought here. */
export function passedOn(machine: Machine, expr: CallExpr, taint: Taint): Taint {
  return {
    ...taint,
    steps: [
      ...taint.steps,
      machine.step(expr, `${expr.name || 'a call through a pointer'} brings it here`),
    ].slice(-12),
  };
}
