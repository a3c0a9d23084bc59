import type { CFunction } from '../c/ast.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { callsOf } from '../c/walk.ts';
import { analyseFunction } from './analyse-function.ts';
import { componentsOf } from './components.ts';
import type { FlowListener } from './events.ts';
import {
  type FunctionSummary,
  joinContexts,
  type ParameterContext,
  type Surroundings,
} from './summary.ts';

/**
 * Analyses the functions of a file, callees first for their summaries and then
 * callers first, with what their callers pass, for the listener.
 */
export function analyseUnit(unit: TranslationUnit, file: string, listener: FlowListener): void {
  const byName = new Map<string, CFunction>();
  for (const fn of unit.functions) if (!fn.isMethod) byName.set(fn.name, fn);
  const calls = new Map<CFunction, CFunction[]>();
  const called = new Set<CFunction>();
  for (const fn of unit.functions) {
    const callees = callsOf(fn).flatMap((name) => byName.get(name) ?? []);
    calls.set(fn, callees);
    for (const callee of callees) called.add(callee);
  }
  const order = componentsOf(unit.functions, (fn) => calls.get(fn) ?? []).flat();
  const knowledge = new UnitKnowledge(unit);
  for (const fn of order) {
    if (!called.has(fn)) continue;
    knowledge.summaries.set(fn.name, analyseFunction(unit, fn, file, undefined, knowledge).summary);
  }
  knowledge.contexts.clear();
  for (const fn of order.reverse()) analyseFunction(unit, fn, file, listener, knowledge);
}

class UnitKnowledge implements Surroundings {
  readonly summaries = new Map<string, FunctionSummary>();
  readonly contexts = new Map<string, readonly ParameterContext[]>();
  private readonly closed: ReadonlySet<string>;

  constructor(unit: TranslationUnit) {
    const isProgram = unit.functions.some((fn) => fn.name === 'main');
    this.closed = new Set(
      unit.functions
        .filter((fn) => (isProgram || !fn.exported) && !unit.addressTaken.has(fn.name))
        .map((fn) => fn.name),
    );
  }

  summaryOf(name: string): FunctionSummary | undefined {
    return this.summaries.get(name);
  }

  contextOf(name: string): readonly ParameterContext[] | undefined {
    return this.contexts.get(name);
  }

  isClosed(name: string): boolean {
    return this.closed.has(name);
  }

  recordCall(name: string, args: readonly ParameterContext[]): void {
    const known = this.contexts.get(name);
    if (known === undefined) {
      this.contexts.set(name, args);
      return;
    }
    this.contexts.set(
      name,
      known.map((context, index) => {
        const other = args[index];
        return other === undefined ? context : joinContexts(context, other);
      }),
    );
  }
}
