import type { CallExpr } from '../../c/ir/ast.ts';
import type { Result } from '../../library-models/call-model.ts';
import { appendSteps } from '../domain/source-step.ts';
import { taintOfNumber } from '../domain/taint.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import { plus, type RootFacts, TOP_FACTS, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { allocate, allocateOnStack } from '../memory/allocation.ts';
import { taintSource } from './library-write.ts';
import { sizeValue } from './model-size.ts';
import { MAX_TEXT_LENGTH, textLimit, textSize } from './text-length.ts';

/** The value that a library call returns, as its model has it. */
export function libraryResult(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  result: Result | undefined,
  size: Value | undefined,
): Value {
  switch (result?.kind) {
    case 'allocation': {
      const copied = result.copies === undefined ? undefined : args[result.copies];
      const taint = copied === undefined ? undefined : interpreter.contentTaint(copied);
      const initial =
        result.zeroed === true
          ? { initial: 'zero' as const }
          : copied === undefined
            ? {}
            : { initial: 'unknown' as const, terminated: 'yes' as const, taint };
      return allocate(interpreter, expr, result.family, size, result.failure, initial);
    }
    case 'automatic':
      return allocateOnStack(interpreter, expr, sizeValue(interpreter, expr, args, result.size));
    case 'argument':
      return args[result.arg] ?? interpreter.unknown(expr);
    case 'within': {
      const base = args[result.arg];
      if (base === undefined) return interpreter.unknown(expr);
      const targets = interpreter.targetsOf(base).map((target) => ({
        object: target.object,
        offset: interpreter.fresh(expr, `within ${target.object}`, {
          ...TOP_FACTS,
          ...ofText(interpreter, base),
          lo: 0,
        }),
      }));
      // The NUL that ends a text is always found.
      const [, sought] = args;
      const isEnd =
        /^(?:strchr|strrchr)$/.test(expr.name) && sought?.root === 0 && sought.add === 0;
      const nullable = result.nullable && !isEnd;
      const nullOrigin = nullable
        ? {
            kind: 'failure' as const,
            what: expr.name,
            step: interpreter.step(expr, `${expr.name} returns null when it finds nothing`),
          }
        : undefined;
      // fgets gives back exactly the buffer that it was given.
      const exact =
        expr.name === 'fgets' || expr.name === 'gets' ? interpreter.targetsOf(base) : targets;
      return interpreter.fresh(expr, 'result', {
        ...TOP_FACTS,
        mayBeNull: nullable,
        nullOrigin,
        targets: exact,
        taint: interpreter.taint(base),
        from: expr.name,
      });
    }
    case 'pointer': {
      const nullOrigin = result.nullable
        ? {
            kind: 'failure' as const,
            what: expr.name,
            step: interpreter.step(expr, `${expr.name} may return null`),
          }
        : undefined;
      const taint =
        result.taint === undefined ? undefined : taintSource(interpreter, expr, result.taint);
      const value = interpreter.fresh(expr, 'result', {
        ...TOP_FACTS,
        mayBeNull: result.nullable,
        nullOrigin,
        taint,
        from: expr.name,
      });
      const carrier = result.contentFrom === undefined ? undefined : args[result.contentFrom];
      const content = carrier === undefined ? undefined : interpreter.contentTaint(carrier);
      if (content !== undefined) {
        const steps = appendSteps(content.steps, [
          interpreter.step(expr, `${expr.name} hands it on`),
        ]);
        for (const { object } of interpreter.pointees(value))
          interpreter.state.setObject({ ...object, taint: { ...content, steps } });
      }
      return value;
    }
    case 'integer':
      return integerResult(interpreter, expr, args, result);
    default:
      return interpreter.fresh(expr, 'result', { ...factsOfType(expr.type), from: expr.name });
  }
}

/** What is known of a place in a text, and of how many of its characters come first. */
function ofText(
  interpreter: Interpreter,
  text: Value,
): Pick<RootFacts, 'hi' | 'from' | 'lengthOf'> {
  return {
    hi: Math.min(textLimit(interpreter, text), MAX_TEXT_LENGTH),
    from: 'strlen',
    lengthOf: interpreter.contentTaint(text),
  };
}

/** A number that a library call returns, with what its arguments say of it. */
function integerResult(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  result: Result & { kind: 'integer' },
): Value {
  if (/^(?:strlen|wcslen)$/.test(expr.name)) {
    const size = textSize(interpreter, expr, args[0]);
    if (size !== undefined) return plus(size, -1);
  }
  if (/^(?:strspn|strcspn)$/.test(expr.name) && args[0] !== undefined)
    return interpreter.fresh(expr, 'result', {
      ...factsOfType(expr.type),
      ...ofText(interpreter, args[0]),
      lo: 0,
    });
  const typed = factsOfType(expr.type);
  const source = result.taintFrom === undefined ? undefined : args[result.taintFrom];
  const taint =
    result.taint !== undefined
      ? taintSource(interpreter, expr, result.taint)
      : source === undefined
        ? undefined
        : taintOfNumber(interpreter.contentTaint(source));
  const most = result.atMost === undefined ? undefined : args[result.atMost];
  const hi = Math.min(
    typed.hi,
    result.hi ?? Number.POSITIVE_INFINITY,
    most === undefined ? Number.POSITIVE_INFINITY : interpreter.range(most).hi,
  );
  const lo = Math.max(typed.lo, result.lo ?? Number.NEGATIVE_INFINITY);
  const value = interpreter.fresh(expr, 'result', {
    ...typed,
    lo,
    hi,
    taint,
    from: expr.name,
    checkedAbove: result.atMost !== undefined,
  });
  if (most !== undefined && most.root !== 0 && most.scale === 1)
    interpreter.state.constrain(value.root, most.root, most.add);
  return value;
}
