import type { DerefExpr, Expr, IndexExpr, MemberExpr, NameExpr, StringExpr } from '../c/ast.ts';
import { type CType, isPointerLike } from '../c/types.ts';
import { readContent } from './kept-content.ts';
import { load, loadSpot } from './load.ts';
import type { Machine } from './machine.ts';
import { unknownObject } from './memory-object.ts';
import { pointerTo } from './objects.ts';
import { namedPlace, placeOf } from './places.ts';
import { constant, type Value } from './value.ts';

/** The address of a string literal. */
export function literalValue(machine: Machine, expr: StringExpr): Value {
  const object = machine.ids.root(expr, 'literal');
  if (machine.state.object(object) === undefined) {
    machine.state.setObject({
      ...unknownObject(object, undefined),
      kind: 'literal',
      name: 'a string literal',
      size: constant(expr.value.length + 1),
      terminated: 'yes',
      maxLength: expr.value.length,
      text: expr.value,
    });
  }
  return pointerTo(machine, object, expr);
}

/** The value of a name: a variable, a function, or something that is not declared here. */
export function readName(machine: Machine, expr: NameExpr): Value {
  if (expr.variable === undefined) {
    if (
      expr.type.kind === 'function' ||
      machine.unit.symbols.function(expr.name) !== undefined ||
      /^(?:stdin|stdout|stderr|this)$/.test(expr.name)
    ) {
      return pointerTo(machine, machine.ids.root(expr.name, 'named'), expr.name);
    }
    return loadSpot(
      machine,
      { object: machine.ids.root(expr.name, 'unresolved'), path: '' },
      expr.type,
    );
  }
  const { variable } = expr;
  if (variable.constant && variable.scope !== 'local' && variable.type.kind === 'int') {
    const init = machine.constantGlobal(variable);
    if (init !== undefined) return constant(init);
  }
  const place = namedPlace(machine, expr);
  if (variable.type.kind === 'record' || variable.type.kind === 'unknown')
    return load(machine, place, expr);
  const value = load(machine, place, expr);
  if (variable.scope === 'global' || variable.scope === 'static')
    readContent(machine, expr, variable.type, value);
  hearUninitialised(machine, expr, variable.name, value, variable.type);
  return value;
}

/** The value behind a pointer, an index or a member. */
export function readPlace(machine: Machine, expr: MemberExpr | DerefExpr | IndexExpr): Value {
  const place = placeOf(machine, expr, false);
  const value = load(machine, place, expr);
  readContent(machine, expr, place.type, value);
  if (machine.of(value).uninitialised !== 'no')
    hearUninitialised(machine, expr, machine.text(expr), value, place.type);
  return value;
}

/** Tells of a value that nobody wrote. */
function hearUninitialised(
  machine: Machine,
  expr: Expr,
  name: string,
  value: Value,
  type: CType,
): void {
  if (value.root === 0) return;
  const facts = machine.state.facts(value.root);
  if (facts.uninitialised === 'no') return;
  machine.listener?.uninitialised?.(
    { expr, name, certainty: facts.uninitialised, isPointer: isPointerLike(type) },
    machine,
  );
  // Heard once is enough on this path.
  machine.state.setFacts(value.root, { ...facts, uninitialised: 'no' });
}
