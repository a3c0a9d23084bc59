import type { GraphFunction } from '../../code/graph/call-graph.ts';
import type { LineStretch } from '../../workspace/files/skip.ts';

/** Changed lines of a file outside of all functions. */
export interface OutsideLines extends LineStretch {
  readonly file: string;
}

/** Functions that one question asks about, with the changed lines outside of functions that concern them. */
export interface FunctionGroup {
  /** The same between runs, and different for each group: what questions about it are booked under. */
  readonly id: string;
  readonly functions: readonly GraphFunction[];
  readonly outside: readonly OutsideLines[];
  /** Whether the change has not touched the functions, but what they use. */
  readonly isOfUsers?: boolean;
}

/** What one group may hold. */
const MAX_FUNCTIONS = 8;
const MAX_LINES = 360;

/** Changed functions stand for one change, and what is around them is mostly the same. */
export const CHANGED_LINES = 460;

/** A longer function is shown in parts, and takes no more room than this. */
const MAX_SIZE = 140;

/** Packs functions into groups in their order, so many functions and lines at most. */
export function packFunctions(
  functions: readonly GraphFunction[],
  most = MAX_LINES,
): GraphFunction[][] {
  const groups: GraphFunction[][] = [];
  let left = 0;
  for (const fn of functions) {
    const size = Math.min(MAX_SIZE, fn.endLine - fn.line + 1);
    const open = groups.at(-1);
    if (open === undefined || left < size || open.length === MAX_FUNCTIONS) {
      groups.push([fn]);
      left = most - size;
    } else {
      open.push(fn);
      left -= size;
    }
  }
  return groups;
}

/** Groups with ids made of the first thing that each holds; equal ones are numbered. */
export function namedGroups(groups: readonly Omit<FunctionGroup, 'id'>[]): FunctionGroup[] {
  const times = new Map<string, number>();
  return groups.map((group) => {
    const [fn] = group.functions;
    const base = fn === undefined ? `${group.outside[0]?.file}|` : `${fn.file}|${fn.name}`;
    const number = (times.get(base) ?? 0) + 1;
    times.set(base, number);
    return { id: number === 1 ? base : `${base}|${number}`, ...group };
  });
}
