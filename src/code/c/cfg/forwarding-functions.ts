import type { AssignExpr, BasicBlock, CallExpr, Expr, LoweredFunction, Step } from '../ir/ast.ts';
import { converted, isComputation, substituted } from '../ir/substitution.ts';
import type { CType } from '../ir/types.ts';
import { expressionsIn, variablesIn } from '../ir/walk.ts';
import { withoutCasts } from '../ir/without-casts.ts';

/**
 * What a function does that only passes its parameters on to another one, or sets what one of them points to. Plain data:
 * parameters are told by their positions.
 */
export interface Forwarding {
  readonly parameters: readonly CType[];
  /** The call, as the function converts and returns it, or the value that it sets. */
  readonly value: Expr;
  /** The parameter that points to what is set. */
  readonly sets?: number;
  /** The functions that are called. */
  readonly to: readonly string[];
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
      const isOutside = forwarding?.to.every((to) => !byName.has(to)) === true;
      return isOutside ? [[name, forwarding] as const] : [];
    }),
  );
}

/** What a function passes on or sets, where it does nothing else. */
export function forwardingOf(fn: LoweredFunction): Forwarding | undefined {
  if (fn.isMethod || fn.variadic || fn.loops.length > 0 || fn.qualifiedName !== fn.name)
    return undefined;
  const value = onlyValue(fn);
  if (value?.kind === 'assign') return settingOf(fn, value);
  const call = value && withoutCasts(value);
  if (value === undefined || call?.kind !== 'call' || !isForwarded(fn, call)) return undefined;
  const isDropped = fn.returns.kind === 'void' && value.type.kind !== 'void';
  return {
    parameters: fn.parameters.map(({ type }) => type),
    value: isDropped ? dropped(value) : converted(value, fn.returns),
    to: [call.name],
    drops: isDropped,
  };
}

/** What `void set(char **out, size_t n) { *out = malloc(n); }` sets. */
function settingOf(fn: LoweredFunction, { op, target, value }: AssignExpr): Forwarding | undefined {
  const pointer = target.kind === 'deref' ? withoutCasts(target.operand) : undefined;
  const variable = pointer?.kind === 'name' ? pointer.variable : undefined;
  if (op !== '=' || fn.returns.kind !== 'void' || variable?.scope !== 'parameter') return undefined;
  const parts = expressionsIn(value);
  const calls = parts.filter((part) => part.kind === 'call');
  const isOwn = parts.every(
    (part) =>
      (part.kind === 'call' && isDirect(fn, part)) ||
      ((GIVEN.has(part.kind) || /^(?:unary|binary)$/.test(part.kind)) && isGiven(part)),
  );
  if (!isOwn || variablesIn(value).includes(variable)) return undefined;
  return {
    parameters: fn.parameters.map(({ type }) => type),
    value: converted(value, target.type),
    sets: variable.position,
    to: calls.map(({ name }) => name),
    drops: false,
  };
}

/**
 * The call that a call of such a function is, with the arguments of that, at its place.
 * @returns none where an argument is not passed once and would do something else then
 */
export function forwarded(call: CallExpr, forwarding: Forwarding): Expr | undefined {
  const { args, receiver, callee, isMacro } = call;
  const { parameters, value, sets } = forwarding;
  const isPlain = receiver === undefined && isMacro !== true && callee.kind === 'name';
  if (!isPlain || callee.variable !== undefined || parameters.length !== args.length)
    return undefined;
  const named = variablesIn(value);
  const isPassedOnce = (at: number) => named.filter(({ position }) => position === at).length === 1;
  if (!args.every((arg, at) => isPassedOnce(at) || isComputation(arg))) return undefined;
  const given = new Map(
    parameters.flatMap((type, at) => {
      const arg = args[at];
      return arg === undefined || at === sets ? [] : [[at, converted(arg, type)] as const];
    }),
  );
  const made = substituted(value, given, call);
  if (sets === undefined) return written(converted(made, call.type), call);
  const place = args[sets] && withoutCasts(args[sets]);
  if (place?.kind !== 'address') return undefined;
  const { start, end } = call;
  const target = place.operand;
  return {
    kind: 'assign',
    op: '=',
    target,
    value: made,
    type: target.type,
    start,
    end,
    through: call,
  };
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
function isForwarded(fn: LoweredFunction, call: CallExpr): boolean {
  const parts = call.args.flatMap((arg) => expressionsIn(arg));
  const isOwn = parts.every((part) => GIVEN.has(part.kind) && isGiven(part));
  const isAny = parts.some((part) => part.kind === 'name' && part.variable !== undefined);
  return isDirect(fn, call) && isOwn && isAny;
}

/** Whether it names the function that it calls, another one than that which makes it. */
function isDirect({ name, parameters }: LoweredFunction, call: CallExpr): boolean {
  const { callee, receiver, isMacro } = call;
  if (receiver !== undefined || isMacro === true || callee.kind !== 'name') return false;
  if (callee.variable !== undefined || callee.changes !== undefined) return false;
  if (call.name === '' || call.name === name || BOUND_TO_FRAME.test(call.name)) return false;
  return parameters.every(({ type }) => type.kind !== 'unknown');
}

function isGiven(part: Expr): boolean {
  if (part.kind !== 'name' || part.variable === undefined) return true;
  return part.variable.scope === 'parameter';
}

const GIVEN: ReadonlySet<Expr['kind']> = new Set(['number', 'string', 'name', 'cast', 'sizeof']);

/** A value that nothing is done with. */
function dropped(operand: Expr): Expr {
  const { start, end } = operand;
  return { kind: 'cast', style: 'c', operand, type: { kind: 'void' }, start, end };
}
