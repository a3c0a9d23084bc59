import type { Expr, Variable } from '../c/ast.ts';
import { type CType, isPointerLike } from '../c/types.ts';
import { eitherFacts } from './join-facts.ts';
import type { Machine } from './machine.ts';
import type { MemoryObject } from './memory-object.ts';
import { giveSize, pointerTo, subObject, variableObject } from './objects.ts';
import type { Place, Spot } from './place.ts';
import { factsOfType, rangeOfType } from './typed-facts.ts';
import { type RootFacts, rootValue, taintOfNumber, type Value } from './value.ts';

/** The value that an lvalue holds. */
export function load(machine: Machine, place: Place, expr: Expr): Value {
  if (place.type.kind === 'array' || place.type.kind === 'record')
    return aggregate(machine, place, expr);
  return loadCells(machine, place, expr);
}

/** The value that a variable holds. */
export function loadVariable(machine: Machine, variable: Variable): Value {
  return loadSpot(machine, { object: variableObject(machine, variable), path: '' }, variable.type);
}

/** An array as a value is the address of its first element. */
function aggregate(machine: Machine, place: Place, expr: Expr): Value {
  const [spot, ...others] = place.spots;
  if (spot === undefined || others.length > 0) return machine.unknown(expr, 'aggregate');
  const object = subObject(machine, spot.object, spot.path);
  giveSize(machine, object, place.type);
  return pointerTo(machine, object, object);
}

/** The value of a scalar: what all the cells that it may be have in common. */
function loadCells(machine: Machine, place: Place, expr: Expr): Value {
  const [spot, ...others] = place.spots;
  if (spot === undefined) return machine.unknown(expr);
  if (others.length === 0) {
    if (!place.strong) return someElement(machine, spot, expr);
    return loadSpot(machine, spot, place.type);
  }
  const values = place.spots.map((each) => loadSpot(machine, each, place.type));
  const [first, ...rest] = values;
  if (first === undefined) return machine.unknown(expr);
  if (
    rest.every(
      (value) =>
        value.root === first.root && value.add === first.add && value.scale === first.scale,
    )
  )
    return first;
  let facts = machine.of(first);
  for (const value of rest) facts = eitherFacts(facts, machine.of(value));
  return machine.fresh(expr, 'several', facts);
}

/**
 * An element at an index that is no number. One that is read at the same index again is the same;
 * any other one may be another, with no more in common than what holds of all.
 */
function someElement(machine: Machine, spot: Spot, expr: Expr): Value {
  const held = loadSpot(machine, spot, expr.type);
  if (held.root === 0) return held;
  const facts = { ...machine.of(held), targets: [] };
  const { at } = spot;
  // What a pointer points to may be freed meanwhile, so that each is followed by itself.
  const mayPoint = isPointerLike(expr.type) || expr.type.kind === 'unknown';
  if (at === undefined || mayPoint) return machine.fresh(expr, 'element', facts);
  const cell = machine.ids.cell(spot.object, spot.path);
  const place = `${cell}: ${held.root}*${held.scale}+${held.add} at ${at.root}*${at.scale}+${at.add}`;
  const root = machine.ids.root(place, 'element');
  machine.ids.setDefaults(root, factsOfType(expr.type));
  machine.ids.anchor(root);
  if (!machine.state.hasFacts(root)) machine.state.setFacts(root, facts);
  return rootValue(root);
}

/** What a cell holds; a value of its own where nobody wrote it. */
export function loadSpot(machine: Machine, spot: Spot, type: CType): Value {
  const cell = machine.ids.cell(spot.object, spot.path);
  const known = machine.state.get(cell);
  if (known !== undefined) return asTyped(machine, known, type);
  const object = machine.state.object(spot.object);
  // Facts of a root hold everywhere: what was never written gets one of its own.
  const root =
    object?.initial === 'uninitialised'
      ? machine.ids.root(`cell ${cell}`, 'never written')
      : machine.ids.initial(cell);
  machine.ids.setDefaults(root, initialFacts(object, spot.path, type));
  return rootValue(root);
}

/** What was forgotten of a cell still lies in the range of the type that it is read as. */
function asTyped(machine: Machine, value: Value, type: CType): Value {
  if (type.kind !== 'int' || value.root === 0 || value.scale !== 1 || value.add !== 0) return value;
  const facts = machine.state.facts(value.root);
  if (facts.lo > Number.NEGATIVE_INFINITY && facts.hi < Number.POSITIVE_INFINITY) return value;
  const limits = rangeOfType(type);
  machine.state.setFacts(value.root, {
    ...facts,
    lo: Math.max(facts.lo, limits.lo),
    hi: Math.min(facts.hi, limits.hi),
  });
  return value;
}

/** What holds of a cell that was never written. */
function initialFacts(object: MemoryObject | undefined, path: string, type: CType): RootFacts {
  const typed = factsOfType(type);
  if (object === undefined) return typed;
  // A member of an unknown type may be an array, which is no null pointer.
  const isScalar = type.kind === 'int' || type.kind === 'pointer' || type.kind === 'float';
  if (object.initial === 'zero' && !path.includes('[') && isScalar)
    return { ...typed, lo: 0, hi: 0, mayBeNonNull: false };
  const uninitialised = object.initial === 'uninitialised' && !object.escaped ? 'yes' : 'no';
  const taint = taintOfNumber(object.taint);
  if (taint === undefined && uninitialised === 'no') return typed;
  return { ...typed, taint, uninitialised };
}
