import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import { isExamplePath, isTestPath } from '../../workspace/files/test-paths.ts';
import { passesAsMany } from './argument-count.ts';
import { callSites } from './call-sites.ts';
import {
  type Excerpt,
  type Excerpts,
  functionExcerpt,
  locationText,
  nearExcerpt,
  withMoreLines,
} from './excerpt.ts';
import { usesOfWhatIsLeft } from './left-behind.ts';
import type { PlaceExcerpts } from './place-excerpts.ts';
import { registrationOf } from './registrations.ts';
import type { SourceIndex } from './source-index.ts';

/** A function of at most so many lines is shown whole, where it calls the place itself or from further up. */
const WHOLE = 30;
const WHOLE_FAR = 10;
const MAX_LINES = 130;

/** Where a trace leads through callers already, the others are only to be seen. */
const MAX_BESIDES = 70;

/** Of a longer excerpt the lines near the calls alone are shown, so that others have room. */
const MAX_EXCERPT = 40;
const MAX_FAR = 16;
const NEAR_LINES = 5;
const NEAR_FAR = 2;
const MAX_CALLERS = 16;
const MAX_LEVELS = 3;

/** Callers through one field. */
const MAX_THROUGH = 4;

/** A way into a function: which function calls it or passes a pointer to it, and on which lines. */
interface CallerSites {
  readonly caller: GraphFunction;
  readonly sites: readonly number[];
  /** `calls`, `hands on` or `calls through parser`. */
  readonly how: string;
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
  const room = focus.size > own.length ? MAX_BESIDES : MAX_LINES;
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
    const all = callees.map((callee) => {
      return nearestFirst(callee, callerSitesOf(callee, index)).map((site) => ({
        ...site,
        callee,
      }));
    });
    const most = Math.max(0, ...all.map(({ length }) => length));
    // Each callee has its turn: one that is called everywhere must not take the room of the others.
    for (let turn = 0; turn < most; turn += 1) {
      for (const { caller, sites, how, callee } of all.flatMap((sites) => sites[turn] ?? [])) {
        if (known.has(caller) || (isTestPath(caller.file) && !isTestPath(callee.file))) continue;
        known.add(caller);
        found.push(caller);
        if (focus.has(caller)) continue;
        const title = `function ${caller.name}, which ${how} ${callee.name}`;
        const options = { whole, title, depth: 'caller' } as const;
        const relevant = await functionExcerpt(caller, sites, options, index);
        const isFar = whole === WHOLE_FAR;
        const short =
          relevant.shown.length <= (isFar ? MAX_FAR : MAX_EXCERPT)
            ? relevant
            : { ...nearExcerpt(caller, sites, isFar ? NEAR_FAR : NEAR_LINES, index, true), title };
        const behind = isFar ? [] : usesOfWhatIsLeft(caller, sites, callee, index);
        const excerpt = withMoreLines(short, behind, index);
        lines += excerpt.shown.length;
        if (lines <= room && excerpts.length < MAX_CALLERS) excerpts.push(excerpt);
        else omitted.push(`the caller ${caller.name} (${locationText(caller)}) of ${callee.name}`);
      }
    }
    return found;
  }
}

/** Those of the same file first, then those of the same folder, and what is only an example last. */
function nearestFirst({ file }: GraphFunction, sites: readonly CallerSites[]): CallerSites[] {
  const folder = file.replace(/[^/]*$/, '');
  const distance = ({ caller }: CallerSites) => {
    if (caller.file === file) return 0;
    if (isExamplePath(caller.file)) return 3;
    return caller.file.startsWith(folder) ? 1 : 2;
  };
  return sites.toSorted((left, right) => distance(left) - distance(right));
}

/** Its callers; of a function whose pointer something stores, those who pass it there and those who call it then. */
function callerSitesOf(callee: GraphFunction, index: SourceIndex): CallerSites[] {
  const callers = index.graph.callersOf(callee).flatMap((caller): CallerSites[] => {
    const sites = callSites(index, caller, callee);
    return isOfAnother(caller, sites, callee, index) ? [] : [{ caller, sites, how: 'calls' }];
  });
  const registration = registrationOf(callee, index);
  if (registration === undefined) return callers;
  const { file, line, field, calls } = registration;
  const known = new Set(callers.map(({ caller }) => caller));
  const through = [...Map.groupBy(calls, ({ caller }) => caller)]
    .filter(([caller]) => !known.has(caller) && !isTestPath(caller.file))
    .map(([caller, sites]): CallerSites => {
      return { caller, sites: sites.map((site) => site.line), how: `calls through ${field}` };
    });
  const nearest = nearestFirst(callee, through).slice(0, MAX_THROUGH);
  const giver = callers.length > 0 ? undefined : index.functionAt(file, line);
  const given = giver === undefined ? [] : [{ caller: giver, sites: [line], how: 'hands on' }];
  return [...callers, ...given, ...nearest];
}

/**
 * Whether all calls pass another number of arguments than a function takes: of a name that several programs of a tree define,
 * or through a field that several records have.
 */
function isOfAnother(
  { file, calls }: GraphFunction,
  sites: readonly number[],
  callee: GraphFunction,
  index: SourceIndex,
): boolean {
  const isNamed = calls.includes(callee.name);
  if (sites.length === 0 || (isNamed && index.graph.definitions(callee.name).length < 2))
    return false;
  const name = unqualifiedName(callee.name).replaceAll(/\W/g, '\\$&');
  const before = isNamed ? `\\b${name}\\s*` : '(?:->|\\.)\\s*\\w+\\s*\\)?\\s*';
  return sites.every((line) => !passesAsMany({ file, line }, before, callee, index));
}
