import type { CallExpr } from '../c/ast.ts';
import type { Result } from '../models/model.ts';
import { allocate } from './allocation.ts';
import type { Machine } from './machine.ts';
import { madeTaint } from './taint-source.ts';
import { textSize } from './text-length.ts';
import { withSteps } from './trace-steps.ts';
import { factsOfType } from './typed-facts.ts';
import { plus, taintOfNumber, UNKNOWN_FACTS, type Value } from './value.ts';

/** The value that a library call returns, as its model has it. */
export function libraryResult(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  result: Result | undefined,
  size: Value | undefined,
): Value {
  switch (result?.kind) {
    case 'allocation': {
      const copied = result.copies === undefined ? undefined : args[result.copies];
      const taint = copied === undefined ? undefined : machine.contentTaint(copied);
      const initial =
        result.zeroed === true
          ? { initial: 'zero' as const }
          : copied === undefined
            ? {}
            : { initial: 'unknown' as const, terminated: 'yes' as const, taint };
      return allocate(machine, expr, result.family, size, result.failure, initial);
    }
    case 'argument':
      return args[result.arg] ?? machine.unknown(expr);
    case 'within': {
      const base = args[result.arg];
      if (base === undefined) return machine.unknown(expr);
      const targets = machine.targetsOf(base).map((target) => ({
        object: target.object,
        offset: machine.fresh(expr, `within ${target.object}`, { ...UNKNOWN_FACTS, lo: 0 }),
      }));
      const nullOrigin = result.nullable
        ? {
            kind: 'failure' as const,
            what: expr.name,
            step: machine.step(expr, `${expr.name} returns null when it finds nothing`),
          }
        : undefined;
      // fgets gives back exactly the buffer that it was given.
      const exact =
        expr.name === 'fgets' || expr.name === 'gets' ? machine.targetsOf(base) : targets;
      return machine.fresh(expr, 'result', {
        ...UNKNOWN_FACTS,
        mayBeNull: result.nullable,
        nullOrigin,
        targets: exact,
        taint: machine.taint(base),
        from: expr.name,
      });
    }
    case 'pointer': {
      const nullOrigin = result.nullable
        ? {
            kind: 'failure' as const,
            what: expr.name,
            step: machine.step(expr, `${expr.name} may return null`),
          }
        : undefined;
      const taint = result.taint === undefined ? undefined : madeTaint(machine, expr, result.taint);
      const value = machine.fresh(expr, 'result', {
        ...UNKNOWN_FACTS,
        mayBeNull: result.nullable,
        nullOrigin,
        taint,
        from: expr.name,
      });
      const carrier = result.contentFrom === undefined ? undefined : args[result.contentFrom];
      const content = carrier === undefined ? undefined : machine.contentTaint(carrier);
      if (content !== undefined) {
        const steps = withSteps(content.steps, [machine.step(expr, `${expr.name} hands it on`)]);
        for (const { object } of machine.pointees(value))
          machine.state.setObject({ ...object, taint: { ...content, steps } });
      }
      return value;
    }
    case 'integer':
      return integerResult(machine, expr, args, result);
    default:
      return machine.fresh(expr, 'result', { ...factsOfType(expr.type), from: expr.name });
  }
}

/** A number that a library call returns, with what its arguments say of it. */
function integerResult(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  result: Result & { kind: 'integer' },
): Value {
  if (/^(?:strlen|wcslen)$/.test(expr.name)) {
    const size = textSize(machine, expr, args[0]);
    if (size !== undefined) return plus(size, -1);
  }
  const typed = factsOfType(expr.type);
  const source = result.taintFrom === undefined ? undefined : args[result.taintFrom];
  const taint =
    result.taint !== undefined
      ? madeTaint(machine, expr, result.taint)
      : source === undefined
        ? undefined
        : taintOfNumber(machine.contentTaint(source));
  const most = result.atMost === undefined ? undefined : args[result.atMost];
  const hi = Math.min(
    typed.hi,
    result.hi ?? Number.POSITIVE_INFINITY,
    most === undefined ? Number.POSITIVE_INFINITY : machine.range(most).hi,
  );
  const lo = Math.max(typed.lo, result.lo ?? Number.NEGATIVE_INFINITY);
  const value = machine.fresh(expr, 'result', {
    ...typed,
    lo,
    hi,
    taint,
    from: expr.name,
    checkedAbove: result.atMost !== undefined,
  });
  if (most !== undefined && most.root !== 0 && most.scale === 1)
    machine.state.constrain(value.root, most.root, most.add);
  return value;
}
