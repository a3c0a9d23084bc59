import { dirname, join, normalize } from 'node:path/posix';
import { type BuiltText, builtText } from '../../../code/c/built-text.ts';
import type { Lookups, Symbols } from '../../../code/c/ir/symbols.ts';
import type { UnitBuild } from '../../../code/c/ir/unit-build.ts';
import { includedPaths, ownIncludedPaths } from '../../../code/flow/project/included-paths.ts';
import {
  type ProjectKnowledge,
  symbolsSeenFrom,
} from '../../../code/flow/project/project-knowledge.ts';
import { languageOfPath } from '../../../code/syntax/language.ts';

/** A unit as it is parsed and lowered. */
export interface UnitText {
  /** What is parsed: the file's text, or as much of it as the build compiles. */
  readonly text: string;
  /** The paths of the headers that it includes; places below the root begin with `/`. */
  readonly included: readonly string[];
  /** The names of the project that the file sees. */
  readonly symbols: Symbols;
  /** Undefined where nothing says how the file is compiled. */
  readonly built: BuiltText | undefined;
}

/**
 * Reads the text of a C or C++ file as its build compiles it.
 * @param lookups takes the names of the project that are looked up
 */
export function readUnitText(
  file: string,
  text: string,
  project: ProjectKnowledge,
  build: UnitBuild | undefined,
  lookups?: Lookups,
): UnitText {
  const own = ownIncludedPaths(text);
  const included = build === undefined ? own : placesOf(file, text, own, build.folders, project);
  const symbols = symbolsSeenFrom(project, file, included, lookups);
  if (build === undefined) return { text, included, symbols, built: undefined };
  // A `.h` may be read as C and as C++, whatever is in it.
  const isCpp = languageOfPath(file) === 'cpp';
  const built = builtText(text, build, symbols, isCpp);
  return { text: built.text, included, symbols, built };
}

/** The headers that a text includes for the compiler, as far as they are files that others tell of; else its own paths. */
function placesOf(
  file: string,
  text: string,
  own: readonly string[],
  folders: readonly string[],
  { names }: ProjectKnowledge,
): string[] {
  const known = namedFiles(names);
  return includedPaths(text).flatMap((path) => {
    const place = [dirname(file), ...folders]
      .map((folder) => normalize(join(folder, path)))
      .find((one) => known.has(one));
    if (place !== undefined) return `/${place}`;
    return own.includes(path) ? path : [];
  });
}

/** By the names of a project, the files that they are of. */
const files = new WeakMap<ProjectKnowledge['names'], ReadonlySet<string>>();

function namedFiles(names: ProjectKnowledge['names']): ReadonlySet<string> {
  const known = files.get(names) ?? new Set(names.map(({ file }) => file));
  files.set(names, known);
  return known;
}
