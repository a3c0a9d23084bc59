import type { Expr, LoweredFunction, Step } from '../../c/ir/ast.ts';
import { applyBinary, applyUnary } from '../../c/ir/constants.ts';
import type { CType } from '../../c/ir/types.ts';
import { LIMITS } from '../../limits.ts';
import { rangeOfType } from '../domain/typed-facts.ts';

/** The value is not known, or working it out would take too long. */
const UNKNOWN = new Error('not a constant');

/**
 * The result of a function of the file called with constants, worked out by
 * running it: only integer arithmetic on its own variables, no memory, no input.
 * Undefined where it does anything else or does not end soon. The steps are taken from a budget.
 */
export function constantCall(
  functions: ReadonlyMap<string, LoweredFunction>,
  name: string,
  args: readonly number[],
  budget: { steps: number },
): number | undefined {
  const run = new Interpretation(functions, Math.min(LIMITS.constantCallSteps, budget.steps));
  try {
    return run.call(name, args, 0);
  } catch (thrown) {
    if (thrown === UNKNOWN) return undefined;
    throw thrown;
  } finally {
    budget.steps -= run.spent;
  }
}

class Interpretation {
  private readonly functions: ReadonlyMap<string, LoweredFunction>;
  private readonly allowed: number;
  /** What it has cost so far, in evaluated expressions. */
  spent = 0;

  constructor(functions: ReadonlyMap<string, LoweredFunction>, allowed: number) {
    this.functions = functions;
    this.allowed = allowed;
  }

  call(name: string, args: readonly number[], depth: number): number {
    const fn = this.functions.get(name);
    if (fn === undefined || depth > LIMITS.constantCallDepth || fn.variadic) throw UNKNOWN;
    if (fn.parameters.length !== args.length) throw UNKNOWN;
    const values = new Map<number, number>();
    fn.parameters.forEach((parameter, index) => {
      values.set(parameter.id, fitted(args[index] ?? 0, parameter.type));
    });
    return fitted(this.run(fn, values, depth), fn.returns);
  }

  private run(fn: LoweredFunction, values: Map<number, number>, depth: number): number {
    for (let id = 0; ; ) {
      const block = fn.blocks[id];
      if (block === undefined) throw UNKNOWN;
      for (const step of block.steps) this.step(step, values, depth);
      const { end } = block;
      switch (end.kind) {
        case 'jump':
          id = end.to;
          break;
        case 'branch':
          id = this.evaluate(end.condition, values, depth) === 0 ? end.otherwise : end.then;
          break;
        case 'switch': {
          const value = this.evaluate(end.value, values, depth);
          const found = end.cases.find(({ low, high }) => {
            if (low === undefined || high === undefined) throw UNKNOWN;
            return low <= value && value <= high;
          });
          id = found?.to ?? end.otherwise;
          break;
        }
        case 'return':
          if (end.value === undefined) throw UNKNOWN;
          return this.evaluate(end.value, values, depth);
        default:
          throw UNKNOWN;
      }
      this.spend();
    }
  }

  private spend(): void {
    this.spent += 1;
    if (this.spent > this.allowed) throw UNKNOWN;
  }

  private step(step: Step, values: Map<number, number>, depth: number): void {
    if (step.kind === 'eval') this.evaluate(step.expr, values, depth);
    if (step.kind !== 'declare') return;
    const { variable, init } = step;
    if (variable.scope !== 'local' || variable.type.kind !== 'int') throw UNKNOWN;
    if (init === undefined) values.delete(variable.id);
    else values.set(variable.id, fitted(this.evaluate(init, values, depth), variable.type));
  }

  private evaluate(expr: Expr, values: Map<number, number>, depth: number): number {
    this.spend();
    switch (expr.kind) {
      case 'number':
        return expr.value;
      case 'sizeof':
        return known(expr.size);
      case 'name':
        return known(expr.variable === undefined ? undefined : values.get(expr.variable.id));
      case 'unary':
        return fitted(
          known(applyUnary(expr.op, this.evaluate(expr.operand, values, depth))),
          expr.type,
        );
      case 'cast':
        return fitted(this.evaluate(expr.operand, values, depth), expr.type);
      case 'conditional': {
        const condition = this.evaluate(expr.condition, values, depth);
        if (condition === 0) return this.evaluate(expr.otherwise, values, depth);
        return expr.then === undefined ? condition : this.evaluate(expr.then, values, depth);
      }
      case 'binary':
        return this.binary(expr, values, depth);
      case 'assign': {
        const value = this.evaluate(expr.value, values, depth);
        if (expr.op === '=') return assign(expr.target, value, values);
        const before = this.evaluate(expr.target, values, depth);
        return assign(expr.target, known(applyBinary(expr.op.slice(0, -1), before, value)), values);
      }
      case 'incdec': {
        const before = this.evaluate(expr.operand, values, depth);
        const after = assign(expr.operand, expr.op === '++' ? before + 1 : before - 1, values);
        return expr.prefix ? after : before;
      }
      case 'call': {
        if (expr.receiver !== undefined || expr.name === '') throw UNKNOWN;
        const args = expr.args.map((arg) => this.evaluate(arg, values, depth));
        return this.call(expr.name, args, depth + 1);
      }
      default:
        throw UNKNOWN;
    }
  }

  private binary(
    expr: Expr & { kind: 'binary' },
    values: Map<number, number>,
    depth: number,
  ): number {
    const left = this.evaluate(expr.left, values, depth);
    if (expr.op === '&&' && left === 0) return 0;
    if (expr.op === '||' && left !== 0) return 1;
    const right = this.evaluate(expr.right, values, depth);
    if (expr.op === ',') return right;
    return fitted(known(applyBinary(expr.op, left, right)), expr.type);
  }
}

function assign(target: Expr, value: number, values: Map<number, number>): number {
  if (target.kind !== 'name' || target.variable === undefined) throw UNKNOWN;
  const { variable } = target;
  if (variable.scope !== 'local' && variable.scope !== 'parameter') throw UNKNOWN;
  const stored = fitted(value, variable.type);
  values.set(variable.id, stored);
  return stored;
}

function known(value: number | undefined): number {
  if (value === undefined) throw UNKNOWN;
  return value;
}

/** A value in an integer type: unsigned ones wrap; a signed one that does not fit is undefined in C. */
function fitted(value: number, type: CType): number {
  if (type.kind !== 'int' || !Number.isSafeInteger(value)) throw UNKNOWN;
  if (type.boolean === true) return value === 0 ? 0 : 1;
  const { lo, hi } = rangeOfType(type);
  if (value >= lo && value <= hi) return value;
  if (type.signed) throw UNKNOWN;
  const size = hi + 1;
  return ((value % size) + size) % size;
}
