import type { AssignExpr, Expr, IncDecExpr, InitListExpr } from '../../c/ir/ast.ts';
import { recordThrough } from '../calls/record-through.ts';
import { constant, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { copyRecord } from '../memory/copy-record.ts';
import { isOutside, markEscaped } from '../memory/escape.ts';
import { recordContent } from '../memory/field-contents.ts';
import type { LValue } from '../memory/lvalue.ts';
import { subObject } from '../memory/objects.ts';
import { lvalueOf } from '../memory/resolve-lvalue.ts';
import { markWritten, store } from '../memory/store.ts';
import { updateText } from '../memory/text-update.ts';
import { applyOperator } from './arithmetic.ts';
import { convertValue } from './conversion.ts';
import { assignList } from './initialiser-list.ts';
import { readToUpdate } from './reads.ts';

/** `target = value` and its compound forms. */
export function assign(interpreter: Interpreter, expr: AssignExpr): Value {
  if (expr.through !== undefined) recordThrough(interpreter, expr.through, [[], []]);
  if (expr.op === '=') {
    if (expr.value.kind === 'initlist' && expr.target.type.kind === 'record')
      return assignRecord(interpreter, expr.target, expr.target.type.name, expr.value);
    const value = interpreter.evaluate(expr.value);
    const lvalue = lvalueOf(interpreter, expr.target, true);
    return assignTo(interpreter, expr, expr.target, lvalue, expr.value, value);
  }
  const op = expr.op.slice(0, -1);
  const { lvalue, value: before } = readToUpdate(interpreter, expr.target);
  const operand = interpreter.evaluate(expr.value);
  const value = applyOperator(interpreter, expr, op, expr.target, expr.value, before, operand);
  return assignTo(interpreter, expr, expr.target, lvalue, undefined, value);
}

/** `record = (T){ ... }` */
function assignRecord(
  interpreter: Interpreter,
  target: Expr,
  record: string,
  init: InitListExpr,
): Value {
  const lvalue = lvalueOf(interpreter, target, true);
  const [location, ...others] = lvalue.locations;
  if (location === undefined || others.length > 0) return interpreter.evaluate(init);
  const object = subObject(interpreter, location.object, location.path);
  markWritten(interpreter, object);
  assignList(interpreter, object, record, init);
  return interpreter.unknown(init);
}

/** Stores a value as the type of its target holds it, and tells of it. */
function assignTo(
  interpreter: Interpreter,
  expr: Expr,
  target: Expr,
  lvalue: LValue,
  source: Expr | undefined,
  given: Value,
): Value {
  const value = convertValue(interpreter, expr, source?.type ?? target.type, target.type, given);
  const [location] = lvalue.locations;
  if (interpreter.listener?.assign !== undefined) {
    const before =
      location !== undefined && lvalue.strong
        ? interpreter.state.get(interpreter.ids.cell(location.object, location.path))
        : undefined;
    interpreter.listener.assign(
      { expr, target, value: source, assigned: value, before },
      interpreter,
    );
  }
  if (lvalue.type.kind === 'record') copyRecord(interpreter, lvalue, source, value, expr);
  else store(interpreter, lvalue, value, expr);
  recordContent(interpreter, target, value);
  const outside =
    lvalue.locations.length === 0 ||
    lvalue.locations.some((each) => isOutside(interpreter, each.object));
  if (outside) markEscaped(interpreter, value);
  updateText(interpreter, location, target, value);
  return value;
}

/** `++x` and its like. */
export function increment(interpreter: Interpreter, expr: IncDecExpr): Value {
  const { lvalue, value: before } = readToUpdate(interpreter, expr.operand);
  const op = expr.op === '++' ? '+' : '-';
  const one: Expr = {
    kind: 'number',
    value: 1,
    type: { kind: 'int', bits: 32, signed: true },
    start: expr.start,
    end: expr.end,
  };
  const result = applyOperator(interpreter, expr, op, expr.operand, one, before, constant(1));
  const { listener } = interpreter;
  interpreter.listener = undefined;
  const after = convertValue(interpreter, expr, expr.operand.type, expr.operand.type, result);
  store(interpreter, lvalue, after, expr);
  interpreter.listener = listener;
  return expr.prefix ? after : before;
}
