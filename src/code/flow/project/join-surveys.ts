import { NO_RUST } from '../../rust/project/rust-knowledge.ts';
import type { FunctionSummary } from '../domain/function-summary.ts';
import { joinContexts, type ParameterContext } from '../domain/parameter-context.ts';
import type { Taint } from '../domain/taint.ts';
import type { FileSurvey, ProjectFunction, ProjectKnowledge } from './project-knowledge.ts';
import { propagateTaint, type ResolvedTaint } from './propagate-taint.ts';
import { type Includes, includesOfHeaders, ReachedHeaders } from './reached-headers.ts';
import { hardlyTested, type ResultUses, seldomTested } from './result-uses.ts';
import { SeenDefinitions } from './seen-definitions.ts';

interface Definition {
  readonly file: string;
  readonly summary: FunctionSummary;
  readonly isInternal: boolean;
}

/**
 * Puts the surveys of all files together.
 * @param otherUses how files that were not surveyed treat what functions return
 * @param isComplete whether all files are among them: else there may be callers that were not seen
 */
export function joinSurveys(
  surveys: readonly FileSurvey[],
  otherUses: readonly ResultUses[] = [],
  isComplete = true,
): ProjectKnowledge {
  const definitions = new Map<string, Definition[]>();
  for (const { file, summaries, internal } of surveys) {
    const internals = new Set(internal);
    for (const summary of summaries) {
      const list = definitions.get(summary.name) ?? [];
      list.push({ file, summary, isInternal: internals.has(summary.name) });
      definitions.set(summary.name, list);
    }
  }
  const includes = includesOfHeaders(
    surveys.map(({ file, dependencyNames: { included } }) => ({ file, included })),
  );
  const { contexts, passed } = resolveCalls(surveys, definitions, includes);
  const stored = surveys.flatMap(({ file, contents }) =>
    contents.flatMap(([location, list]) =>
      list.map(({ caller, taint }) => ({ location, from: `${file}#${caller}`, taint })),
    ),
  );
  const propagated = propagateTaint(passed, stored);
  const taken = new Set(surveys.flatMap((survey) => survey.addressTaken));
  const isWhole =
    isComplete && definitions.has('main') && surveys.every(({ allCalls }) => allCalls);
  const isPublic = new Set(
    surveys.flatMap(({ names }) =>
      names.functions.filter((fn) => fn.isPublic === true).map(({ name }) => name),
    ),
  );
  const uses = [...surveys.map((survey) => survey.resultUses), otherUses];
  const functions = new Map<string, ProjectFunction[]>();
  for (const [name, list] of definitions) {
    functions.set(
      name,
      list.map(({ file, summary, isInternal }) => ({
        ...{ file, summary, isInternal },
        context: withTaint(
          contexts.get(`${file}#${name}`),
          propagated.passed.get(`${file}#${name}`),
        ),
        closed: isWhole && !taken.has(name) && !isPublic.has(name),
      })),
    );
  }
  return {
    names: surveys.map(({ file, names }) => ({ file, names })),
    functions,
    contents: propagated.contents,
    fieldTargets: grouped(
      surveys.flatMap((survey) =>
        survey.fieldTargets.flatMap(([field, names]) =>
          names.map((name) => [field, name] as const),
        ),
      ),
    ),
    fieldFunctions: grouped(
      surveys.flatMap((survey) =>
        survey.fieldFunctions.map((summary) => [summary.name, summary] as const),
      ),
    ),
    hardlyTested: hardlyTested(uses),
    seldomTested: seldomTested(uses),
    includes,
    includeChoices: new Map(
      surveys.flatMap(({ file, includeChoices }) =>
        includeChoices === undefined ? [] : [[file, includeChoices] as const],
      ),
    ),
    rust: NO_RUST,
  };
}

/** What the calls of each function pass, but for its taint, and the taint: each function as `file#function`. */
function resolveCalls(
  surveys: readonly FileSurvey[],
  definitions: ReadonlyMap<string, readonly Definition[]>,
  includes: Includes,
) {
  const headers = new ReachedHeaders(includes);
  const contexts = new Map<string, readonly ParameterContext[]>();
  const passed: ResolvedTaint[] = [];
  for (const survey of surveys) {
    const { included } = survey.dependencyNames;
    const seen = new SeenDefinitions(survey.file, included, headers);
    const from = memoise((caller) => `${survey.file}#${caller}`);
    const to = memoise((callee) => {
      const definition = seen.nearest(definitions.get(callee));
      return definition && `${definition.file}#${callee}`;
    });
    for (const { callee, args } of survey.calls) {
      const into = to(callee);
      if (into === undefined) continue;
      const context = args.flatMap((at) => survey.contexts[at] ?? []);
      const before = contexts.get(into);
      contexts.set(into, before === undefined ? context : joinContexts(before, context));
    }
    for (const { caller, callee, parameter, taint } of survey.passed) {
      const into = to(callee);
      if (into !== undefined) passed.push({ from: from(caller), to: into, parameter, taint });
    }
  }
  return { contexts, passed };
}

/** What comes in through parameters, and the taint of it. */
function withTaint(
  context: readonly ParameterContext[] | undefined,
  taints: ReadonlyMap<number, Taint> | undefined,
): readonly ParameterContext[] | undefined {
  if (taints === undefined) return context;
  // What was kept and read again lacks the key that a fresh one has with nothing in it: the order of
  // keys, and with it the digest, has to be the same.
  return context?.map(({ taint: _, ...rest }, position) => ({
    ...rest,
    taint: taints.get(position),
  }));
}

/** A function that is asked the same again and again. */
function memoise<T>(answer: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const now = answer(name);
    known.set(name, now);
    return now;
  };
}

/** The second parts of pairs by the first. */
function grouped<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
