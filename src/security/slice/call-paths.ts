import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import { isTestPath } from '../../workspace/files/test-paths.ts';
import { registrationOf } from './registrations.ts';
import type { SourceIndex } from './source-index.ts';

const MAX_PATHS = 6;
const MAX_LENGTH = 12;

/** Calls through a field that are named. */
const MAX_CALLS = 2;

/**
 * Ways of calls to a function from those that nothing is known to call, as `main -> parse -> copy`.
 * Ways through tests are left out, unless the function is in one.
 */
function callPathsTo(
  target: GraphFunction,
  index: SourceIndex,
  nameOf: (root: GraphFunction) => string = (root) => rootName(root, index),
): string[] {
  const { graph } = index;
  const inTest = isTestPath(target.file);
  return graph
    .rootsOf(target)
    .filter((root) => inTest || !isTestPath(root.file))
    .slice(0, MAX_PATHS)
    .flatMap((root) => {
      if (root === target) return [nameOf(root)];
      const limits = { maxPaths: MAX_PATHS, maxLength: MAX_LENGTH };
      return graph
        .paths(root.name, target.name, limits)
        .paths.filter((path) => inTest || !path.some((name) => isInTests(name, index)))
        .map(([, ...rest]) => [nameOf(root), ...rest].join(' -> '));
    });
}

/** Ways that share so many functions at their end are one way: what comes before decides little. */
const SHARED_END = 4;

/** Ways that a report has of one place. */
const MAX_REPORTED = 3;

/**
 * The same by the call graph alone, for a report: no file is read. None where nothing is known to call the function.
 */
export function plainCallPaths(target: GraphFunction, index: SourceIndex): string[] {
  return callPathsTo(target, index, ({ name }) => name)
    .filter((path) => path.includes(' -> '))
    .slice(0, MAX_REPORTED);
}

/** Of all functions together: each way once, and so many at most. */
export function callPathsToAll(targets: readonly GraphFunction[], index: SourceIndex): string[] {
  const byEnd = new Map<string, string>();
  for (const path of targets.flatMap((fn) => callPathsTo(fn, index))) {
    const end = path.split(' -> ').slice(-SHARED_END).join(' -> ');
    if (!byEnd.has(end)) byEnd.set(end, path);
  }
  const said = new Set<string>();
  return [...byEnd.values()].slice(0, MAX_PATHS).map((path) => {
    // How a function is called that no call names is said of the first way from it.
    const [, root = '', how] = /^(\S+)( \([^)]*\))/.exec(path) ?? [];
    if (how === undefined || !said.has(root)) {
      said.add(root);
      return path;
    }
    return root + path.slice(root.length + how.length);
  });
}

/** A function that nothing calls by name may be called through a pointer to it. */
function rootName({ name }: GraphFunction, index: SourceIndex): string {
  if (name === 'main') return name;
  const registration = registrationOf({ name }, index);
  if (registration === undefined) return `${name} (no known caller)`;
  const { file, line, field, calls } = registration;
  const places = calls
    .filter(({ caller }) => !isTestPath(caller.file))
    .slice(0, MAX_CALLS)
    .map(({ caller, line: at }) => `${caller.name} at ${caller.file}:${at}`);
  const through = places.length === 0 ? '' : `, called through ${field} by ${places.join(', ')}`;
  const how = index.isGivenAway(unqualifiedName(name)) ? 'handed on' : 'named';
  return `${name} (${how} at ${file}:${line}${through})`;
}

function isInTests(name: string, { graph }: SourceIndex): boolean {
  const definitions = graph.definitions(name);
  return definitions.length > 0 && definitions.every(({ file }) => isTestPath(file));
}
