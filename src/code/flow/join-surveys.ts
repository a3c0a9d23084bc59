import { joinAllContexts, type ParameterContext } from './parameter-context.ts';
import {
  type FileSurvey,
  nearest,
  type ProjectFunction,
  type ProjectKnowledge,
} from './project.ts';
import type { FunctionSummary } from './summary.ts';

/** Taint is handed on through so many calls. */
const ROUNDS = 5;

/** Puts the surveys of all files together. */
export function knowledgeOf(surveys: readonly FileSurvey[]): ProjectKnowledge {
  const definitions = new Map<string, { file: string; summary: FunctionSummary }[]>();
  for (const { file, summaries } of surveys) {
    for (const summary of summaries) {
      const list = definitions.get(summary.name) ?? [];
      list.push({ file, summary });
      definitions.set(summary.name, list);
    }
  }
  const calls = surveys.flatMap(({ file, calls }) =>
    calls.flatMap((call) => {
      const callee = nearest(definitions.get(call.callee), file);
      const from = `${file}#${call.caller}`;
      return callee === undefined
        ? []
        : [{ from, to: `${callee.file}#${call.callee}`, args: call.args }];
    }),
  );
  const contexts = contextsOf(calls);
  const taken = new Set(surveys.flatMap((survey) => survey.addressTaken));
  const isProgram = definitions.has('main');
  const functions = new Map<string, ProjectFunction[]>();
  for (const [name, list] of definitions) {
    functions.set(
      name,
      list.map(({ file, summary }) => ({
        file,
        summary,
        context: contexts.get(`${file}#${name}`),
        closed: isProgram && !taken.has(name),
      })),
    );
  }
  return {
    names: surveys.map((survey) => survey.names),
    functions,
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
  };
}

/** The second parts of pairs by the first. */
function grouped<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

/** A call between two functions that are known, each as `file#function`. */
interface ResolvedCall {
  readonly from: string;
  readonly to: string;
  readonly args: readonly ParameterContext[];
}

/** Joins what the calls pass; what a caller only hands on takes the taint of its own parameter. */
function contextsOf(calls: readonly ResolvedCall[]): Map<string, readonly ParameterContext[]> {
  let contexts = new Map<string, readonly ParameterContext[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Map<string, readonly ParameterContext[]>();
    for (const { from, to, args } of calls) {
      const traced = args.map((arg) => handedOn(arg, contexts.get(from)));
      const known = next.get(to);
      next.set(to, known === undefined ? traced : joinAllContexts(known, traced));
    }
    contexts = next;
  }
  return contexts;
}

/** What a caller passes, with the taint of the parameter that it got it from. */
function handedOn(
  arg: ParameterContext,
  caller: readonly ParameterContext[] | undefined,
): ParameterContext {
  if (arg.taint?.kind !== 'parameter') return arg;
  const source = caller?.[arg.taint.parameter]?.taint;
  if (source === undefined || source.kind === 'parameter') return arg;
  return { ...arg, taint: { ...source, steps: [...source.steps, ...arg.taint.steps].slice(-12) } };
}
