import type { Expr } from '../../c/ir/ast.ts';
import type { Taint } from '../domain/taint.ts';
import type { Interpreter } from './interpreter.ts';

/** Untrusted data that begins at an expression. @param source what it comes in through, for people: `read()` */
export function taintFrom(
  interpreter: Interpreter,
  expr: Expr,
  kind: Taint['kind'],
  source: string,
): Taint {
  return {
    kind,
    source,
    parameters: [],
    fieldLocations: [],
    bytes: 'same',
    steps: [interpreter.step(expr, `untrusted data comes in through ${source}`)],
  };
}
