import { appendSteps } from '../domain/source-step.ts';
import { isExternal, type Taint, taintOfNumber } from '../domain/taint.ts';

/** Taint is propagated through so many calls. */
const MAX_ROUNDS = 5;

/** Taint that a function passes to another one, each by a name of its own such as `file#function`. */
export interface ResolvedTaint {
  readonly from: string;
  readonly to: string;
  readonly parameter: number;
  readonly taint: Taint;
}

/** Content that a function puts into a field or a global. */
interface ResolvedContent {
  readonly location: string;
  readonly from: string;
  readonly taint: Taint;
}

interface PropagatedTaint {
  /** What comes in through the parameters of each function, by their positions. */
  readonly passed: ReadonlyMap<string, ReadonlyMap<number, Taint>>;
  readonly contents: ReadonlyMap<string, Taint>;
}

/**
 * The first real taint that the calls pass for each parameter, and that each field and global is
 * given. What a function passes through takes the taint of its own parameter, or of the field that
 * it was read from.
 */
export function propagateTaint(
  passed: readonly ResolvedTaint[],
  stored: readonly ResolvedContent[],
): PropagatedTaint {
  let known: PropagatedTaint = { passed: new Map(), contents: new Map() };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let isStable = round > 0;
    const traced = (taint: Taint, from: string): Taint => {
      const source = sourceOf(taint, from, known);
      if (source !== taint) isStable = false;
      return source;
    };
    const into = new Map<string, Map<number, Taint>>();
    for (const { from, to, parameter, taint } of passed) {
      const real = traced(taint, from);
      if (!isExternal(real)) continue;
      const parameters = into.get(to) ?? new Map<number, Taint>();
      into.set(to, parameters);
      if (!parameters.has(parameter)) parameters.set(parameter, real);
    }
    const contents = new Map<string, Taint>();
    for (const { location, from, taint } of stored) {
      const real = traced(taint, from);
      if (isExternal(real) && !contents.has(location)) contents.set(location, real);
    }
    known = { passed: into, contents };
    // Where nothing was propagated, another round finds the same.
    if (isStable) break;
  }
  return known;
}

/** A taint as all files together know it: from the caller's own parameters, or from a field. */
function sourceOf(taint: Taint, from: string, known: PropagatedTaint): Taint {
  if (isExternal(taint)) return taint;
  const into = known.passed.get(from);
  const passed = into && firstExternal(into, taint.parameters);
  const stored =
    passed === undefined ? firstExternal(known.contents, taint.fieldLocations) : undefined;
  const text = passed ?? (stored && { ...stored, bytes: undefined });
  const source = taint.isNumber ? taintOfNumber(text) : text;
  return source === undefined
    ? taint
    : { ...source, steps: appendSteps(source.steps, taint.steps) };
}

function firstExternal<K>(known: ReadonlyMap<K, Taint>, keys: readonly K[]): Taint | undefined {
  for (const key of keys) {
    const taint = known.get(key);
    if (taint !== undefined) return taint;
  }
  return undefined;
}
