import type { CallExpr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import type { Taint } from './value.ts';

/** An untrusted source begins here. */
export function madeTaint(machine: Machine, expr: CallExpr, kind: Taint['kind']): Taint {
  const source = `${expr.name}()`;
  return {
    kind,
    source,
    parameters: [],
    keepers: [],
    bytes: 'same',
    steps: [machine.step(expr, `untrusted data comes in through ${source}`)],
  };
}
