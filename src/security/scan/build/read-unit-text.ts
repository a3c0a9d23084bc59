import { dirname, join, normalize } from 'node:path/posix';
import { type BuiltText, builtText } from '../../../code/c/built-text.ts';
import type { ConditionNames } from '../../../code/c/ir/build-names.ts';
import type { Lookups, Symbols } from '../../../code/c/ir/symbols.ts';
import type { UnitBuild } from '../../../code/c/ir/unit-build.ts';
import { activeText } from '../../../code/c/reading/active-text.ts';
import {
  choosesHeaders,
  type MeantInclude,
  meantIncludes,
} from '../../../code/flow/project/included-paths.ts';
import {
  type ProjectKnowledge,
  symbolsSeenFrom,
} from '../../../code/flow/project/project-knowledge.ts';
import { ELSEWHERE } from '../../../code/flow/project/reached-headers.ts';
import { languageOfPath } from '../../../code/syntax/language.ts';
import { withoutConflicts } from '../../../code/syntax/merge-conflicts.ts';

/** A unit as it is parsed and lowered. */
export interface UnitText {
  /** What is parsed: the file's text, or as much of it as the build compiles; of versions that were not merged the first. */
  readonly text: string;
  /** The paths of the headers that it includes; places below the root begin with `/`. */
  readonly included: readonly string[];
  /** The names of the project that the file sees. */
  readonly symbols: Symbols;
  /** Undefined where nothing says how the file is compiled. */
  readonly built: BuiltText | undefined;
  /** Where versions stand in the file that were not merged. */
  readonly conflicts: ReturnType<typeof withoutConflicts>['conflicts'];
}

/** Fewer headers may leave a name undefined that decides which headers are meant: after so many readings it is settled. */
const MAX_READINGS = 4;

/**
 * Reads the text of a C or C++ file as its build compiles it, or where nothing says how, as it is. Of the headers that it
 * names it sees those that its preprocessing leads to, as far as what is known decides that.
 * @param lookups takes the names of the project that are looked up
 */
export function readUnitText(
  file: string,
  whole: string,
  project: ProjectKnowledge,
  build: UnitBuild | undefined,
  lookups?: Lookups,
): UnitText {
  const { text, conflicts } = withoutConflicts(whole);
  // A `.h` may be read as C and as C++, whatever is in it.
  const isCpp = languageOfPath(file) === 'cpp';
  const macros = new Map(build?.macros.map((macro) => [macro.name, [macro.body]]));
  let included = placesOf(file, meantIncludes(text), build?.folders, project);
  for (let readings = 1; ; readings += 1) {
    const symbols = symbolsSeenFrom(project, file, included, lookups);
    const built = build && builtText(text, build, symbols, isCpp);
    const active = built?.text ?? (choosesHeaders(text) ? activeText(text, NO_NAMES).text : text);
    const bodiesOf = (name: string) =>
      macros.get(name) ?? symbols.macrosNamed(name).map(({ body }) => body);
    const meant = placesOf(file, meantIncludes(text, active, bodiesOf), build?.folders, project);
    if (isSame(meant, included) || readings === MAX_READINGS)
      return { text: built?.text ?? text, included, symbols, built, conflicts };
    included = meant;
  }
}

/** What is known of names where nothing says how a file is compiled: what it defines itself. */
const NO_NAMES: ConditionNames = { meaningOf: () => undefined, isCpp: false, hasTrue: false };

/**
 * The paths of the headers that a text includes. Where its build says in which folders these lie, they are places below
 * the root, as far as they are files that others tell of.
 */
function placesOf(
  file: string,
  includes: readonly MeantInclude[],
  folders: readonly string[] | undefined,
  { names }: ProjectKnowledge,
): string[] {
  const known = namedFiles(names);
  return includes.flatMap(({ path, isOfSystem, isElsewhere }) => {
    const place =
      folders &&
      [dirname(file), ...folders]
        .map((folder) => normalize(join(folder, path)))
        .find((one) => known.has(one));
    if (place === undefined && isOfSystem) return [];
    return `${isElsewhere ? ELSEWHERE : ''}${place === undefined ? path : `/${place}`}`;
  });
}

/** By the names of a project, the files that they are of. */
const files = new WeakMap<ProjectKnowledge['names'], ReadonlySet<string>>();

function namedFiles(names: ProjectKnowledge['names']): ReadonlySet<string> {
  const known = files.get(names) ?? new Set(names.map(({ file }) => file));
  files.set(names, known);
  return known;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((path, at) => path === other[at]);
}
