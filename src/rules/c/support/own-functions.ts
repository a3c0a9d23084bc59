import type { CFunction } from '../../../code/c/ast.ts';
import type { TranslationUnit } from '../../../code/c/unit.ts';
import { callsOf } from '../../../code/c/walk.ts';

const byName = new WeakMap<TranslationUnit, ReadonlyMap<string, CFunction>>();
const called = new WeakMap<CFunction, ReadonlySet<string>>();

/** The function of this file with a name, or undefined. */
export function ownFunction(unit: TranslationUnit, name: string): CFunction | undefined {
  let functions = byName.get(unit);
  if (functions === undefined) {
    functions = new Map(unit.functions.map((fn) => [fn.name, fn]));
    byName.set(unit, functions);
  }
  return functions.get(name);
}

/** The names of what a function calls directly. */
export function calledNames(fn: CFunction): ReadonlySet<string> {
  let names = called.get(fn);
  if (names === undefined) {
    names = new Set(callsOf(fn));
    called.set(fn, names);
  }
  return names;
}

/** Whether any function of the file calls something whose name matches. */
export function anyoneCalls(unit: TranslationUnit, pattern: RegExp): boolean {
  return unit.functions.some((fn) => [...calledNames(fn)].some((name) => pattern.test(name)));
}
