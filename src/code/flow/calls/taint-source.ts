import type { CallExpr } from '../../c/ir/ast.ts';
import type { Taint } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** An untrusted source begins here. */
export function taintSource(interpreter: Interpreter, expr: CallExpr, kind: Taint['kind']): Taint {
  const source = `${expr.name}()`;
  return {
    kind,
    source,
    parameters: [],
    fieldLocations: [],
    bytes: 'same',
    steps: [interpreter.step(expr, `untrusted data comes in through ${source}`)],
  };
}
