import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { reachable } from '../../code/graph/reachability.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import { isTestPath } from '../../workspace/files/test-paths.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { type FunctionGroup, namedGroups, packFunctions } from './function-group.ts';

/** Calls that bring in what an attacker may have written. */
const INPUT =
  /^(?:main|LLVMFuzzerTestOneInput|f?read|pread|readv|recv|recvfrom|recvmsg|f?gets|getline|getdelim|fgetc|getc|getchar|f?scanf|getenv|accept|mmap|read_to_end|read_to_string|read_line|read_exact)$/;

/** Calls that move, make or free memory. */
const MEMORY =
  /^(?:mem(?:cpy|move|set|chr)|str(?:n?cpy|n?cat|dup|ndup)|v?sn?printf|malloc|calloc|realloc|free|alloca|from_raw_parts(?:_mut)?|copy_nonoverlapping|get_unchecked(?:_mut)?)$/;

/** An index, or an access through a pointer. */
const ACCESS = /\w\s*\[[^\]]+\]|->|\*\s*\(?\s*\w+\s*(?:\+\+|--|=)/g;

/** What each sign of risk counts. */
const WEIGHTS = { input: 3, memory: 2, dense: 1, untested: 1 };

/** So many accesses in ten lines are many. */
const DENSE = 2;

/**
 * All functions of a tree in groups of one file each, the riskiest groups first: what input reaches,
 * what touches memory, what no test calls.
 * @param includes whether a file is one that the run reports on
 */
export function riskyGroups(
  index: SourceIndex,
  includes: (file: string) => boolean,
): FunctionGroup[] {
  const own = index.files.filter((file) => !isTestPath(file) && includes(file));
  const reached = reachedByInput(index);
  const tested = testedFunctions(index);
  const riskOf = (fn: GraphFunction): number => {
    const lines = index.lines(fn.file).slice(fn.line - 1, fn.endLine);
    const accesses = lines.reduce((sum, line) => sum + (line.match(ACCESS)?.length ?? 0), 0);
    const density = (10 * accesses) / Math.max(10, lines.length);
    return (
      (reached.has(fn) ? WEIGHTS.input : 0) +
      (accesses > 0 || fn.calls.some((name) => MEMORY.test(name)) ? WEIGHTS.memory : 0) +
      (density >= DENSE ? WEIGHTS.dense : 0) +
      (tested.has(fn) ? 0 : WEIGHTS.untested)
    );
  };
  const groups = own.flatMap((file) =>
    packFunctions(index.functionsIn(file)).map((functions) => ({
      functions,
      outside: [],
      risk: Math.max(...functions.map(riskOf)),
    })),
  );
  // The names come first, so that a change of risk elsewhere renames nothing.
  const risks = new Map(namedGroups(groups).map((group, at) => [group, groups[at]?.risk ?? 0]));
  return [...risks]
    .sort(([a, left], [b, right]) => right - left || byBytes(a.id, b.id))
    .map(([{ id, functions, outside }]) => ({ id, functions, outside }));
}

/** Functions that bring in input, those that they call, and those that get it from them. */
function reachedByInput(index: SourceIndex): ReadonlySet<GraphFunction> {
  const all = index.files.flatMap((file) => index.functionsIn(file));
  const sources = all.filter(
    ({ file, name, calls }) =>
      !isTestPath(file) && (INPUT.test(name) || calls.some((call) => INPUT.test(call))),
  );
  const getters = sources.flatMap((fn) => index.graph.callersOf(fn));
  const next = (fn: GraphFunction) =>
    index.graph.callees(fn).flatMap(({ definitions }) => definitions);
  return new Set(reachable([...sources, ...getters], next));
}

/** Functions that a test calls itself. */
function testedFunctions(index: SourceIndex): ReadonlySet<GraphFunction> {
  const tests = index.files.filter(isTestPath).flatMap((file) => index.functionsIn(file));
  return new Set(
    tests.flatMap((fn) => index.graph.callees(fn).flatMap(({ definitions }) => definitions)),
  );
}
