import type { Expr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/** Marks what a pointer points to as given back. */
export function release(machine: Machine, expr: Expr, pointer: Value): void {
  if (pointer.root === 0) return;
  const facts = machine.state.facts(pointer.root);
  const targets = machine.targetsOf(pointer);
  for (const target of targets) {
    const object = machine.state.object(target.object);
    if (object === undefined || object.kind === 'literal') continue;
    const certain = targets.length === 1;
    machine.state.setObject({
      ...object,
      state: certain ? 'freed' : 'maybe-freed',
      freedAt: machine.step(expr, 'it is freed here'),
    });
  }
  if (facts.mayBeNull && facts.nullOrigin?.kind === 'parameter')
    machine.state.setFacts(pointer.root, { ...facts, nullOrigin: undefined });
}
