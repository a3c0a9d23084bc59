import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { callSites } from './call-sites.ts';
import { type Excerpt, type Excerpts, functionExcerpt, locationText } from './excerpt.ts';
import type { PlaceExcerpts } from './place-excerpts.ts';
import type { SourceIndex } from './source-index.ts';
import { isTestPath } from './test-paths.ts';

/** A function of at most so many lines is shown whole, where it calls the place itself or from further up. */
const WHOLE = 30;
const WHOLE_FAR = 10;
const MAX_LINES = 130;
const MAX_CALLERS = 16;
const MAX_LEVELS = 3;

/** A way into a function: which function calls it or passes a pointer to it, and on which lines. */
interface CallerSites {
  readonly caller: GraphFunction;
  readonly sites: readonly number[];
  readonly how: 'calls' | 'hands on';
}

/**
 * Callers level by level, each with the lines that bear on its calls; then those who call the
 * functions that a trace leads through, the last first: data may pass through them.
 */
export async function callerExcerpts(
  { own, focus }: Pick<PlaceExcerpts, 'own' | 'focus'>,
  index: SourceIndex,
): Promise<Excerpts> {
  const excerpts: Excerpt[] = [];
  const omitted: string[] = [];
  const known = new Set<GraphFunction>(own);
  let lines = 0;
  let level = own;
  for (let depth = 1; depth <= MAX_LEVELS && level.length > 0; depth += 1) {
    level = await addCallersOf(level, depth === 1 ? WHOLE : WHOLE_FAR);
  }
  const hasMore = level.some((fn) =>
    callerSitesOf(fn, index).some(({ caller }) => !known.has(caller)),
  );
  if (hasMore) omitted.push('callers further up');
  const others = [...focus.keys()].filter((fn) => !own.includes(fn));
  await addCallersOf(others.reverse(), WHOLE);
  return { excerpts, omitted };

  /** Returns the callers, whether or not there was room for them. */
  async function addCallersOf(
    callees: readonly GraphFunction[],
    whole: number,
  ): Promise<GraphFunction[]> {
    const found: GraphFunction[] = [];
    for (const callee of callees) {
      for (const { caller, sites, how } of callerSitesOf(callee, index)) {
        if (known.has(caller) || (isTestPath(caller.file) && !isTestPath(callee.file))) continue;
        known.add(caller);
        found.push(caller);
        if (focus.has(caller)) continue;
        const title = `function ${caller.name}, which ${how} ${callee.name}`;
        const options = { whole, title, depth: 'caller' } as const;
        const excerpt = await functionExcerpt(caller, sites, options, index);
        lines += excerpt.shown.length;
        if (lines <= MAX_LINES && excerpts.length < MAX_CALLERS) excerpts.push(excerpt);
        else omitted.push(`the caller ${caller.name} (${locationText(caller)}) of ${callee.name}`);
      }
    }
    return found;
  }
}

/** Its callers; of a function without any, the one that passes a pointer to it. */
function callerSitesOf(callee: GraphFunction, index: SourceIndex): CallerSites[] {
  const callers = index.graph.callersOf(callee).map((caller): CallerSites => {
    return { caller, sites: callSites(index, caller, callee), how: 'calls' };
  });
  if (callers.length > 0) return callers;
  const [, file = '', line = ''] =
    /^(.*):(\d+)$/.exec(index.addressTakenAt(callee.name) ?? '') ?? [];
  const caller = index.functionAt(file, Number(line));
  return caller === undefined ? [] : [{ caller, sites: [Number(line)], how: 'hands on' }];
}
