import type { Expr } from '../../c/ir/ast.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** Marks what a pointer points to as given back. */
export function release(interpreter: Interpreter, expr: Expr, pointer: Value): void {
  if (pointer.root === 0) return;
  const facts = interpreter.state.facts(pointer.root);
  const targets = interpreter.targetsOf(pointer);
  for (const target of targets) {
    const object = interpreter.state.object(target.object);
    if (object === undefined || object.kind === 'literal') continue;
    const certain = targets.length === 1;
    interpreter.state.setObject({
      ...object,
      lifetime: certain ? 'freed' : 'maybe-freed',
      freedAt: interpreter.step(expr, 'it is freed here'),
    });
  }
  if (facts.mayBeNull && facts.nullOrigin?.kind === 'parameter')
    interpreter.state.setFacts(pointer.root, { ...facts, nullOrigin: undefined });
}
