import type { Expr } from '../c/ast.ts';
import { pointee } from '../c/types.ts';
import type { Machine } from './machine.ts';
import { noteIndexReach } from './reaches.ts';
import type { Value } from './value.ts';

/** Tells of memory that is touched through a pointer, and notes how far behind a parameter it is. */
export function hearAccess(
  machine: Machine,
  expr: Expr,
  base: Expr,
  pointer: Value,
  index: Expr | undefined,
  indexValue: Value | undefined,
  write: boolean,
  via: 'deref' | 'arrow' | 'index',
): void {
  if (indexValue !== undefined && machine.parameterRoots.size > 0) {
    const of = pointee(base.type);
    const size = of === undefined ? undefined : machine.sizeOf(of);
    if (size !== undefined) noteIndexReach(machine, expr, pointer, indexValue, size, write);
  }
  if (machine.listener?.access === undefined) return;
  const element = pointee(base.type);
  const elementSize = element === undefined ? undefined : machine.sizeOf(element);
  machine.listener.access(
    { expr, base, pointer, index, indexValue, elementSize, write, via },
    machine,
  );
}

/** Whoever gets past a dereference had a pointer that was not null. */
export function assumeNonNull(machine: Machine, pointer: Value): void {
  if (pointer.root === 0) return;
  machine.dereferenced.add(pointer.root);
  const facts = machine.state.facts(pointer.root);
  if (
    facts.mayBeNull &&
    facts.nullOrigin?.kind === 'parameter' &&
    !machine.unchecked.has(pointer.root)
  ) {
    machine.unchecked.set(
      pointer.root,
      machine.step(machine.function, `${facts.nullOrigin.what} is dereferenced`),
    );
  }
  if (facts.mayBeNull)
    machine.state.setFacts(pointer.root, {
      ...facts,
      mayBeNull: false,
      mayBeNonNull: true,
      nullOrigin: undefined,
    });
}
