import type { CallExpr, Expr, LoweredFunction, Variable } from '../ir/ast.ts';
import { visitExpr, visitFunction } from '../ir/walk.ts';

/** The functions that calls through pointers may reach, by the call. */
export type IndirectCalls = ReadonlyMap<CallExpr, readonly string[]>;

interface Initialised {
  readonly variable: Variable;
  readonly init: Expr | undefined;
}

/** Where functions are kept: a variable with all that is in it, or what a function returns. */
type Holder = Variable | `result of ${string}`;

/** More functions than these tell nothing. */
const MAX_TARGETS = 4;
/** Pointers are followed through so many variables. */
const ROUNDS = 4;

/**
 * Finds the functions that variables hold, wherever in the file these get them: by their initial
 * values, by assignments, as parameters, and as results of functions. What holds too many, or comes from
 * elsewhere, is left out.
 */
export function indirectCalls(
  functions: readonly LoweredFunction[],
  globals: readonly Initialised[],
): IndirectCalls {
  const calls: CallExpr[] = [];
  const flows: [Holder, Expr][] = [];
  const byName = new Map(functions.map((fn) => [fn.name, fn]));
  const addInit = ({ variable, init }: Initialised): void => {
    if (init !== undefined) flows.push([variable, init]);
  };
  for (const global of globals) addInit(global);
  for (const fn of functions) {
    for (const { steps, end } of fn.blocks) {
      for (const step of steps) if (step.kind === 'declare') addInit(step);
      if (end.kind === 'return' && end.value !== undefined)
        flows.push([`result of ${fn.name}`, end.value]);
    }
    visitFunction(fn, (expr) => {
      if (expr.kind === 'call') {
        if (expr.name === '' && expr.receiver === undefined) calls.push(expr);
        const called = byName.get(expr.name);
        expr.args.forEach((arg, index) => {
          const parameter = called?.parameters[index];
          if (parameter !== undefined) flows.push([parameter, arg]);
        });
      } else if (expr.kind === 'assign' && expr.op === '=') {
        const holder = holderOf(expr.target);
        if (holder !== undefined) flows.push([holder, expr.value]);
      }
    });
  }
  for (const { init } of globals)
    if (init !== undefined)
      visitExpr(init, (expr) => {
        if (expr.kind === 'call' && expr.name === '') calls.push(expr);
      });
  if (calls.length === 0) return new Map();
  const kept = new KeptFunctions();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [holder, value] of flows) kept.add(holder, value);
  return new Map(
    calls.flatMap((call) => {
      const targets = kept.namedBy(call.callee);
      const isKnown = targets.size > 0 && targets.size <= MAX_TARGETS;
      return isKnown ? [[call, [...targets].sort()] as const] : [];
    }),
  );
}

class KeptFunctions {
  private readonly kept = new Map<Holder, Set<string>>();

  add(holder: Holder, value: Expr): void {
    const named = this.namedBy(value);
    if (named.size === 0) return;
    const known = this.kept.get(holder) ?? new Set<string>();
    for (const name of named) if (known.size <= MAX_TARGETS) known.add(name);
    this.kept.set(holder, known);
  }

  /** The functions that the value of an expression may be, or may hold. */
  namedBy(expr: Expr): ReadonlySet<string> {
    switch (expr.kind) {
      case 'name':
        if (expr.variable !== undefined) return this.kept.get(expr.variable) ?? NONE;
        return new Set([expr.name]);
      case 'deref':
      case 'address':
      case 'cast':
        return this.namedBy(expr.operand);
      case 'binary':
        return expr.op === ',' ? this.namedBy(expr.right) : NONE;
      case 'conditional':
        return this.union(expr.then === undefined ? [expr.otherwise] : [expr.then, expr.otherwise]);
      case 'assign':
        return this.namedBy(expr.value);
      case 'index':
      case 'member':
        return this.namedBy(expr.base);
      case 'initlist':
        return this.union(expr.items.map(({ value }) => value));
      case 'opaque':
        return this.union(expr.parts);
      case 'call':
        return this.resultOf(expr);
      default:
        return NONE;
    }
  }

  private resultOf({ name, args }: CallExpr): ReadonlySet<string> {
    const symbol = args[1];
    if (/^(?:dlsym|GetProcAddress)$/.test(name))
      return symbol?.kind === 'string' ? new Set([symbol.value]) : NONE;
    if (name === '__builtin_choose_expr') return this.union(args.slice(1));
    return this.kept.get(`result of ${name}`) ?? NONE;
  }

  private union(exprs: readonly Expr[]): ReadonlySet<string> {
    return new Set(exprs.flatMap((expr) => [...this.namedBy(expr)]));
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The variable that an assignment puts something into. */
function holderOf(target: Expr): Variable | undefined {
  if (target.kind === 'name') return target.variable;
  if (target.kind === 'index' || target.kind === 'member') return holderOf(target.base);
  return undefined;
}
