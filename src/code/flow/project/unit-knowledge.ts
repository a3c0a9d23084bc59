import type { LoweredFunction } from '../../c/ir/ast.ts';
import { calledAs } from '../../c/ir/called-as.ts';
import type { TranslationUnit } from '../../c/unit.ts';
import { LIMITS } from '../../limits.ts';
import { isHeaderPath } from '../../syntax/language.ts';
import type { FunctionSummary } from '../domain/function-summary.ts';
import { joinContexts, type ParameterContext } from '../domain/parameter-context.ts';
import { isExternal, type Taint } from '../domain/taint.ts';
import type { CallEnvironment } from '../interpreter/call-environment.ts';
import { mergeSummaries } from '../summary/merge-summaries.ts';
import { ownIncludedPaths } from './included-paths.ts';
import { type ObservedCall, passedTaints } from './passed-arguments.ts';
import {
  definitionsSeenFrom,
  type FieldContents,
  NO_PROJECT,
  type ProjectFunction,
  type ProjectKnowledge,
} from './project-knowledge.ts';
import { propagateTaint } from './propagate-taint.ts';
import { hardlyTested, resultUses, seldomTested } from './result-uses.ts';
import type { SeenDefinitions } from './seen-definitions.ts';

/** Whether other files can call a function: what a header defines is there for those that include it, also as `static`. */
export function isCalledElsewhere(fn: LoweredFunction, file: string): boolean {
  return fn.exported || isHeaderPath(file);
}

/** The names of several functions of a file: overloads of C++, and in C what stands under different conditions of `#if`. */
function overloadedNames(unit: TranslationUnit): string[] {
  const names = Map.groupBy(unit.functions, calledAs);
  return [...names].filter(([, functions]) => functions.length > 1).map(([name]) => name);
}

/** What the analysis of a file has learnt of its functions, beside what the project knows. */
export class UnitKnowledge implements CallEnvironment {
  private readonly known = new Map<string, FunctionSummary>();
  /** Names of several functions, whose summaries are not yet merged with what came last. */
  private readonly unmerged = new Set<string>();
  readonly calls: ObservedCall[] = [];
  /** What fields and globals are given, and by which function. */
  readonly contents = new Map<string, readonly FieldContents[]>();
  /** Whether `calls` has all of them. */
  allCalls = true;
  /** The function that is being analysed. */
  caller = '';
  private readonly contexts = new Map<string, readonly ParameterContext[]>();
  /** How many calls of each function by each other there are in `calls`, and the index of the last one. */
  private readonly callsBetween = new Map<string, { count: number; last: number }>();
  private readonly project: ProjectKnowledge;
  private readonly unit: TranslationUnit;
  private readonly file: string;
  private readonly seen: SeenDefinitions;
  private readonly ownFunctions: ReadonlySet<string>;
  /** What is known of each function of a name that several have. */
  private readonly overloads: ReadonlyMap<string, Map<LoweredFunction, FunctionSummary>>;
  private readonly closed: ReadonlySet<string>;
  /** Of a file that is alone. */
  private ownCustoms: ReadonlySet<string> | undefined;
  private ownSeldomTested: ReadonlySet<string> | undefined;

  /** @param included the paths in the `#include` directives of the file, where they are known better than by its text */
  constructor(
    unit: TranslationUnit,
    file: string,
    project: ProjectKnowledge,
    recursive: ReadonlySet<string>,
    included?: readonly string[],
  ) {
    this.unit = unit;
    this.file = file;
    this.project = project;
    const isAlone = project === NO_PROJECT;
    const seen = isAlone ? [] : (included ?? ownIncludedPaths(unit.tree.text));
    this.seen = definitionsSeenFrom(project, file, seen);
    this.ownFunctions = new Set(unit.functions.map(calledAs));
    this.overloads = new Map(overloadedNames(unit).map((name) => [name, new Map()]));
    const alone = isAlone && unit.functions.some((fn) => fn.name === 'main');
    this.closed = new Set(
      unit.functions
        .filter(
          (fn) =>
            (!isCalledElsewhere(fn, file) ||
              (alone && unit.symbols.function(fn.name)?.isPublic !== true)) &&
            !unit.addressTaken.has(fn.name) &&
            !recursive.has(calledAs(fn)),
        )
        .map(calledAs),
    );
  }

  /** Takes in what a function of the file does. Calls of a name that is overloaded may reach any of its functions. */
  addSummary(fn: LoweredFunction, summary: FunctionSummary | undefined): void {
    if (summary === undefined) return;
    const overloads = this.overloads.get(summary.name);
    overloads?.set(fn, summary);
    // Merged when it is asked for: with each of them anew, thousands of one name would cost the square of that.
    if (overloads !== undefined) this.unmerged.add(summary.name);
    if (overloads === undefined || !this.known.has(summary.name))
      this.known.set(summary.name, summary);
  }

