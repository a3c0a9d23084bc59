import type { GraphFunction } from '../../code/call-graph.ts';
import type { SourceIndex } from './source-index.ts';
import { isTest } from './test-paths.ts';

const MAX_WAYS = 6;
const MAX_LENGTH = 12;

/**
 * Ways of calls to a function from those that nothing is known to call, as `main -> parse -> copy`.
 * Ways through tests are left out, unless the function is in one.
 */
function callWays(target: GraphFunction, index: SourceIndex): string[] {
  const { graph } = index;
  const inTest = isTest(target.file);
  return graph
    .rootsOf(target)
    .filter((root) => inTest || !isTest(root.file))
    .slice(0, MAX_WAYS)
    .flatMap((root) => {
      if (root === target) return [rootName(root, index)];
      const limits = { maxPaths: MAX_WAYS, maxLength: MAX_LENGTH };
      return graph
        .paths(root.name, target.name, limits)
        .paths.filter((path) => inTest || !path.some((name) => isInTests(name, index)))
        .map(([, ...rest]) => [rootName(root, index), ...rest].join(' -> '));
    });
}

/** Of all functions together: each way once, and so many at most. */
export function callWaysTo(targets: readonly GraphFunction[], index: SourceIndex): string[] {
  return [...new Set(targets.flatMap((fn) => callWays(fn, index)))].slice(0, MAX_WAYS);
}

/** A function that nothing calls by name may be handed to someone who does. */
function rootName({ name }: GraphFunction, index: SourceIndex): string {
  if (name === 'main') return name;
  const use = index.handedOnAt(name);
  return use === undefined ? `${name} (no known caller)` : `${name} (handed on at ${use})`;
}

function isInTests(name: string, { graph }: SourceIndex): boolean {
  const definitions = graph.definitions(name);
  return definitions.length > 0 && definitions.every(({ file }) => isTest(file));
}
