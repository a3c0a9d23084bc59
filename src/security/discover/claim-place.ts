import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import type { Claim } from './claim.ts';

/** What is wrong with the place of a claim, in a sentence; undefined where code stands there as named. */
export function placeProblem(
  { file, line, function: name }: Claim,
  index: SourceIndex,
): string | undefined {
  if (file === '') return `it names no file, and ${name} is not the name of one function`;
  if (!index.files.includes(file)) return `the project has no file ${file}`;
  const text = index.lines(file)[line - 1];
  if (text === undefined)
    return `${file} has only ${index.lines(file).length} lines, none of them ${line}`;
  const around = index.functionAt(file, line);
  if (around !== undefined && bareName(around.name) !== bareName(name)) {
    return `line ${line} of ${file} is in ${around.name}, not in ${name || 'no function'}`;
  }
  if (text.trim() === '') return `line ${line} of ${file} is empty`;
  return undefined;
}

/**
 * A claim at a place that is there, for one whose file, line and function do not fit each other: what it says of
 * the code may be right all the same, and is examined. The function that it names settles the place, at its line that is
 * the nearest; where none of that name is in the file, the line does. Undefined where neither leads to code.
 */
export function placedClaim(claim: Claim, index: SourceIndex): Claim | undefined {
  if (placeProblem(claim, index) === undefined) return claim;
  const named = namedFunction(claim, index);
  if (named === undefined) {
    if ((index.lines(claim.file)[claim.line - 1] ?? '').trim() === '') return undefined;
    return { ...claim, function: index.functionAt(claim.file, claim.line)?.name ?? '' };
  }
  const { file, name } = named;
  return { ...claim, file, line: nearestLine(named, claim.line, index), function: name };
}

/** The function that a claim names: of those in its file the nearest, or else the only one of the project. */
function namedFunction(
  { file, line, function: name }: Claim,
  index: SourceIndex,
): GraphFunction | undefined {
  const bare = bareName(name);
  if (bare === '') return undefined;
  const distance = (fn: GraphFunction) => Math.max(fn.line - line, line - fn.endLine, 0);
  const [own] = index
    .functionsIn(file)
    .filter((fn) => bareName(fn.name) === bare)
    .toSorted((left, right) => distance(left) - distance(right));
  if (own !== undefined) return own;
  const [only, ...others] = index.graph.definitions(bare);
  // A line of a file that is there says more than the name of a function elsewhere.
  return index.files.includes(file) || others.length > 0 ? undefined : only;
}

/** The line of a function with text that is the nearest to another one. */
function nearestLine(
  { file, line: first, endLine }: GraphFunction,
  line: number,
  index: SourceIndex,
): number {
  const lines = index.lines(file);
  const own = Array.from({ length: endLine - first + 1 }, (_, at) => first + at);
  const [nearest = first] = own
    .filter((at) => (lines[at - 1] ?? '').trim() !== '')
    .toSorted((left, right) => Math.abs(left - line) - Math.abs(right - line));
  return nearest;
}

/** `parse` of `Reader::parse()`. */
function bareName(name: string): string {
  return unqualifiedName(name.replace(/\s*\(.*$/s, '')).replaceAll(/\W/g, '');
}
