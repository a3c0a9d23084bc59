import type { Expr, LoweredFunction, Variable } from '../../../code/c/ir/ast.ts';
import type { CType } from '../../../code/c/ir/types.ts';
import { expressionsOf } from '../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../code/c/unit.ts';
import { rootOf } from './parameter-uses.ts';
import { statedNumber } from './value-limits.ts';

/** The functions of a unit that calls by name lead to from one of them, with itself. */
export function reachedFunctions(
  unit: TranslationUnit,
  from: LoweredFunction,
): ReadonlySet<LoweredFunction> {
  const reached = new Set([from]);
  for (const fn of reached) {
    for (const expr of expressionsOf(fn.blocks)) {
      if (expr.kind !== 'call') continue;
      const callee = unit.functionsByName.get(expr.name);
      if (callee !== undefined) reached.add(callee);
    }
  }
  return reached;
}

/** What other files say of variables. */
interface VariablesElsewhere {
  isNamed(name: string): boolean;
  isInitialised(name: string): Promise<boolean>;
}

/**
 * A variable of file scope that functions read and other code sets: what it is when they are called is not known. One that
 * has a value from the beginning may have just that.
 */
export async function unsetVariable(
  unit: TranslationUnit,
  reached: ReadonlySet<LoweredFunction>,
  elsewhere: VariablesElsewhere,
): Promise<string | undefined> {
  const used = [...variablesUsed(reached)].filter(({ name }) => !unit.functionsByName.has(name));
  const others = unit.functions.filter((fn) => !reached.has(fn));
  for (const variable of used) {
    const own = unit.globals.find((one) => one.variable === variable);
    if (variable.scope === 'global' && (own === undefined || isExtern(unit, own.variable))) {
      if (await elsewhere.isInitialised(variable.name)) continue;
      return variable.name;
    }
    const init = own?.init;
    if (init !== undefined && statedNumber(init) !== 0n) continue;
    const isSet = others.some((fn) => sets(fn, variable));
    const isShared = variable.scope === 'global' && elsewhere.isNamed(variable.name);
    if (isSet || isShared) return variable.name;
  }
  return undefined;
}

/** Variables of file scope that may be written; a prototype with a macro in it may have been read as one. */
function variablesUsed(reached: ReadonlySet<LoweredFunction>): ReadonlySet<Variable> {
  const all = [...reached].flatMap(({ blocks }) => expressionsOf(blocks));
  const callees = new Set(all.flatMap((expr) => (expr.kind === 'call' ? [expr.callee] : [])));
  const used = all.flatMap((expr) => {
    const variable = expr.kind === 'name' ? expr.variable : undefined;
    if (variable?.scope !== 'static' && variable?.scope !== 'global') return [];
    const isFunction = callees.has(expr) && !isFunctionPointer(variable.type);
    const isFixed = variable.constant || STREAMS.has(variable.name);
    return isFunction || isFixed ? [] : [variable];
  });
  return new Set(used);
}

function isFunctionPointer(type: CType): boolean {
  return type.kind === 'pointer' && type.to.kind === 'function';
}

/** Whether a file only says that there is a variable. */
function isExtern({ tree }: TranslationUnit, { start }: Variable): boolean {
  return /\bextern\b[^;{}]*$/.test(tree.text.slice(Math.max(0, start - 300), start));
}

/** What the library sets before a program begins. */
const STREAMS = new Set(['stdin', 'stdout', 'stderr']);

/** Whether a function may give a variable, or a part of it, a value. */
function sets({ blocks }: LoweredFunction, variable: Variable): boolean {
  const isPart = (expr: Expr): boolean => {
    if (expr.kind === 'member' || expr.kind === 'index') return isPart(expr.base);
    if (expr.kind === 'deref') return isPart(expr.operand);
    return rootOf(expr) === variable;
  };
  return expressionsOf(blocks).some((expr) => {
    if (expr.kind === 'assign') return isPart(expr.target);
    if (expr.kind === 'incdec' || expr.kind === 'address') return isPart(expr.operand);
    return expr.kind === 'call' && expr.args.some((arg) => rootOf(arg) === variable);
  });
}
