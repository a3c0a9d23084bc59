import { joinAllContexts, type ParameterContext } from './parameter-context.ts';
import { withSteps } from './trace-steps.ts';
import { isReal, type Taint } from './value.ts';

/** Taint is handed on through so many calls. */
const ROUNDS = 5;

/** A call between two functions, each by a name of its own such as `file#function`. */
interface ResolvedCall {
  readonly from: string;
  readonly to: string;
  readonly args: readonly ParameterContext[];
}

/** Content that a function puts into a field or a global. */
interface ResolvedContent {
  readonly keeper: string;
  readonly from: string;
  readonly taint: Taint;
}

interface Handed {
  readonly contexts: ReadonlyMap<string, readonly ParameterContext[]>;
  readonly contents: ReadonlyMap<string, Taint>;
}

/**
 * Joins what the calls pass and what fields and globals are given. What a function only hands on
 * takes the taint of its own parameter, or of the field that it was read from.
 */
export function handedOn(calls: readonly ResolvedCall[], kept: readonly ResolvedContent[]): Handed {
  let known: Handed = { contexts: new Map(), contents: new Map() };
  for (let round = 0; round < ROUNDS; round += 1) {
    let isSettled = round > 0;
    const traced = (taint: Taint | undefined, from: string): Taint | undefined => {
      const source = sourceOf(taint, from, known);
      if (source !== taint) isSettled = false;
      return source;
    };
    const contexts = new Map<string, readonly ParameterContext[]>();
    for (const { from, to, args } of calls) {
      const passed = args.map((arg) => {
        const taint = traced(arg.taint, from);
        return taint === arg.taint ? arg : { ...arg, taint };
      });
      const before = contexts.get(to);
      contexts.set(to, before === undefined ? passed : joinAllContexts(before, passed));
    }
    const contents = new Map<string, Taint>();
    for (const { keeper, from, taint } of kept) {
      const real = traced(taint, from);
      if (isReal(real) && !contents.has(keeper)) contents.set(keeper, real);
    }
    known = { contexts, contents };
    // Where nothing was handed on, another round finds the same.
    if (isSettled) break;
  }
  return known;
}

/** A taint as all files together know it: from the caller's own parameters, or from a field. */
function sourceOf(taint: Taint | undefined, from: string, known: Handed): Taint | undefined {
  if (taint === undefined || isReal(taint)) return taint;
  const context = known.contexts.get(from);
  const passed = taint.parameters.map((parameter) => context?.[parameter]?.taint).find(isReal);
  const kept = taint.keepers.map((keeper) => known.contents.get(keeper)).find(isReal);
  const source = passed ?? (kept && { ...kept, bytes: undefined });
  return source === undefined ? taint : { ...source, steps: withSteps(source.steps, taint.steps) };
}
