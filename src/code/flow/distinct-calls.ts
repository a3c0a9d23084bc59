import { printPlainData } from '../plain-data.ts';
import type { ParameterContext } from './parameter-context.ts';
import type { FileSurvey, SurveyedCall } from './project.ts';
import type { ObservedCall } from './unit-knowledge.ts';

/** Each call of a file once, and each context that calls pass once. */
export function distinctCalls(
  calls: readonly ObservedCall[],
): Pick<FileSurvey, 'calls' | 'contexts'> {
  const positions = new Map<string, number>();
  const contexts: ParameterContext[] = [];
  const positionOf = (context: ParameterContext): number => {
    const key = printPlainData(context);
    const known = positions.get(key);
    if (known !== undefined) return known;
    positions.set(key, contexts.length);
    return contexts.push(context) - 1;
  };
  const distinct = new Map<string, SurveyedCall>();
  for (const { caller, callee, args } of calls) {
    const call = { caller, callee, args: args.map(positionOf) };
    const key = [caller, callee, ...call.args].join(' ');
    if (!distinct.has(key)) distinct.set(key, call);
  }
  return { calls: [...distinct.values()], contexts };
}
