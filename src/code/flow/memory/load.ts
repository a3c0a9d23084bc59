import type { Expr } from '../../c/ir/ast.ts';
import { type CType, isPointerLike, pointee } from '../../c/ir/types.ts';
import { joinCellFacts } from '../domain/facts-lattice.ts';
import type { MemoryObject } from '../domain/memory-object.ts';
import { taintOfNumber, taintOfWideNumber } from '../domain/taint.ts';
import { factsOfType, rangeOfType } from '../domain/typed-facts.ts';
import { type RootFacts, rootValue, type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { elementKey, rememberedElement } from './elements.ts';
import type { AbstractLocation, LValue } from './lvalue.ts';
import { pointerTo, setSizeFromType, subObject } from './objects.ts';
import { leadToVariables, variablesInElements } from './pointers-in-elements.ts';
import { noteWidth, readAtWidth } from './widths.ts';

/** The value that an lvalue holds. */
export function load(interpreter: Interpreter, lvalue: LValue, expr: Expr): Value {
  if (lvalue.type.kind === 'array' || lvalue.type.kind === 'record')
    return loadAggregate(interpreter, lvalue, expr);
  for (const { object } of lvalue.locations) forgetUnwrittenOfOther(interpreter, object, expr);
  return loadScalar(interpreter, lvalue, expr);
}

/** What was written field by field as a record of one type is not unwritten where it is read as one of another. */
function forgetUnwrittenOfOther(interpreter: Interpreter, object: number, expr: Expr): void {
  const { ids, state, unit } = interpreter;
  const known = state.object(object);
  if (expr.kind !== 'member' || known?.initial !== 'uninitialised') return;
  const owner = expr.arrow ? pointee(expr.base.type) : expr.base.type;
  const record = owner?.kind === 'record' ? unit.symbols.record(owner.name) : undefined;
  if (record === undefined) return;
  const own = new Set(record.fields.map(({ name }) => `.${name}`));
  for (const [path, cell] of ids.cellsOf(object))
    if (path.startsWith('.') && !own.has(path) && state.get(cell) !== undefined)
      return state.setObject({ ...known, initial: 'unknown' });
}

/** An array as a value is the address of its first element. */
function loadAggregate(interpreter: Interpreter, lvalue: LValue, expr: Expr): Value {
  const [location, ...others] = lvalue.locations;
  if (location === undefined || others.length > 0) return interpreter.unknown(expr, 'aggregate');
  const object = subObject(interpreter, location.object, location.path);
  setSizeFromType(interpreter, object, lvalue.type);
  return pointerTo(interpreter, object, object);
}

/** The value of a scalar: what all the cells that it may be have in common. */
function loadScalar(interpreter: Interpreter, lvalue: LValue, expr: Expr): Value {
  const [location, ...others] = lvalue.locations;
  if (location === undefined) return interpreter.unknown(expr);
  if (others.length === 0) {
    if (!lvalue.strong) return loadUnknownElement(interpreter, location, expr);
    return loadLocation(interpreter, location, lvalue.type);
  }
  const values = lvalue.locations.map((each) => loadLocation(interpreter, each, lvalue.type));
  const [first, ...rest] = values;
  if (first === undefined) return interpreter.unknown(expr);
  if (
    rest.every(
      (value) =>
        value.root === first.root && value.add === first.add && value.scale === first.scale,
    )
  )
    return first;
  // A pointer that was never looked through leads to an object of its own, which must not get lost beside others.
  if (isPointerLike(lvalue.type)) for (const value of values) interpreter.targetsOf(value);
  let facts = interpreter.factsOf(first);
  for (const value of rest) facts = joinCellFacts(facts, interpreter.factsOf(value));
  return interpreter.fresh(expr, 'several', facts);
}

/**
 * An element at an index that is no number. One that is read at the same index again is the same;
 * any other one may be another, with no more in common than what holds of all.
 */
function loadUnknownElement(
  interpreter: Interpreter,
  location: AbstractLocation,
  expr: Expr,
): Value {
  const { ids, state } = interpreter;
  const held = loadLocation(interpreter, location, expr.type);
  if (held.root === 0) return held;
  const remembered = rememberedElement(interpreter, location, held);
  if (remembered !== undefined) return remembered;
  interpreter.looselyRead.add(ids.outermost(location.object));
  const facts = { ...interpreter.factsOf(held), targets: [] };
  const variables = isPointerLike(expr.type) ? variablesInElements(interpreter, location) : [];
  const key = elementKey(ids, location, held);
  if (key === undefined) {
    const element = interpreter.fresh(expr, 'element', facts);
    leadToVariables(interpreter, element.root, variables);
    return element;
  }
  // From here on it is known, so that code which may write it is seen to.
  const cell = ids.cell(location.object, location.path);
  if (state.get(cell) === undefined) state.set(cell, held);
  const root = ids.root(key, 'element');
  ids.setDefaults(root, factsOfType(expr.type));
  ids.anchor(root);
  ids.recordElement(root, location.at?.root ?? 0);
  ids.recordElement(root, held.root);
  if (!state.hasFacts(root)) {
    state.setFacts(root, facts);
    leadToVariables(interpreter, root, variables);
  }
  return rootValue(root);
}

/** What a cell holds; a value of its own where it was never written. */
export function loadLocation(
  interpreter: Interpreter,
  location: AbstractLocation,
  type: CType,
): Value {
  const cell = interpreter.ids.cell(location.object, location.path);
  const known = interpreter.state.get(cell);
  const object = interpreter.state.object(location.object);
  const isReached = object?.kind !== 'variable' || location.path !== '';
  if (known !== undefined) {
    const read = readAtWidth(interpreter, location, cell, known, type);
    return narrowToType(interpreter, read, type, isReached);
  }
  const { ids } = interpreter;
  if (object?.initial === 'zero' && isCleared(location.path, type)) {
    // So that a join knows what it was where another path has written it.
    interpreter.state.set(cell, ZERO);
    return ZERO;
  }
  // Facts of a root hold everywhere: what was never written, or cleared, gets one of its own.
  const root =
    object === undefined || object.initial === 'unknown'
      ? ids.initial(cell)
      : ids.root(`cell ${cell}`, object.initial);
  ids.setDefaults(root, initialFacts(object, type));
  if (isPointerLike(type) && location.path.startsWith('[') && !interpreter.state.hasFacts(root))
    leadToVariables(interpreter, root, variablesInElements(interpreter, location));
  // What a cleared cell is found to be is so until it is written.
  if (object?.initial === 'zero') interpreter.state.set(cell, rootValue(root));
  // Read at another width it is another number.
  if (ids.widestOf(cell) === undefined) noteWidth(interpreter, location, type);
  const read = readAtWidth(interpreter, location, cell, rootValue(root), type);
  return narrowToType(interpreter, read, type, isReached);
}

/**
 * What was forgotten of a cell still lies in the range of the type that it is read as. What is known to lie
 * outside of it was written as another type, where pointers reach it: `*(unsigned char *)text`. A variable by
 * itself is as wide as it was declared, and has counted past its end at most.
 */
function narrowToType(
  interpreter: Interpreter,
  value: Value,
  type: CType,
  isReached: boolean,
): Value {
  if (type.kind !== 'int') return value;
  const limits = rangeOfType(type);
  const { lo, hi } = interpreter.range(value);
  const isBounded = Number.isFinite(lo) && Number.isFinite(hi);
  if (isBounded && isReached && (lo < limits.lo || hi > limits.hi))
    return reinterpreted(interpreter, value, type);
  if (value.root === 0 || value.scale !== 1 || value.add !== 0) return value;
  const facts = interpreter.state.facts(value.root);
  if (facts.lo > Number.NEGATIVE_INFINITY && facts.hi < Number.POSITIVE_INFINITY) return value;
  interpreter.state.setFacts(value.root, {
    ...facts,
    lo: Math.max(facts.lo, limits.lo),
    hi: Math.min(facts.hi, limits.hi),
  });
  return value;
}

/** The bytes of a number read as another type: zero where the number is. */
function reinterpreted(interpreter: Interpreter, value: Value, type: CType): Value {
  const { ids, state } = interpreter;
  const typed = factsOfType(type);
  const { taint, mayBeNull, mayBeNonNull } = interpreter.factsOf(value);
  const known = `${typed.lo} to ${typed.hi} of ${value.root} ${value.scale} ${value.add}`;
  const root = ids.root(known, 'part');
  state.setFacts(root, { ...typed, taint, mayBeNull, mayBeNonNull });
  return rootValue(root);
}

/** Whether a cell of cleared memory is zero. A member of an unknown type may be an array, which is no null pointer. */
function isCleared(path: string, { kind }: CType): boolean {
  return !path.includes('[') && (kind === 'int' || kind === 'pointer' || kind === 'float');
}

/** What holds of a cell that was never written. */
function initialFacts(object: MemoryObject | undefined, type: CType): RootFacts {
  const typed = factsOfType(type);
  if (object === undefined) return typed;
  // What a type that no file declares has at this place may be an array, or lie in a union.
  const isUnwritten =
    object.initial === 'uninitialised' && !object.escaped && type.kind !== 'unknown';
  const uninitialised = isUnwritten ? 'yes' : 'no';
  const isWide = type.kind === 'int' && type.bits > 8;
  const taint = isWide ? taintOfWideNumber(object.taint) : taintOfNumber(object.taint);
  if (taint === undefined && uninitialised === 'no') return typed;
  return { ...typed, taint, uninitialised };
}
