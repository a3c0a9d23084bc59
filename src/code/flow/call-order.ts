import type { CFunction } from '../c/ast.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { calledFields, callsOf } from '../c/walk.ts';
import { componentsOf } from './components.ts';

/** How the functions of a file call each other. */
interface CallOrder {
  /** Callees first. */
  readonly order: CFunction[];
  /** Those that are called from within the file. */
  readonly called: ReadonlySet<CFunction>;
  /** Those that call themselves, directly or not. */
  readonly recursive: ReadonlySet<string>;
}

/** The order in which the functions of a file are analysed. */
export function callOrder(unit: TranslationUnit): CallOrder {
  const byName = new Map<string, CFunction>();
  for (const fn of unit.functions) if (!fn.isMethod) byName.set(fn.name, fn);
  const calls = new Map<CFunction, CFunction[]>();
  const called = new Set<CFunction>();
  for (const fn of unit.functions) {
    const fields = calledFields(fn).flatMap((field) => [...(unit.fieldTargets.get(field) ?? [])]);
    const names = [...callsOf(fn), ...fields];
    const callees = names.flatMap((name) => byName.get(name) ?? []);
    calls.set(fn, callees);
    for (const callee of callees) called.add(callee);
  }
  const components = componentsOf(unit.functions, (fn) => calls.get(fn) ?? []);
  const recursive = components.flatMap((component) =>
    component.length > 1 || component.some((fn) => calls.get(fn)?.includes(fn)) ? component : [],
  );
  return {
    order: components.flat(),
    called,
    recursive: new Set(recursive.map((fn) => fn.name)),
  };
}
