import type { BasicBlock, CallExpr, Expr, LoweredFunction, Step } from '../ir/ast.ts';
import { converted, isComputation, substituted } from '../ir/substitution.ts';
import type { CType } from '../ir/types.ts';
import { expressionsIn, variablesIn } from '../ir/walk.ts';
import { withoutCasts } from '../ir/without-casts.ts';

/** What a function does that only passes its parameters on to another one. Plain data: parameters are told by their positions. */
export interface Forwarding {
  readonly parameters: readonly CType[];
  /** The call, as the function converts and returns it. */
  readonly value: Expr;
  /** The function that is called. */
  readonly to: string;
  /** Whether it gives nothing of the result back. */
  readonly drops: boolean;
}

/** What works only in the frame of its caller, or asks for it. */
const BOUND_TO_FRAME = /alloca|setjmp|^va_|vfork|(?:return|frame)_address/;

/** The forwarding of each function of a file that does nothing else, by name. */
export function forwardingsIn(
  functions: readonly LoweredFunction[],
): ReadonlyMap<string, Forwarding> {
  const byName = Map.groupBy(functions, ({ name }) => name);
  return new Map(
    [...byName].flatMap(([name, [fn, ...others]]) => {
      const forwarding = fn === undefined || others.length > 0 ? undefined : forwardingOf(fn);
      const isOutside = forwarding !== undefined && !byName.has(forwarding.to);
      return isOutside ? [[name, forwarding] as const] : [];
    }),
  );
}

/** What a function passes on, where it does nothing else. */
export function forwardingOf(fn: LoweredFunction): Forwarding | undefined {
  if (fn.isMethod || fn.variadic || fn.loops.length > 0 || fn.qualifiedName !== fn.name)
    return undefined;
  const value = onlyValue(fn);
  const call = value && withoutCasts(value);
  if (value === undefined || call?.kind !== 'call' || !isForwarded(fn, call)) return undefined;
  const isDropped = fn.returns.kind === 'void' && value.type.kind !== 'void';
  return {
    parameters: fn.parameters.map(({ type }) => type),
    value: isDropped ? dropped(value) : converted(value, fn.returns),
    to: call.name,
    drops: isDropped,
  };
}

/**
 * The call that a call of such a function is, with the arguments of that, at its place.
 * @returns none where an argument is not passed once and would do something else then
 */
export function forwarded(call: CallExpr, { parameters, value }: Forwarding): Expr | undefined {
  const { args, receiver, callee, isMacro } = call;
  const isDirect = receiver === undefined && isMacro !== true && callee.kind === 'name';
  if (!isDirect || callee.variable !== undefined || parameters.length !== args.length)
    return undefined;
  const named = variablesIn(value);
  const isPassedOnce = (at: number) => named.filter(({ position }) => position === at).length === 1;
  if (!args.every((arg, at) => isPassedOnce(at) || isComputation(arg))) return undefined;
  const given = new Map(
    parameters.flatMap((type, at) => {
      const arg = args[at];
      return arg === undefined ? [] : [[at, converted(arg, type)] as const];
    }),
  );
  return written(converted(substituted(value, given, call), call.type), call);
}

/** Says of the call in it how it is written. */
function written(expr: Expr, through: CallExpr): Expr {
  if (expr.kind === 'cast') return { ...expr, operand: written(expr.operand, through) };
  if (expr.kind !== 'call') return expr;
  const { start, end } = through.callee;
  return { ...expr, callee: { ...expr.callee, start, end }, through };
}

/** What is done and, if anything, returned by a function of one step, which may be kept in a variable in between. */
function onlyValue(fn: LoweredFunction): Expr | undefined {
  const steps: Step[] = [];
  let block: BasicBlock | undefined = fn.blocks[0];
  for (let left = fn.blocks.length; left > 0 && block?.end.kind === 'jump'; left -= 1) {
    steps.push(...block.steps);
    block = fn.blocks[block.end.to];
  }
  if (block?.end.kind !== 'return') return undefined;
  const [step, ...more] = [...steps, ...block.steps].filter(({ kind }) => kind !== 'leave');
  const { value } = block.end;
  if (more.length > 0) return undefined;
  if (step === undefined) return value;
  if (step.kind === 'eval') return value === undefined ? step.expr : undefined;
  const returned = value && withoutCasts(value);
  if (step.kind !== 'declare' || step.init === undefined || returned?.kind !== 'name')
    return undefined;
  return returned.variable === step.variable ? converted(step.init, step.variable.type) : undefined;
}

/** Whether a call is given parameters and constants, and nothing else. */
function isForwarded({ name, parameters }: LoweredFunction, call: CallExpr): boolean {
  const { callee, receiver, isMacro, args } = call;
  if (receiver !== undefined || isMacro === true || callee.kind !== 'name') return false;
  if (callee.variable !== undefined || callee.changes !== undefined) return false;
  if (call.name === '' || call.name === name || BOUND_TO_FRAME.test(call.name)) return false;
  if (parameters.some(({ type }) => type.kind === 'unknown')) return false;
  const parts = args.flatMap((arg) => expressionsIn(arg));
  const isOwn = parts.every(
    (part) =>
      GIVEN.has(part.kind) &&
      (part.kind !== 'name' || part.variable === undefined || part.variable.scope === 'parameter'),
  );
  return isOwn && parts.some((part) => part.kind === 'name' && part.variable !== undefined);
}

const GIVEN: ReadonlySet<Expr['kind']> = new Set(['number', 'string', 'name', 'cast', 'sizeof']);

/** A value that nothing is done with. */
function dropped(operand: Expr): Expr {
  const { start, end } = operand;
  return { kind: 'cast', style: 'c', operand, type: { kind: 'void' }, start, end };
}