  /** What the functions of the file do, by their names, in the order in which they were taken in. */
  get summaries(): ReadonlyMap<string, FunctionSummary> {
    for (const name of this.unmerged) this.ownSummary(name);
    return this.known;
  }

  private ownSummary(name: string): FunctionSummary | undefined {
    if (this.unmerged.delete(name)) {
      const merged = mergeSummaries([...(this.overloads.get(name)?.values() ?? [])]);
      if (merged !== undefined) this.known.set(name, merged);
    }
    return this.known.get(name);
  }

  /** Ends a first round: traces what fields hold to its source, and forgets the calls, which knew less. */
  resolveFieldContents(): void {
    if (this.contents.size > 0) {
      const passed = passedTaints(this.calls).map(({ caller, callee, ...rest }) => ({
        from: caller,
        to: callee,
        ...rest,
      }));
      const stored = [...this.contents].flatMap(([location, list]) =>
        list.map(({ caller, taint }) => ({ location, from: caller, taint })),
      );
      for (const [location, taint] of propagateTaint(passed, stored).contents)
        this.contents.set(location, [{ caller: '', taint }]);
    }
    this.contexts.clear();
    this.callsBetween.clear();
    this.calls.length = 0;
  }

  summaryOf(name: string): FunctionSummary | undefined {
    // Operators and functions whose names macros make have none, and calls of what is computed name none.
    if (name === '') return undefined;
    const here = this.ownSummary(name);
    if (here !== undefined || this.ownFunctions.has(name)) return here;
    return this.seen.nearest(this.project.functions.get(name))?.summary;
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
  private projectFunctionOf(name: string): ProjectFunction | undefined {
    return this.project.functions.get(name)?.find((fn) => fn.file === this.file);
  }

  contextOf(name: string): readonly ParameterContext[] | undefined {
    const here = this.contexts.get(name);
    const elsewhere = this.projectFunctionOf(name)?.context;
    if (here === undefined || elsewhere === undefined) return here ?? elsewhere;
    return joinContexts(here, elsewhere);
  }

  isClosed(name: string): boolean {
    return this.closed.has(name) || this.projectFunctionOf(name)?.closed === true;
  }

  isHardlyTested(name: string): boolean {
    return (this.project === NO_PROJECT ? this.hardlyTestedHere() : this.project.hardlyTested).has(
      name,
    );
  }

  isSeldomTested(name: string): boolean {
    return (this.project === NO_PROJECT ? this.seldomTestedHere() : this.project.seldomTested).has(
      name,
    );
  }

  private hardlyTestedHere(): ReadonlySet<string> {
    this.ownCustoms ??= hardlyTested([resultUses(this.unit.functions)]);
    return this.ownCustoms;
  }

  private seldomTestedHere(): ReadonlySet<string> {
    this.ownSeldomTested ??= seldomTested([resultUses(this.unit.functions)]);
    return this.ownSeldomTested;
  }

  fieldContents(location: string): Taint | undefined {
    const known = this.project.contents.get(location);
    return known ?? this.contents.get(location)?.find(({ taint }) => isExternal(taint))?.taint;
  }

  recordFieldContents(location: string, taint: Taint): void {
    const known = this.contents.get(location) ?? [];
    if (known.length >= LIMITS.contents || known.some((each) => isExternal(each.taint))) return;
    if (isExternal(taint)) this.contents.set(location, [{ caller: this.caller, taint }]);
    else this.contents.set(location, [...known, { caller: this.caller, taint }]);
  }

  recordCall(name: string, args: readonly ParameterContext[]): void {
    const key = `${args.length} ${this.caller} ${name}`;
    const same = this.callsBetween.get(key) ?? { count: 0, last: -1 };
    const before = this.calls[same.last];
    const isOneMore = before === undefined || same.count < LIMITS.callsBetween;
    if (isOneMore && this.calls.length < LIMITS.calls) {
      this.callsBetween.set(key, { count: same.count + 1, last: this.calls.length });
      this.calls.push({ caller: this.caller, callee: name, args });
    } else if (before === undefined) this.allCalls = false;
    // Of too many, the last one passes what any further one does.
    else this.calls[same.last] = { ...before, args: joinContexts(before.args, args) };
    const known = this.contexts.get(name);
    this.contexts.set(name, known === undefined ? args : joinContexts(known, args));
  }
}
