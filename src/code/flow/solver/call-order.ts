import type { LoweredFunction } from '../../c/ir/ast.ts';
import { calledAs } from '../../c/ir/called-as.ts';
import { calledFields, callsOf } from '../../c/ir/walk.ts';
import type { TranslationUnit } from '../../c/unit.ts';
import { stronglyConnectedComponents } from '../../graph/strongly-connected-components.ts';

/** How the functions of a file call each other. */
interface CallOrder {
  /** Callees first. */
  readonly order: LoweredFunction[];
  /** Those that are called from within the file. */
  readonly called: ReadonlySet<LoweredFunction>;
  /** Those that call themselves, directly or not. */
  readonly recursive: ReadonlySet<string>;
}

/** The order in which the functions of a file are analysed. */
export function callOrder(unit: TranslationUnit): CallOrder {
  const byName = Map.groupBy(unit.functions, calledAs);
  // Several of one name are overloads in C++, and in C stand under different conditions of `#if`: any may be meant.
  const meantBy = (name: string) => byName.get(name) ?? [];
  const calls = new Map<LoweredFunction, LoweredFunction[]>();
  const called = new Set<LoweredFunction>();
  for (const fn of unit.functions) {
    const fields = calledFields(fn).flatMap((field) => [...(unit.fieldTargets.get(field) ?? [])]);
    const names = [...callsOf(fn), ...fields];
    const callees = names.flatMap(meantBy);
    calls.set(fn, callees);
    for (const callee of callees) called.add(callee);
  }
  const components = stronglyConnectedComponents(unit.functions, (fn) => calls.get(fn) ?? []);
  const recursive = components.flatMap((component) =>
    component.length > 1 || component.some((fn) => calls.get(fn)?.includes(fn)) ? component : [],
  );
  return {
    order: components.flat(),
    called,
    recursive: new Set(recursive.map(calledAs)),
  };
}
