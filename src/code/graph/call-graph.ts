import { nearestDefinitions } from './nearest-definitions.ts';
import { reachable } from './reachability.ts';

/** A function as the graph knows it: where it is, and the names that it calls. */
export interface GraphFunction {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  readonly calls: readonly string[];
  /** The names of functions that it may call through fields. */
  readonly fieldCalls: readonly string[];
}

/** A call by name, with the functions of the project that it may mean: none for a library's. */
export interface Callee {
  readonly name: string;
  readonly definitions: readonly GraphFunction[];
  /** Whether it is only called through a field, which may hold another function. */
  readonly throughField: boolean;
}

export interface PathOptions {
  readonly maxPaths: number;
  /** Calls from the first function to the last. */
  readonly maxLength: number;
}

/** Beyond this many partial paths a search gives up: a graph can hold exponentially many. */
const MAX_STEPS = 20_000;

/**
 * Who calls whom, by name. Within a file that defines a name itself the name means that definition,
 * elsewhere those whose folders are the nearest: a tree may hold several programs. So an edge may be one too many. A call through a field leads to
 * every function that is stored in that field of its record, of any record where it is not known; one through another pointer is not known.
 */
export class CallGraph {
  private readonly byName: ReadonlyMap<string, readonly GraphFunction[]>;
  private readonly callersByName: ReadonlyMap<string, readonly GraphFunction[]>;
  private byFile: ReadonlyMap<string, readonly GraphFunction[]> | undefined;

  /** @param functions in the order in which answers name them */
  constructor(functions: readonly GraphFunction[]) {
    this.byName = Map.groupBy(functions, ({ name }) => name);
    const calls = functions.flatMap((caller) => namesIn(caller).map((name) => ({ name, caller })));
    this.callersByName = new Map(
      [...Map.groupBy(calls, ({ name }) => name)].map(([name, group]) => [
        name,
        group.map(({ caller }) => caller),
      ]),
    );
  }

  /** The functions of a name; also a method's, by its last part or in full. */
  definitions(name: string): readonly GraphFunction[] {
    return this.byName.get(name) ?? [];
  }

  /** The innermost function around a line, from 1; undefined outside of all. */
  functionAt(file: string, line: number): GraphFunction | undefined {
    this.byFile ??= Map.groupBy([...this.byName.values()].flat(), (fn) => fn.file);
    return innermostAt(this.byFile.get(file) ?? [], line);
  }

  /** The names of all functions. */
  names(): Iterable<string> {
    return this.byName.keys();
  }

  callees(caller: GraphFunction): Callee[] {
    return namesIn(caller).map((name) => ({
      name,
      definitions: this.resolve(caller, name),
      throughField: !caller.calls.includes(name),
    }));
  }

  /** The functions that call a definition of this name, or the library's function. */
  callers(name: string): readonly GraphFunction[] {
    return this.callersByName.get(name) ?? [];
  }

  /** The functions that may call this very definition. */
  callersOf(callee: GraphFunction): GraphFunction[] {
    return this.callers(callee.name).filter((caller) =>
      this.resolve(caller, callee.name).includes(callee),
    );
  }

  /**
   * The functions from which calls lead to this one and that nothing is known to call: itself when
   * nothing calls it, nothing when all lead in circles. The nearest first.
   */
  rootsOf(target: GraphFunction): GraphFunction[] {
    const others = (fn: GraphFunction) => this.callersOf(fn).filter((caller) => caller !== fn);
    return [...reachable([target], others)].filter((fn) => others(fn).length === 0);
  }

  /**
   * Ways from one name to another, the shortest first, each without a function twice. `complete` is
   * false when there are more than were asked for, or the search gave up.
   */
  paths(
    from: string,
    to: string,
    { maxPaths, maxLength }: PathOptions,
  ): { paths: string[][]; complete: boolean } {
    const distances = this.distancesTo(to);
    const paths: string[][] = [];
    let pending = this.definitions(from).map((start) => [start]);
    for (let length = 1, steps = 0; pending.length > 0 && length <= maxLength; length += 1) {
      const longer: GraphFunction[][] = [];
      for (const path of pending) {
        const last = path.at(-1);
        if (last === undefined) continue;
        if (namesIn(last).includes(to)) paths.push([...path.map(({ name }) => name), to]);
        for (const next of this.callees(last).flatMap(({ definitions }) => definitions)) {
          steps += 1;
          const left = distances.get(next);
          const useful = left !== undefined && length + left <= maxLength;
          if (next.name !== to && useful && !path.includes(next)) longer.push([...path, next]);
        }
        if (paths.length > maxPaths || steps > MAX_STEPS) {
          return { paths: paths.slice(0, maxPaths), complete: false };
        }
      }
      pending = longer;
    }
    return { paths, complete: pending.length === 0 };
  }

  /** The number of calls from each function to a name, over the shortest way. */
  private distancesTo(name: string): Map<GraphFunction, number> {
    const distances = new Map<GraphFunction, number>();
    let reached = [...this.callers(name)];
    for (let distance = 1; reached.length > 0; distance += 1) {
      const fresh = [...new Set(reached)].filter((fn) => !distances.has(fn));
      for (const fn of fresh) distances.set(fn, distance);
      reached = fresh.flatMap((fn) => this.callers(fn.name));
    }
    return distances;
  }

  private resolve(caller: GraphFunction, name: string): readonly GraphFunction[] {
    const all = this.definitions(name);
    if (all.length < 2) return all;
    const here = all.filter(({ file }) => file === caller.file);
    return here.length > 0 ? here : nearestDefinitions(all, caller.file);
  }
}

function namesIn({ calls, fieldCalls }: GraphFunction): string[] {
  return [...new Set([...calls, ...fieldCalls])];
}

/** Of functions of one file, the innermost around a line, from 1; undefined outside of all. */
export function innermostAt(
  functions: readonly GraphFunction[],
  line: number,
): GraphFunction | undefined {
  const around = functions.filter((fn) => fn.line <= line && line <= fn.endLine);
  return around.toSorted((a, b) => a.endLine - a.line - (b.endLine - b.line))[0];
}
