import type { LoweredFunction } from '../../c/ir/ast.ts';
import { calledAs } from '../../c/ir/called-as.ts';
import type { ReachedBound } from '../../c/ir/reached-bound.ts';
import { sharedNames } from '../../c/ir/symbols.ts';
import type { TranslationUnit } from '../../c/unit.ts';
import { isHeaderPath } from '../../syntax/language.ts';
import type { FlowListener } from '../interpreter/events.ts';
import { analyseFunction, type FunctionOutcome } from '../solver/analyse-function.ts';
import { callOrder } from '../solver/call-order.ts';
import { followPath, type PathQuery } from '../solver/follow-path.ts';
import { dependencyNamesOf } from './dependency-names.ts';
import { FileBudget, type ResourceGuard, UNGUARDED } from './file-budget.ts';
import { passedArguments } from './passed-arguments.ts';
import { plainContext, plainFieldContents, plainSummary } from './plain-summary.ts';
import { type FileSurvey, NO_PROJECT, type ProjectKnowledge } from './project-knowledge.ts';
import { resultUses } from './result-uses.ts';
import { isCalledElsewhere, UnitKnowledge } from './unit-knowledge.ts';

/** Asks, of a function that was analysed, for single paths that do something. */
export type PathCheck = (fn: LoweredFunction, follow: (query: PathQuery) => boolean) => void;

/**
 * Analyses the functions of a file, callees first for their summaries and then
 * callers first, with what their callers pass, for the listener. Gives the
 * functions that could not be followed whole. Behind each function, `checkPaths` may have single
 * paths of it followed.
 * @param included the paths in its `#include` directives, where they are known better than by its text
 * @throws what `guard` ends the analysis of the file with
 */
export function analyseUnit(
  unit: TranslationUnit,
  file: string,
  listener: FlowListener,
  project: ProjectKnowledge = NO_PROJECT,
  checkPaths?: PathCheck,
  guard: ResourceGuard = UNGUARDED,
  included?: readonly string[],
): ReachedBound[] {
  const budget = new FileBudget(unit.functions, guard);
  const { order, called, recursive } = callOrder(unit);
  const knowledge = new UnitKnowledge(unit, file, project, recursive, included);
  for (const fn of order) {
    knowledge.caller = calledAs(fn);
    // In a file on its own, a function without callers may fill what another one reads.
    if (!budget.isLate() && (called.has(fn) || project === NO_PROJECT))
      knowledge.addSummary(fn, analysed(unit, fn, file, undefined, knowledge, budget).summary);
  }
  knowledge.resolveFieldContents();
  return order.reverse().flatMap((fn) => {
    knowledge.caller = calledAs(fn);
    const { cut } = analysed(unit, fn, file, listener, knowledge, budget);
    let isUnchecked = false;
    checkPaths?.(fn, (query) => {
      isUnchecked ||= budget.isLate();
      if (isUnchecked) return false;
      const path = followPath(unit, fn, file, knowledge, query, budget.pathSteps);
      budget.spend(path.steps);
      return path.isFound;
    });
    if (cut !== undefined || !isUnchecked) return cut ?? [];
    const { name, start, end } = fn;
    return { function: name, start, end, bound: 'time' as const };
  });
}

function analysed(
  unit: TranslationUnit,
  fn: LoweredFunction,
  file: string,
  listener: FlowListener | undefined,
  knowledge: UnitKnowledge,
  budget: FileBudget,
): FunctionOutcome {
  const [before, steps] = [budget.boundOf(fn), budget.stepsFor(fn)];
  const outcome = analyseFunction(unit, fn, file, listener, knowledge, steps, budget.isLate);
  const bound = budget.isLate() ? 'time' : before;
  budget.spendOn(fn, outcome.steps);
  const { cut } = outcome;
  return cut?.bound === 'steps' ? { ...outcome, cut: { ...cut, bound } } : outcome;
}

/**
 * A first look at a file, for the analysis of the others.
 * @param included the paths in its `#include` directives
 */
export function surveyUnit(
  unit: TranslationUnit,
  file: string,
  project: ProjectKnowledge,
  included?: readonly string[],
  guard: ResourceGuard = UNGUARDED,
): FileSurvey {
  const budget = new FileBudget(unit.functions, guard);
  const { order, recursive } = callOrder(unit);
  const knowledge = new UnitKnowledge(unit, file, project, recursive, included);
  for (const fn of order) {
    // What is left is known as little as a function of no file.
    if (budget.isLate()) break;
    knowledge.caller = calledAs(fn);
    knowledge.addSummary(fn, analysed(unit, fn, file, undefined, knowledge, budget).summary);
  }
  const called = unit.functions.filter((fn) => isCalledElsewhere(fn, file) && !fn.isMethod);
  const exported = new Set(called.map(({ name }) => name));
  const { summaries } = knowledge;
  const external = new Set(called.filter((fn) => fn.exported).map(({ name }) => name));
  return {
    file,
    names: sharedNames(unit.symbols, isHeaderPath(file)),
    summaries: [...summaries.values()]
      .filter((summary) => exported.has(summary.name))
      .map(plainSummary),
    internal: [...exported].filter((name) => !external.has(name)),
    ...passedArguments(
      knowledge.calls
        .filter((call) => exported.has(call.callee) || !unit.functionsByName.has(call.callee))
        .map((call) => ({ ...call, args: call.args.map(plainContext) })),
    ),
    contents: [...knowledge.contents].map(([location, stored]) => [
      location,
      stored.map(plainFieldContents),
    ]),
    allCalls: knowledge.allCalls && !budget.isLate(),
    addressTaken: [...unit.addressTaken],
    fieldTargets: [...unit.fieldTargets].map(([field, names]) => [field, [...names]] as const),
    fieldFunctions: [
      ...new Set([...unit.fieldTargets.values()].flatMap((names) => [...names])),
    ].flatMap((name) => {
      const summary = summaries.get(name);
      return summary === undefined ? [] : [plainSummary(summary)];
    }),
    resultUses: resultUses(unit.functions),
    dependencyNames: dependencyNamesOf(unit, file, included ?? []),
  };
}
