import type { Variable } from '../c/ast.ts';
import type { CType } from '../c/types.ts';
import type { Machine } from './machine.ts';
import { unknownObject } from './memory-object.ts';
import { constant, rootValue, UNKNOWN_FACTS, type Value, ZERO } from './value.ts';

/** The object of a variable, which stands for its memory. */
export function variableObject(machine: Machine, variable: Variable): number {
  const id = machine.ids.root(variable.id, 'variable');
  if (machine.state.object(id) === undefined) {
    const size = machine.sizeOf(variable.type);
    const local = variable.scope === 'local';
    machine.state.setObject({
      ...unknownObject(id, undefined),
      kind: local || variable.scope === 'parameter' ? 'variable' : 'static',
      name: variable.name,
      size: size === undefined ? undefined : constant(size),
      escaped: variable.scope !== 'local',
      initial: 'unknown',
    });
  }
  return id;
}

/** The object that a spot of record or array type is. */
export function subObject(machine: Machine, object: number, path: string): number {
  if (path === '') return object;
  const id = machine.ids.part(object, path);
  const owner = machine.state.object(object);
  const known = machine.state.object(id);
  if (known?.initial === 'uninitialised' && owner?.initial !== 'uninitialised')
    machine.state.setObject({ ...known, initial: 'unknown' });
  if (known === undefined) {
    const part = owner ?? unknownObject(object, undefined);
    machine.state.setObject({
      ...part,
      id,
      name: part.name === '' ? '' : `${part.name}${path}`,
      size: undefined,
      length: undefined,
      kind: part.kind === 'heap' || part.kind === 'resource' ? 'unknown' : part.kind,
      family: undefined,
      text: undefined,
    });
  }
  return id;
}

/** An object of a known type is as long as the type says, unless its size is known already. */
export function giveSize(machine: Machine, object: number, type: CType): void {
  const known = machine.state.object(object);
  if (known === undefined || known.size !== undefined || known.kind === 'heap') return;
  const size = machine.sizeOf(type);
  // `char data[1]` and `char data[]` at the end of a record are as long as what was allocated.
  const flexible = type.kind === 'array' && (type.length === undefined || type.length <= 1);
  if (size !== undefined && !flexible) machine.state.setObject({ ...known, size: constant(size) });
}

/** The pointer to the beginning of an object, by a key that gives the same root each time. */
export function pointerTo(machine: Machine, object: number, key: unknown): Value {
  const root = machine.ids.root(key, 'address');
  if (!machine.state.hasFacts(root)) {
    machine.state.setFacts(root, {
      ...UNKNOWN_FACTS,
      mayBeNull: false,
      targets: [{ object, offset: ZERO }],
    });
  }
  return rootValue(root);
}
