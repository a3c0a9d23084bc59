import type { CallExpr, Expr } from '../../c/ir/ast.ts';
import { call } from '../calls/call.ts';
import { constant, type Value, ZERO } from '../domain/value.ts';
import type { CallEvent } from '../interpreter/events.ts';
import { Interpreter } from '../interpreter/interpreter.ts';
import { markEscaped } from '../memory/escape.ts';
import { addressOf } from './address.ts';
import { assign, increment } from './assignment.ts';
import { conditional } from './conditional.ts';
import { convertValue } from './conversion.ts';
import { evaluateAgain } from './evaluate-again.ts';
import { allocateNew, releaseDeleted } from './new-delete.ts';
import { binary, unary } from './operators.ts';
import { literalValue, readLValue, readName } from './reads.ts';

/** Evaluates the expressions of one function over an abstract state. */
export class Evaluator extends Interpreter {
  evaluate(expr: Expr, use: CallEvent['use'] = 'used'): Value {
    this.ids.budget.spend(1);
    switch (expr.kind) {
      case 'number':
        return constant(expr.value);
      case 'string':
        return literalValue(this, expr);
      case 'name':
        for (const place of expr.changes ?? []) markEscaped(this, this.evaluate(place));
        return readName(this, expr);
      case 'member':
      case 'deref':
      case 'index':
        return readLValue(this, expr);
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
        return convertValue(
          this,
          expr,
          expr.operand.type,
          expr.type,
          this.evaluate(expr.operand, use),
        );
      case 'sizeof':
        return expr.size === undefined ? this.unknown(expr) : constant(expr.size);
      case 'call':
        return this.calledValue(expr, use);
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

  /** The result of a call; what its function only computes is worked out with the arguments themselves. */
  private calledValue(expr: CallExpr, use: CallEvent['use']): Value {
    const result = call(this, expr, use);
    const meaning = this.unit.computing.inlined(expr);
    return meaning === undefined || !this.reachable ? result : evaluateAgain(this, meaning);
  }
}
