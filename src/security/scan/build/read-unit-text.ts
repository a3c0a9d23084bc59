import { type BuiltText, builtText } from '../../../code/c/built-text.ts';
import { BuildNames, type ConditionNames } from '../../../code/c/ir/build-names.ts';
import type { Lookups, Symbols } from '../../../code/c/ir/symbols.ts';
import type { UnitBuild } from '../../../code/c/ir/unit-build.ts';
import { choosesHeaders, meantIncludes } from '../../../code/flow/project/included-paths.ts';
import {
  choosingHeaders,
  type ProjectKnowledge,
  symbolsSeenFrom,
} from '../../../code/flow/project/project-knowledge.ts';
import { languageOfPath } from '../../../code/syntax/language.ts';
import { withoutConflicts } from '../../../code/syntax/merge-conflicts.ts';
import { placesOf } from './include-places.ts';
import { IncludeWalk } from './include-walk.ts';

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
  const folders = build?.folders;
  let included: readonly string[] = placesOf(file, meantIncludes(text), folders, project);
  for (let readings = 1; ; readings += 1) {
    const symbols = symbolsSeenFrom(project, file, included, lookups);
    const built = build && builtText(text, build, symbols, isCpp);
    const isChosen = choosesHeaders(text) || choosingHeaders(project, file, included).length > 0;
    const names = build === undefined ? NO_NAMES : new BuildNames(build, symbols, isCpp);
    const bodiesOf = (name: string) => macros.get(name);
    const walk = new IncludeWalk({ project, names, symbols, bodiesOf, folders });
    const meant = isChosen ? walk.pathsOf(file, text) : included;
    if (isSame(meant, included) || readings === MAX_READINGS)
      return { text: built?.text ?? text, included, symbols, built, conflicts };
    included = meant;
  }
}

/** What is known of names where nothing says how a file is compiled: what it defines itself. */
const NO_NAMES: ConditionNames = { meaningOf: () => undefined, isCpp: false, hasTrue: false };

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((path, at) => path === other[at]);
}
