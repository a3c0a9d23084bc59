import type { Expr } from '../c/ast.ts';
import { addressOf } from './address.ts';
import { assign, increment } from './assignment.ts';
import { call } from './call.ts';
import { conditional } from './choice.ts';
import { converted } from './conversion.ts';
import { markEscaped } from './escape.ts';
import type { CallEvent } from './events.ts';
import { Machine } from './machine.ts';
import { allocateNew, releaseDeleted } from './new-delete.ts';
import { binary, unary } from './operators.ts';
import { literalValue, readName, readPlace } from './reads.ts';
import { constant, type Value, ZERO } from './value.ts';

/** Evaluates the expressions of one function over an abstract state. */
export class Evaluator extends Machine {
  evaluate(expr: Expr, use: CallEvent['use'] = 'used'): Value {
    this.ids.effort.spend(1);
    switch (expr.kind) {
      case 'number':
        return constant(expr.value);
      case 'string':
        return literalValue(this, expr);
      case 'name':
        return readName(this, expr);
      case 'member':
      case 'deref':
      case 'index':
        return readPlace(this, expr);
      case 'address':
        return addressOf(this, expr);
      case 'assign':
        return assign(this, expr);
      case 'incdec':
        return increment(this, expr);
      case 'unary':
        return unary(this, expr);
      case 'binary':
        return binary(this, expr);
      case 'conditional':
        return conditional(this, expr);
      case 'cast':
        return converted(
          this,
          expr,
          expr.operand.type,
          expr.type,
          this.evaluate(expr.operand, use),
        );
      case 'sizeof':
        return expr.size === undefined ? this.unknown(expr) : constant(expr.size);
      case 'call':
        return call(this, expr, use);
      case 'new':
        return allocateNew(this, expr);
      case 'delete':
        return releaseDeleted(this, expr);
      case 'throw':
        if (expr.operand !== undefined) markEscaped(this, this.evaluate(expr.operand));
        return ZERO;
      case 'initlist':
        for (const item of expr.items) markEscaped(this, this.evaluate(item.value));
        return this.unknown(expr);
      case 'opaque':
        for (const part of expr.parts) markEscaped(this, this.evaluate(part));
        return this.unknown(expr);
    }
  }
}
