import type { CFunction } from '../c/ast.ts';
import { sharedNames } from '../c/symbols.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { callsOf, visitFunction } from '../c/walk.ts';
import { analyseFunction } from './analyse-function.ts';
import { componentsOf } from './components.ts';
import type { FlowListener } from './events.ts';
import { mergeSummaries } from './merge-summaries.ts';
import {
  type FileSurvey,
  NO_PROJECT,
  nearest,
  type ProjectFunction,
  type ProjectKnowledge,
  plainContext,
  plainSummary,
  type SurveyedCall,
} from './project.ts';
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
export function analyseUnit(
  unit: TranslationUnit,
  file: string,
  listener: FlowListener,
  project: ProjectKnowledge = NO_PROJECT,
): void {
  const { order, called, recursive } = callOrder(unit);
  const knowledge = new UnitKnowledge(unit, file, project, recursive);
  for (const fn of order) {
    if (called.has(fn))
      knowledge.learn(analyseFunction(unit, fn, file, undefined, knowledge).summary);
  }
  knowledge.forgetCalls();
  for (const fn of order.reverse()) {
    knowledge.caller = fn.name;
    analyseFunction(unit, fn, file, listener, knowledge);
  }
}

/** A first look at a file, for the analysis of the others. */
export function surveyUnit(
  unit: TranslationUnit,
  file: string,
  project: ProjectKnowledge,
): FileSurvey {
  const { order, recursive } = callOrder(unit);
  const knowledge = new UnitKnowledge(unit, file, project, recursive);
  for (const fn of order) {
    knowledge.caller = fn.name;
    knowledge.learn(analyseFunction(unit, fn, file, undefined, knowledge).summary);
  }
  const exported = new Set(
    unit.functions.filter((fn) => fn.exported && !fn.isMethod).map((fn) => fn.name),
  );
  return {
    file,
    names: sharedNames(unit.symbols, /\.(?:h|hh|hpp|hxx)$/i.test(file)),
    summaries: [...knowledge.summaries.values()]
      .filter((summary) => exported.has(summary.name))
      .map(plainSummary),
    calls: knowledge.calls.map((call) => ({ ...call, args: call.args.map(plainContext) })),
    addressTaken: [...unit.addressTaken],
    fieldTargets: [...unit.fieldTargets].map(([field, names]) => [field, [...names]] as const),
    fieldFunctions: [
      ...new Set([...unit.fieldTargets.values()].flatMap((names) => [...names])),
    ].flatMap((name) => {
      const summary = knowledge.summaries.get(name);
      return summary === undefined ? [] : [plainSummary(summary)];
    }),
  };
}

interface CallOrder {
  /** Callees first. */
  readonly order: CFunction[];
  /** Those that are called from within the file. */
  readonly called: ReadonlySet<CFunction>;
  /** Those that call themselves, directly or not. */
  readonly recursive: ReadonlySet<string>;
}

function callOrder(unit: TranslationUnit): CallOrder {
  const byName = new Map<string, CFunction>();
  for (const fn of unit.functions) if (!fn.isMethod) byName.set(fn.name, fn);
  const calls = new Map<CFunction, CFunction[]>();
  const called = new Set<CFunction>();
  for (const fn of unit.functions) {
    const names = [...callsOf(fn), ...fieldCalls(fn, unit)];
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

/** The functions of the file that a function may reach through fields. */
function fieldCalls(fn: CFunction, unit: TranslationUnit): string[] {
  const names: string[] = [];
  visitFunction(fn, (expr) => {
    if (expr.kind !== 'call' || expr.callee.kind !== 'member') return;
    names.push(...(unit.fieldTargets.get(expr.callee.name) ?? []));
  });
  return names;
}

const MOST_CALLS = 20_000;
/** A call that may reach more functions than this is taken as unknown. */
const MOST_TARGETS = 4;

class UnitKnowledge implements Surroundings {
  readonly summaries = new Map<string, FunctionSummary>();
  readonly calls: SurveyedCall[] = [];
  /** The function that is being analysed. */
  caller = '';
  private readonly contexts = new Map<string, readonly ParameterContext[]>();
  private readonly project: ProjectKnowledge;
  private readonly unit: TranslationUnit;
  private readonly file: string;
  private readonly own: ReadonlySet<string>;
  private readonly closed: ReadonlySet<string>;

  constructor(
    unit: TranslationUnit,
    file: string,
    project: ProjectKnowledge,
    recursive: ReadonlySet<string>,
  ) {
    this.unit = unit;
    this.file = file;
    this.project = project;
    this.own = new Set(unit.functions.map((fn) => fn.name));
    const alone = project === NO_PROJECT && unit.functions.some((fn) => fn.name === 'main');
    this.closed = new Set(
      unit.functions
        .filter(
          (fn) =>
            (alone || !fn.exported) && !unit.addressTaken.has(fn.name) && !recursive.has(fn.name),
        )
        .map((fn) => fn.name),
    );
  }

  learn(summary: FunctionSummary): void {
    this.summaries.set(summary.name, summary);
  }

  forgetCalls(): void {
    this.contexts.clear();
    this.calls.length = 0;
  }

  summaryOf(name: string): FunctionSummary | undefined {
    const here = this.summaries.get(name);
    if (here !== undefined || this.own.has(name)) return here;
    return nearest(this.project.functions.get(name), this.file)?.summary;
  }

  summaryOfField(field: string): FunctionSummary | undefined {
    const names = new Set([
      ...(this.unit.fieldTargets.get(field) ?? []),
      ...(this.project.fieldTargets.get(field) ?? []),
    ]);
    if (names.size === 0 || names.size > MOST_TARGETS) return undefined;
    const summaries = [...names].map((name) => this.summaryOf(name) ?? this.fieldFunctions(name));
    const known = summaries.filter((summary) => summary !== undefined);
    return known.length === names.size ? mergeSummaries(known) : undefined;
  }

  /** A function that only its own file can name, but whose address it gave away. */
  private fieldFunctions(name: string): FunctionSummary | undefined {
    const candidates = this.project.fieldFunctions.get(name);
    return candidates?.length === 1 ? candidates[0] : undefined;
  }

  /** What the project knows of a function of this file. */
  private elsewhere(name: string): ProjectFunction | undefined {
    return this.project.functions.get(name)?.find((fn) => fn.file === this.file);
  }

  contextOf(name: string): readonly ParameterContext[] | undefined {
    const here = this.contexts.get(name);
    const elsewhere = this.elsewhere(name)?.context;
    if (here === undefined || elsewhere === undefined) return here ?? elsewhere;
    return joined(here, elsewhere);
  }

  isClosed(name: string): boolean {
    return this.closed.has(name) || this.elsewhere(name)?.closed === true;
  }

  recordCall(name: string, args: readonly ParameterContext[]): void {
    if (this.calls.length < MOST_CALLS)
      this.calls.push({ caller: this.caller, callee: name, args });
    const known = this.contexts.get(name);
    this.contexts.set(name, known === undefined ? args : joined(known, args));
  }
}

function joined(
  known: readonly ParameterContext[],
  args: readonly ParameterContext[],
): ParameterContext[] {
  return known.map((context, index) => {
    const other = args[index];
    return other === undefined ? context : joinContexts(context, other);
  });
}
