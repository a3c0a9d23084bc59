import type { TranslationUnit } from '../c/unit.ts';
import { LIMITS } from '../limits.ts';
import { handedOn } from './handed-on.ts';
import { mergeSummaries } from './merge-summaries.ts';
import { joinAllContexts, type ParameterContext } from './parameter-context.ts';
import { type ObservedCall, passedTaints } from './passed-arguments.ts';
import {
  type KeptContent,
  NO_PROJECT,
  nearest,
  type ProjectFunction,
  type ProjectKnowledge,
} from './project.ts';
import type { FunctionSummary } from './summary.ts';
import type { Surroundings } from './surroundings.ts';
import { isReal, type Taint } from './value.ts';

/** What the analysis of a file has learnt of its functions, beside what the project knows. */
export class UnitKnowledge implements Surroundings {
  readonly summaries = new Map<string, FunctionSummary>();
  readonly calls: ObservedCall[] = [];
  /** What fields and globals are given, and by which function. */
  readonly contents = new Map<string, readonly KeptContent[]>();
  /** Whether `calls` has all of them. */
  allCalls = true;
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

  /** Takes in what a function of the file does. */
  learn(summary: FunctionSummary | undefined): void {
    if (summary !== undefined) this.summaries.set(summary.name, summary);
  }

  /** Ends a first round: traces what fields hold to its source, and forgets the calls, which knew less. */
  settle(): void {
    if (this.contents.size > 0) {
      const passed = passedTaints(this.calls).map(({ caller, callee, ...rest }) => ({
        from: caller,
        to: callee,
        ...rest,
      }));
      const kept = [...this.contents].flatMap(([keeper, list]) =>
        list.map(({ caller, taint }) => ({ keeper, from: caller, taint })),
      );
      for (const [keeper, taint] of handedOn(passed, kept).contents)
        this.contents.set(keeper, [{ caller: '', taint }]);
    }
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
    if (names.size === 0 || names.size > LIMITS.fieldFunctions) return undefined;
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
    return joinAllContexts(here, elsewhere);
  }

  isClosed(name: string): boolean {
    return this.closed.has(name) || this.elsewhere(name)?.closed === true;
  }

  keptIn(keeper: string): Taint | undefined {
    const known = this.project.contents.get(keeper);
    return known ?? this.contents.get(keeper)?.find(({ taint }) => isReal(taint))?.taint;
  }

  keep(keeper: string, taint: Taint): void {
    const known = this.contents.get(keeper) ?? [];
    if (known.length >= LIMITS.contents || known.some((each) => isReal(each.taint))) return;
    if (isReal(taint)) this.contents.set(keeper, [{ caller: this.caller, taint }]);
    else this.contents.set(keeper, [...known, { caller: this.caller, taint }]);
  }

  recordCall(name: string, args: readonly ParameterContext[]): void {
    if (this.calls.length < LIMITS.calls)
      this.calls.push({ caller: this.caller, callee: name, args });
    else this.allCalls = false;
    const known = this.contexts.get(name);
    this.contexts.set(name, known === undefined ? args : joinAllContexts(known, args));
  }
}
