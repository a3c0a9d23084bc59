import type { CallExpr, Expr, LoweredFunction, Variable } from '../ir/ast.ts';
import { constantOf } from '../ir/constants.ts';
import { converted, isComputation, isComputing, substituted } from '../ir/substitution.ts';
import { isTruth } from '../ir/truth.ts';
import { INT } from '../ir/types.ts';
import { expressionsIn } from '../ir/walk.ts';

/** A function that only computes: what it returns, in terms of its parameters. */
interface ComputingFunction {
  readonly parameters: readonly Variable[];
  readonly value: Expr;
}

/** Larger ones are no mere names for an expression, and a call stands for all of it. */
const MAX_PARTS = 60;

/** Branches within each other that a result may depend on. */
const MAX_BRANCHES = 6;

/** What calls stand for whose functions do nothing but compute their result, as a macro would. */
export class ComputingFunctions {
  private readonly functions = new Map<string, ComputingFunction>();
  private readonly known = new WeakMap<CallExpr, { readonly meaning: Expr | undefined }>();

  constructor(functions: readonly LoweredFunction[]) {
    const byName = Map.groupBy(functions, ({ name }) => name);
    for (const [name, all] of byName) {
      const [fn] = all;
      const computing = fn !== undefined && all.length === 1 ? computingFunction(fn) : undefined;
      if (computing !== undefined) this.functions.set(name, computing);
    }
  }

  /**
   * The expression that a call stands for, at the place of the call and with its arguments.
   * @returns none where the function does more than compute, or an argument does
   */
  inlined(call: CallExpr): Expr | undefined {
    if (!this.functions.has(call.name)) return undefined;
    const known = this.known.get(call) ?? { meaning: this.made(call) };
    this.known.set(call, known);
    return known.meaning;
  }

  /** A function whose loops go on by what calls compute, as far as this is known. */
  withInlinedConditions(fn: LoweredFunction): LoweredFunction {
    const loops = fn.loops.map((loop) => {
      const { condition } = loop;
      if (condition?.kind !== 'call') return loop;
      const meaning = this.inlined(condition);
      // What a call of constants comes to is worked out from the call.
      const isOfVariables = meaning !== undefined && expressionsIn(meaning).some(isVariable);
      return isOfVariables ? { ...loop, condition: meaning, asked: condition } : loop;
    });
    return loops.every((loop, at) => loop === fn.loops[at]) ? fn : { ...fn, loops };
  }

  private made(call: CallExpr): Expr | undefined {
    const computing = this.functions.get(call.name);
    if (computing === undefined || call.receiver !== undefined) return undefined;
    const { parameters, value } = computing;
    if (parameters.length !== call.args.length || !call.args.every(isComputation)) return undefined;
    const given = new Map(
      parameters.flatMap((parameter, at) => {
        const arg = call.args[at];
        return arg === undefined
          ? []
          : [[parameter.position, converted(arg, parameter.type)] as const];
      }),
    );
    return converted(substituted(value, given, call), call.type);
  }
}

function computingFunction(fn: LoweredFunction): ComputingFunction | undefined {
  if (fn.isMethod || fn.variadic || fn.loops.length > 0 || fn.qualifiedName !== fn.name)
    return undefined;
  const value = valueFrom(fn, 0, 0);
  if (value === undefined || isCode(value)) return undefined;
  const parts = expressionsIn(value);
  if (parts.length > MAX_PARTS || !parts.every((part) => isOwnComputation(part))) return undefined;
  return { parameters: fn.parameters, value: converted(value, fn.returns) };
}

/** Whether a result is one of several numbers: what each tells of the arguments is in the function's summary. */
function isCode(value: Expr): boolean {
  if (value.kind !== 'conditional' || value.then === undefined) return false;
  const isNumber = (one: Expr) => constantOf(one) !== undefined || isTruth(one);
  return [value.then, value.otherwise].every((one) => isNumber(one) || isCode(one));
}

/** What a function returns from a block on, where it does nothing else. */
function valueFrom(fn: LoweredFunction, id: number, depth: number): Expr | undefined {
  const block = fn.blocks[id];
  const isIdle = block?.steps.every(({ kind }) => kind === 'leave');
  if (block === undefined || !isIdle || depth > MAX_BRANCHES) return undefined;
  const { end } = block;
  if (end.kind === 'jump') return valueFrom(fn, end.to, depth + 1);
  if (end.kind === 'return') return end.value && truthOf(end.value);
  if (end.kind !== 'branch' || end.assertion) return undefined;
  const then = valueFrom(fn, end.then, depth + 1);
  const otherwise = valueFrom(fn, end.otherwise, depth + 1);
  if (then === undefined || otherwise === undefined) return undefined;
  const { start, end: last, type } = then;
  return truthOf({
    kind: 'conditional',
    condition: end.condition,
    then,
    otherwise,
    type,
    start,
    end: last,
  });
}

/** `a ? 1 : b` is `a || b` and the like, where both are truths: conditions are split by that. */
function truthOf(expr: Expr): Expr {
  if (expr.kind !== 'conditional' || expr.then === undefined) return expr;
  const { condition } = expr;
  const [then, otherwise] = [truthOf(expr.then), truthOf(expr.otherwise)];
  const [yes, no] = [constantOf(then), constantOf(otherwise)];
  const { start, end } = expr;
  const not = (operand: Expr): Expr => ({ kind: 'unary', op: '!', operand, type: INT, start, end });
  const both = (op: string, left: Expr, right: Expr): Expr => ({
    ...{ kind: 'binary', op, left, right, type: INT, start, end },
  });
  if (yes === 1 && no === 0) return isTruth(condition) ? condition : not(not(condition));
  if (yes === 0 && no === 1) return not(condition);
  if (yes === 1 && isTruth(otherwise)) return both('||', condition, otherwise);
  if (yes === 0 && isTruth(otherwise)) return both('&&', not(condition), otherwise);
  if (no === 0 && isTruth(then)) return both('&&', condition, then);
  if (no === 1 && isTruth(then)) return both('||', not(condition), then);
  return { ...expr, then, otherwise };
}

/** Whether a part of a result is nothing but a value: of parameters, globals and constants. */
function isOwnComputation(expr: Expr): boolean {
  if (expr.kind === 'name')
    return expr.variable === undefined || /^(?:parameter|global)$/.test(expr.variable.scope);
  // The address of a parameter is no place of the caller.
  if (expr.kind === 'address') return rootOf(expr.operand)?.scope !== 'parameter';
  return isComputing(expr);
}

function isVariable(expr: Expr): boolean {
  return expr.kind === 'name' && expr.variable !== undefined;
}

function rootOf(expr: Expr): Variable | undefined {
  if (expr.kind === 'name') return expr.variable;
  return expr.kind === 'member' && !expr.arrow ? rootOf(expr.base) : undefined;
}
