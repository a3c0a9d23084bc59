import { printPlainData } from '../../plain-data.ts';
import { joinContexts, type ParameterContext } from '../domain/parameter-context.ts';
import { isExternal } from '../domain/taint.ts';
import type { FileSurvey, PassedTaint, SurveyedCall } from './project-knowledge.ts';

/** A call that the analysis has come by. */
export interface ObservedCall {
  readonly caller: string;
  readonly callee: string;
  readonly args: readonly ParameterContext[];
}

/** All that the calls of a file pass to each function, in few words: most pass the like of what others pass. */
export function passedArguments(
  calls: readonly ObservedCall[],
): Pick<FileSurvey, 'calls' | 'contexts' | 'passed'> {
  return { ...joinedCalls(calls), passed: relevantTaints(passedTaints(calls)) };
}

/** The taint of each argument. */
export function passedTaints(calls: readonly ObservedCall[]): PassedTaint[] {
  return calls.flatMap(({ caller, callee, args }) =>
    args.flatMap(({ taint }, parameter) =>
      taint === undefined ? [] : [{ caller, callee, parameter, taint }],
    ),
  );
}

/** The calls of each function joined, but for the taint, and each context once. */
function joinedCalls(calls: readonly ObservedCall[]): Pick<FileSurvey, 'calls' | 'contexts'> {
  const joined = new Map<string, { callee: string; args: readonly ParameterContext[] }>();
  for (const { callee, args } of calls) {
    // Apart by their number of arguments: the first call of all says how many count.
    const key = `${args.length} ${callee}`;
    const bare = args.map((context) => ({ ...context, taint: undefined }));
    const known = joined.get(key);
    joined.set(key, {
      callee,
      args: known === undefined ? bare : joinContexts(known.args, bare),
    });
  }
  const positions = new Map<string, number>();
  const contexts: ParameterContext[] = [];
  const positionOf = (context: ParameterContext): number => {
    const key = printPlainData(context);
    const known = positions.get(key);
    if (known !== undefined) return known;
    positions.set(key, contexts.length);
    return contexts.push(context) - 1;
  };
  const distinct = [...joined.values()].map(
    ({ callee, args }): SurveyedCall => ({ callee, args: args.map(positionOf) }),
  );
  return { calls: distinct, contexts };
}

/**
 * Leaves out what can never be the first real taint of its parameter: what follows a real one, and
 * what comes from nowhere that an earlier one does not come from, too.
 */
function relevantTaints(passed: readonly PassedTaint[]): PassedTaint[] {
  const seen = new Set<string>();
  const isNew = (key: string): boolean => seen.size < seen.add(key).size;
  return passed.filter(({ caller, callee, parameter, taint }) => {
    const to = `${callee} ${parameter}`;
    if (seen.has(to)) return false;
    if (isExternal(taint)) return isNew(to);
    const sources = [
      ...taint.parameters.map((position) => `${to} ${caller} ${position}`),
      ...taint.fieldLocations.map((location) => `${to} of ${location}`),
    ];
    return sources.filter(isNew).length > 0;
  });
}
