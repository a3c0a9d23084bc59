import type { AssignExpr, Expr, IncDecExpr, InitListExpr } from '../c/ast.ts';
import { operate } from './arithmetic.ts';
import { converted } from './conversion.ts';
import { copyRecord } from './copy-record.ts';
import { isOutside, markEscaped } from './escape.ts';
import { assignList } from './initialiser-list.ts';
import { keepContent } from './kept-content.ts';
import type { Machine } from './machine.ts';
import { subObject } from './objects.ts';
import { placeOf } from './places.ts';
import { settleText } from './settle-text.ts';
import { store, touch } from './store.ts';
import { constant, type Value } from './value.ts';

/** `target = value` and its compound forms. */
export function assign(machine: Machine, expr: AssignExpr): Value {
  if (expr.op === '=') {
    if (expr.value.kind === 'initlist' && expr.target.type.kind === 'record')
      return assignRecord(machine, expr.target, expr.target.type.name, expr.value);
    const value = machine.evaluate(expr.value);
    return assignTo(machine, expr, expr.target, expr.value, value);
  }
  const op = expr.op.slice(0, -1);
  const before = machine.evaluate(expr.target);
  const operand = machine.evaluate(expr.value);
  const value = operate(machine, expr, op, expr.target, expr.value, before, operand);
  return assignTo(machine, expr, expr.target, undefined, value);
}

/** `record = (T){ ... }` */
function assignRecord(machine: Machine, target: Expr, record: string, init: InitListExpr): Value {
  const place = placeOf(machine, target, true);
  const [spot, ...others] = place.spots;
  if (spot === undefined || others.length > 0) return machine.evaluate(init);
  const object = subObject(machine, spot.object, spot.path);
  touch(machine, object);
  assignList(machine, object, record, init);
  return machine.unknown(init);
}

/** Stores a value as the type of its target holds it, and tells of it. */
function assignTo(
  machine: Machine,
  expr: Expr,
  target: Expr,
  source: Expr | undefined,
  given: Value,
): Value {
  const place = placeOf(machine, target, true);
  const value = converted(machine, expr, source?.type ?? target.type, target.type, given);
  const [spot] = place.spots;
  if (machine.listener?.assign !== undefined) {
    const before =
      spot !== undefined && place.strong
        ? machine.state.get(machine.ids.cell(spot.object, spot.path))
        : undefined;
    machine.listener.assign({ expr, target, value: source, assigned: value, before }, machine);
  }
  if (place.type.kind === 'record') copyRecord(machine, place, source, expr);
  else store(machine, place, value, expr);
  keepContent(machine, target, value);
  const outside =
    place.spots.length === 0 || place.spots.some((each) => isOutside(machine, each.object));
  if (outside) markEscaped(machine, value);
  settleText(machine, spot, target, value);
  return value;
}

/** `++x` and its like. */
export function increment(machine: Machine, expr: IncDecExpr): Value {
  const before = machine.evaluate(expr.operand);
  const op = expr.op === '++' ? '+' : '-';
  const one: Expr = {
    kind: 'number',
    value: 1,
    type: { kind: 'int', bits: 32, signed: true },
    start: expr.start,
    end: expr.end,
  };
  const result = operate(machine, expr, op, expr.operand, one, before, constant(1));
  const { listener } = machine;
  // The operand was read above; the second visit only finds where to write.
  machine.listener = undefined;
  const after = converted(machine, expr, expr.operand.type, expr.operand.type, result);
  const place = placeOf(machine, expr.operand, true);
  store(machine, place, after, expr);
  machine.listener = listener;
  return expr.prefix ? after : before;
}
