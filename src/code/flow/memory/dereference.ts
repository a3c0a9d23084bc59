import type { Expr } from '../../c/ir/ast.ts';
import { pointee } from '../../c/ir/types.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { recordIndexExtent } from './access-extent.ts';

/** Tells of memory that is touched through a pointer, and notes how far behind a parameter it is. */
export function emitAccess(
  interpreter: Interpreter,
  expr: Expr,
  base: Expr,
  pointer: Value,
  index: Expr | undefined,
  indexValue: Value | undefined,
  write: boolean,
  via: 'deref' | 'arrow' | 'index',
): void {
  if (indexValue !== undefined && interpreter.parameterRoots.size > 0) {
    const of = pointee(base.type);
    const size = of === undefined ? undefined : interpreter.sizeOf(of);
    if (size !== undefined)
      recordIndexExtent(interpreter, expr, pointer, index, indexValue, size, write);
  }
  if (interpreter.listener?.access === undefined) return;
  const element = pointee(base.type);
  const elementSize = element === undefined ? undefined : interpreter.sizeOf(element);
  interpreter.listener.access(
    { expr, base, pointer, index, indexValue, elementSize, write, via },
    interpreter,
  );
}

/** On the paths behind a dereference the pointer was not null. */
export function assumeNonNull(interpreter: Interpreter, pointer: Value): void {
  if (pointer.root === 0) return;
  interpreter.dereferenced.add(pointer.root);
  const facts = interpreter.state.facts(pointer.root);
  if (
    facts.mayBeNull &&
    facts.nullOrigin?.kind === 'parameter' &&
    !interpreter.unchecked.has(pointer.root)
  ) {
    interpreter.unchecked.set(
      pointer.root,
      interpreter.step(interpreter.function, `${facts.nullOrigin.what} is dereferenced`),
    );
  }
  if (facts.mayBeNull)
    interpreter.state.setFacts(pointer.root, {
      ...facts,
      mayBeNull: false,
      mayBeNonNull: true,
      nullOrigin: undefined,
    });
}
