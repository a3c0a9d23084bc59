import type { CallGraph, GraphFunction } from '../../code/graph/call-graph.ts';
import { reachable } from '../../code/graph/reachability.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import { isTestPath } from '../../workspace/files/test-paths.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { type ChangedFunction, changedFunctions } from './changed-functions.ts';
import { type Check, FIX_LIMITS, type FixImpact, type TouchedFunction } from './fix-plan.ts';
import { type ChangedText, lineCounts } from './line-counts.ts';
import { riskOf } from './risk.ts';

/** A tree as it was and as it is, and what building it has shown. */
export interface ImpactQuestion {
  readonly changed: readonly ChangedText[];
  /** The tree before the change. */
  readonly before: SourceIndex;
  /** The tree after it. */
  readonly after: SourceIndex;
  readonly tested: Check;
}

/**
 * What a change reaches beside its own lines: who calls the functions that it touches, which tests lead there, how
 * much it deletes, and the risk that follows from that.
 */
export function impactOf({ changed, before, after, tested }: ImpactQuestion): FixImpact {
  const outlined = (index: SourceIndex) =>
    changed.map(({ path }) => ({ file: path, functions: index.functionsIn(path) }));
  const functions = changedFunctions(changed, outlined(before), outlined(after));
  const touched = functions.map((one) => touchedFunction(one, one.how === 'new' ? after : before));
  const { deleted, added } = lineCounts(changed);
  return {
    functions: touched.slice(0, FIX_LIMITS.functions).map(({ shown }) => shown),
    more_functions: Math.max(0, touched.length - FIX_LIMITS.functions),
    ...{ deleted_lines: deleted, added_lines: added },
    risk: riskOf({
      functions: touched.map(({ shown, outside }) => ({ ...shown, outside })),
      files: changed.map(({ path }) => path),
      deleted,
      tested,
    }),
  };
}

function touchedFunction({ fn, how, hasOtherHead }: ChangedFunction, index: SourceIndex) {
  const { graph } = index;
  const callers = callersOf(fn, graph);
  const tests = testsOf(fn, index);
  const pointer = index.addressTakenAt(fn.name);
  const shown: TouchedFunction = {
    ...{ name: fn.name.slice(0, FIX_LIMITS.name), file: fn.file, how },
    other_signature: hasOtherHead,
    callers: named(callers),
    tests: named(tests),
    ...(pointer === undefined ? {} : { pointer }),
  };
  return { shown, outside: callers.some(({ file }) => file !== fn.file) };
}

function callersOf(fn: GraphFunction, graph: CallGraph): GraphFunction[] {
  return graph.callersOf(fn).filter((caller) => caller !== fn);
}

/** The tests from which calls lead to a function. */
function testsOf(fn: GraphFunction, index: SourceIndex): GraphFunction[] {
  const reached = [...reachable([fn], (one) => callersOf(one, index.graph))];
  const tests = reached.filter((one) => isTest(one, index));
  if (!fn.file.endsWith('.rs')) return tests;
  // Calls within macros such as `assert_eq!` are in no graph.
  const names = reached.map(({ name }) => unqualifiedName(name).replaceAll(/\W/g, '\\$&'));
  const call = new RegExp(`\\b(?:${names.join('|')})\\s*\\(`);
  const asserting = index.files
    .filter((file) => file.endsWith('.rs'))
    .flatMap((file) => index.functionsIn(file))
    .filter((one) => isTest(one, index) && call.test(bodyOf(one, index)));
  return [...new Set([...tests, ...asserting])];
}

function bodyOf({ file, line, endLine }: GraphFunction, index: SourceIndex): string {
  return index
    .code(file)
    .slice(line - 1, endLine)
    .join('\n');
}

function named(functions: readonly GraphFunction[]): TouchedFunction['callers'] {
  const names = functions.map(({ name, file }) => `${name} (${file})`.slice(0, FIX_LIMITS.name));
  return { count: names.length, first: names.slice(0, FIX_LIMITS.names) };
}

/** Whether a function is a test: by its place, or in Rust by its attribute. */
function isTest({ file, line }: GraphFunction, index: SourceIndex): boolean {
  if (isTestPath(file)) return true;
  if (!file.endsWith('.rs')) return false;
  const lines = index.lines(file);
  for (let at = line - 1; at >= 0; at -= 1) {
    const text = lines[at] ?? '';
    if (/^\s*#\[(?:\w+::)*test\b/.test(text)) return true;
    // What stands between the attribute and the head, where the function is said to begin at its head.
    if (at < line - 1 && !/^\s*(?:#\[|\/\/|$)/.test(text)) return false;
  }
  return false;
}
