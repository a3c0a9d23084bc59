import { handedOn } from './handed-on.ts';
import {
  type FileSurvey,
  nearest,
  type ProjectFunction,
  type ProjectKnowledge,
} from './project.ts';
import type { FunctionSummary } from './summary.ts';

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
  const calls = surveys.flatMap(({ file, calls, contexts }) =>
    calls.flatMap((call) => {
      const callee = nearest(definitions.get(call.callee), file);
      const from = `${file}#${call.caller}`;
      return callee === undefined
        ? []
        : [
            {
              from,
              to: `${callee.file}#${call.callee}`,
              args: call.args.flatMap((at) => contexts[at] ?? []),
            },
          ];
    }),
  );
  const kept = surveys.flatMap(({ file, contents }) =>
    contents.flatMap(([keeper, list]) =>
      list.map(({ caller, taint }) => ({ keeper, from: `${file}#${caller}`, taint })),
    ),
  );
  const { contexts, contents } = handedOn(calls, kept);
  const taken = new Set(surveys.flatMap((survey) => survey.addressTaken));
  const isWhole = definitions.has('main') && surveys.every(({ allCalls }) => allCalls);
  const functions = new Map<string, ProjectFunction[]>();
  for (const [name, list] of definitions) {
    functions.set(
      name,
      list.map(({ file, summary }) => ({
        file,
        summary,
        context: contexts.get(`${file}#${name}`),
        closed: isWhole && !taken.has(name),
      })),
    );
  }
  return {
    names: surveys.map((survey) => survey.names),
    functions,
    contents,
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
