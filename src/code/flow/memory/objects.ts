import type { NameExpr, Variable } from '../../c/ir/ast.ts';
import { standsForLonger } from '../../c/ir/system-records.ts';
import type { CType } from '../../c/ir/types.ts';
import { type MemoryObject, unknownObject } from '../domain/memory-object.ts';
import { constant, rootValue, TOP_FACTS, type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** The object of a variable, which stands for its memory. */
export function variableObject(interpreter: Interpreter, variable: Variable): number {
  const id = interpreter.ids.root(variable.id, 'variable');
  if (interpreter.state.object(id) === undefined) {
    const size = interpreter.sizeOf(variable.type);
    const local = variable.scope === 'local';
    interpreter.state.setObject({
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

/** What a name stands for that no file declares: a variable of a library, as far as is known. */
export function unresolvedObject(interpreter: Interpreter, { name }: NameExpr): number {
  const id = interpreter.ids.root(name, 'unresolved');
  if (interpreter.state.object(id) === undefined)
    interpreter.state.setObject({
      ...unknownObject(id, undefined),
      kind: 'static',
      name,
      escaped: true,
    });
  return id;
}

/** The object that a spot of record or array type is. */
export function subObject(interpreter: Interpreter, object: number, path: string): number {
  if (path === '') return object;
  const id = interpreter.ids.part(object, path);
  const owner = interpreter.state.object(object);
  const known = interpreter.state.object(id);
  if (known?.initial === 'uninitialised' && owner?.initial !== 'uninitialised')
    interpreter.state.setObject({ ...known, initial: 'unknown' });
  if (known === undefined) {
    const part = owner ?? unknownObject(object, undefined);
    interpreter.state.setObject({
      ...part,
      id,
      initial: initialOfPart(interpreter, part, path),
      name: part.name === '' ? '' : `${part.name}${path}`,
      size: undefined,
      length: undefined,
      tail: undefined,
      kind: part.kind === 'heap' || part.kind === 'resource' ? 'unknown' : part.kind,
      family: undefined,
      text: undefined,
    });
  }
  return id;
}

/** What is known of an object, also where it is a part of another that no state has met by itself. */
export function knownObject(interpreter: Interpreter, object: number): MemoryObject | undefined {
  const { ids, state } = interpreter;
  const place = state.object(object) === undefined ? ids.placeOfPart(object) : undefined;
  if (place !== undefined && knownObject(interpreter, place.object) !== undefined)
    subObject(interpreter, place.object, place.path);
  return state.object(object);
}

/** An array of which an element at any index was written is not what it was before. */
export function forgetInitialOfArrays(interpreter: Interpreter, object: number): void {
  const { ids } = interpreter;
  for (let place = ids.placeOfPart(object); place; place = ids.placeOfPart(place.object)) {
    if (place.path !== '[]') continue;
    forgetInitial(interpreter, place.object);
    for (const part of ids.partsOf(place.object)) forgetInitial(interpreter, part);
  }
}

/** What was never written by its own name may have been written by another one. */
export function forgetInitial(interpreter: Interpreter, object: number): void {
  const known = knownObject(interpreter, object);
  if (known !== undefined && known.initial !== 'unknown')
    interpreter.state.setObject({ ...known, initial: 'unknown' });
}

/** An element at any index may be one that was written by its number before. */
function initialOfPart(
  { ids }: Interpreter,
  { id, initial }: MemoryObject,
  path: string,
): MemoryObject['initial'] {
  if (path !== '[]' || initial === 'unknown') return initial;
  const isUntouched =
    initial === 'uninitialised' && ids.partsOf(id).size <= 1 && ids.cellsOf(id).size === 0;
  return isUntouched ? initial : 'unknown';
}

/** An object of a known type is as long as the type says, unless its size is known already. */
export function setSizeFromType(interpreter: Interpreter, object: number, type: CType): void {
  const known = interpreter.state.object(object);
  if (known === undefined || known.size !== undefined || known.kind === 'heap') return;
  if (type.kind === 'record' && standsForLonger(type.name)) return;
  const size = interpreter.sizeOf(type);
  // `char data[1]` and `char data[]` at the end of a record are as long as what was allocated.
  const flexible = type.kind === 'array' && (type.length === undefined || type.length <= 1);
  if (size !== undefined && !flexible)
    interpreter.state.setObject({ ...known, size: constant(size) });
}

/** The pointer to the beginning of an object, by a key that gives the same root each time. */
export function pointerTo(interpreter: Interpreter, object: number, key: unknown): Value {
  const root = interpreter.ids.root(key, 'address');
  if (!interpreter.state.hasFacts(root)) {
    interpreter.state.setFacts(root, {
      ...TOP_FACTS,
      mayBeNull: false,
      targets: [{ object, offset: ZERO }],
    });
  }
  return rootValue(root);
}
