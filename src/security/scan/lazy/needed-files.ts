import { LIMITS } from '../../../code/limits.ts';
import type { LazyTree } from './lazy-tree.ts';
import { TaintOrigins } from './taint-origins.ts';

/** A call is recorded once for each state that comes by it. */
const MAX_RECORDINGS_OF_A_CALL = 6;

/**
 * The files that have to be surveyed for the analysis of some files to see what it would see if all were:
 * what they call and look up is defined there, or they call it, or they store what it reads.
 */
export function neededFiles(tree: LazyTree, examined: ReadonlySet<string>): ReadonlySet<string> {
  const { mentions } = tree;
  const missing = [...examined].filter((path) => tree.paths.has(path) && !tree.isSurveyed(path));
  if (missing.length > 0) return new Set(missing);
  const needed = new Set<string>(wholenessFiles(tree));
  const add = (files: Iterable<string>) => {
    for (const file of files) needed.add(file);
  };
  const origins = new TaintOrigins(tree, add);
  const { fieldTargets } = tree.state.knowledge;
  for (const path of examined) {
    const surveyed = tree.surveyOf(path);
    if (surveyed === undefined) continue;
    const { survey } = surveyed;
    const { functions, variables, calls, fields, fieldLocations } = survey.dependencyNames;
    for (const name of functions) add(mentions.declaringFunction(name));
    for (const name of variables) add(mentions.declaringVariable(name));
    const own = new Set(surveyed.functions.map(({ name }) => name));
    for (const name of calls) if (!own.has(name)) add(mentions.declaringFunction(lastName(name)));
    for (const field of fields) {
      add(mentions.registering(field));
      const targets = fieldTargets.get(field) ?? [];
      if (targets.length <= LIMITS.fieldFunctions)
        for (const name of targets) add(mentions.declaringFunction(name));
    }
    for (const { name, parameters } of survey.summaries) {
      // Each program has its own, which nothing calls; and to a function without parameters nothing is passed.
      if (name === 'main' || parameters.length === 0) continue;
      if (mentions.callingOther(name, path).size === 0) continue;
      add(mentions.declaringFunction(name));
      origins.ofFunction(path, name);
    }
    // What the file passes on or keeps comes from these and from its own callers.
    for (const location of fieldLocations) origins.ofLocation(location);
  }
  origins.follow();
  return needed;
}

/**
 * Files by which it is known whether the project is a program of which all calls were seen: one with a `main`,
 * and those that may have more calls than are recorded.
 */
function wholenessFiles(tree: LazyTree): string[] {
  const many = [...tree.indexes]
    .filter(([, { calls }]) => calls * MAX_RECORDINGS_OF_A_CALL > LIMITS.calls)
    .map(([file]) => file);
  const bytes = new Map(tree.opened.files.map((file) => [file.path, file.bytes]));
  const bySize = [...tree.mentions.declaringFunction('main')].sort(
    (left, right) => (bytes.get(left) ?? 0) - (bytes.get(right) ?? 0),
  );
  const hasMain = (file: string) =>
    tree.surveyOf(file)?.survey.summaries.some(({ name }) => name === 'main') === true;
  const main = bySize.find((file) => hasMain(file) || !tree.isSurveyed(file));
  return main === undefined ? many : [...many, main];
}

/** Of `Class::method` the method. */
function lastName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
