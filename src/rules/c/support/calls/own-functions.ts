import type { LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { callsOf } from '../../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';

const byName = new WeakMap<TranslationUnit, ReadonlyMap<string, readonly LoweredFunction[]>>();
const called = new WeakMap<LoweredFunction, ReadonlySet<string>>();

/** The function of this file with a name, or undefined; of several the last one. */
export function ownFunction(unit: TranslationUnit, name: string): LoweredFunction | undefined {
  return ownFunctions(unit, name).at(-1);
}

/** The functions of this file with a name: overloads, or the sides of an `#if`. */
function ownFunctions(unit: TranslationUnit, name: string): readonly LoweredFunction[] {
  let functions = byName.get(unit);
  if (functions === undefined) {
    functions = Map.groupBy(unit.functions, (fn) => fn.name);
    byName.set(unit, functions);
  }
  return functions.get(name) ?? [];
}

/** The names of what a function calls directly. */
export function calledNames(fn: LoweredFunction): ReadonlySet<string> {
  let names = called.get(fn);
  if (names === undefined) {
    names = new Set(callsOf(fn));
    called.set(fn, names);
  }
  return names;
}

/** Whether any function of the file calls something whose name matches. */
export function someFunctionCalls(unit: TranslationUnit, pattern: RegExp): boolean {
  return unit.functions.some((fn) => [...calledNames(fn)].some((name) => pattern.test(name)));
}

/**
 * The definition in the file that a call by this name runs, or undefined where
 * it could be another: an overload, a method, or one with default arguments.
 */
export function onlyDefinition(unit: TranslationUnit, name: string): LoweredFunction | undefined {
  const [only, ...others] = ownFunctions(unit, name);
  if (only === undefined || unit.language === 'c') return only;
  if (others.length > 0 || only.isMethod) return undefined;
  const body = unit.tree.text.indexOf('{', only.start);
  return /[=<]/.test(unit.tree.text.slice(only.start, body)) ? undefined : only;
}
