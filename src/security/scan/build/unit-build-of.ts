import { posix } from 'node:path';
import type { Macro } from '../../../code/c/ir/macro.ts';
import { isSameMacro } from '../../../code/c/ir/macro.ts';
import { isSystemHeader } from '../../../code/c/ir/system-headers.ts';
import type { UnitBuild } from '../../../code/c/ir/unit-build.ts';
import { commandWords } from '../../../code/compile-commands/command-words.ts';
import type { CompileCommand } from '../../../code/compile-commands/compile-database.ts';
import { within } from '../../../code/compile-commands/compile-database.ts';
import { placeOutside } from '../outside-headers.ts';
import type { BuildOptions } from './build-options.ts';
import type { IncludeGraph, Reached } from './include-graph.ts';
import { type CompilerNames, OPEN_PLATFORM, platformOf, USUAL_TARGET } from './platform.ts';
import type { CompiledUnit } from './unit-configurations.ts';
import { macroOfFlag, type UnitFlags, unitFlags } from './unit-flags.ts';

/** What a person says of each build: it goes before what a command says. */
export interface GivenBuild {
  readonly defined: readonly Macro[];
  readonly undefined: readonly string[];
  readonly folders: readonly string[];
  readonly target: string | undefined;
}

/**
 * The build that options describe.
 * @param roots where the tree is, and another version of it
 */
export function givenBuild(options: BuildOptions, roots: readonly string[]): GivenBuild {
  const [root = '/'] = roots;
  const macros = options.define
    .flatMap((text) => macroOfFlag(text) ?? [])
    .filter(({ name }) => !options.undefine.includes(name));
  return {
    // The last word on a macro counts.
    defined: [...new Map(macros.map((macro) => [macro.name, macro])).values()],
    undefined: options.undefine,
    folders: options.include.flatMap((folder) => {
      const places = roots.map((each) => within(each, posix.resolve(root, folder)));
      const outside = options.outside?.includes(folder) ? placeOutside(root, folder) : undefined;
      return places.find((place) => place !== undefined) ?? outside ?? [];
    }),
    target: options.target,
  };
}

/** The build of a file that no command names. */
export function buildOfGiven({ defined, folders, target, ...given }: GivenBuild): UnitBuild {
  const { dataModel, predefined } = platformOf(target ?? USUAL_TARGET) ?? OPEN_PLATFORM;
  return {
    dataModel,
    // Without a target a build tells nothing of the names that it would define.
    predefined: target === undefined ? [] : predefined,
    ...{ macros: defined, undefined: given.undefined, isWhole: false, foreign: [], folders },
  };
}

/**
 * The build of one command, with the paths of it that lead out of the tree, and the files with arguments (`@FILE`) and the
 * headers (`-include`) that are not there.
 */
export function buildOfCommand(
  {
    file,
    words,
    folder,
    home,
    isOfWindows,
  }: CompileCommand & { readonly words: readonly string[] },
  given: GivenBuild,
  graph: IncludeGraph,
): CompiledUnit & Readonly<Record<'outside' | 'missing' | 'lost', readonly string[]>> {
  const outside: string[] = [];
  const missing: string[] = [];
  const lost: string[] = [];
  const inside = (path: string): string[] => {
    const place = posix.resolve(folder, path);
    const below = within(home, place);
    if (below === undefined) outside.push(place);
    return below === undefined ? [] : [below];
  };
  const flags = unitFlags(
    withArgumentFiles(words, (path) => {
      const text = inside(path).flatMap((below) => graph.textOf(below) ?? [])[0];
      if (text === undefined) missing.push(path);
      return text;
    }),
    isOfWindows,
  );
  const folders = [...new Set([...given.folders, ...flags.folders.flatMap(inside)])];
  // As compilers do: from where the command runs, then in the folders with headers.
  const forced = flags.forced.flatMap((path) => {
    const places = inside(path);
    if (places.length === 0) return [];
    const named = [...places, ...folders.map((one) => posix.join(one, path))];
    const found = named.find((place) => graph.textOf(place) !== undefined);
    if (found === undefined && !isSystemHeader(path)) lost.push(path);
    return found === undefined ? [] : [found];
  });
  const reached = graph.reachedFrom(file, folders, forced);
  const { certain, doubtful } = settledMacros(reached.macros);
  const names = new Set([...flags.defined, ...given.defined].map(({ name }) => name));
  const macros = [
    ...certain.filter(({ name }) => !names.has(name) && !given.undefined.includes(name)),
    ...flags.defined.filter(
      ({ name }) =>
        !given.undefined.includes(name) && !given.defined.some((macro) => macro.name === name),
    ),
    ...given.defined,
  ];
  const build: UnitBuild = {
    ...(platformOf(given.target ?? targetOf(flags), namesOf(flags, given)) ?? OPEN_PLATFORM),
    macros,
    undefined: [...flags.undefined.filter((name) => !names.has(name)), ...given.undefined],
    // Where a header or an argument is missing, what that would define is not known.
    isWhole: reached.isWhole && missing.length + lost.length === 0,
    foreign: foreignNames(reached, doubtful),
    folders,
  };
  return { build, places: reached.places, outside, missing, lost };
}

/** Arguments may be in files that name further ones; those of a cycle end here. */
const MAX_NESTED = 4;

/** The words of a command with those of the files that it names as `@FILE` in their places, as compilers take them. */
function withArgumentFiles(
  words: readonly string[],
  read: (path: string) => string | undefined,
  depth = 0,
): string[] {
  return words.flatMap((word) => {
    if (!/^@./.test(word) || depth === MAX_NESTED) return [word];
    const text = read(word.slice(1));
    return withArgumentFiles(commandWords(text ?? '') ?? [], read, depth + 1);
  });
}

/** What a person says of the target goes before what is not known of the command's. */
function namesOf({ open, isMicrosoft, isStandard }: UnitFlags, given: GivenBuild): CompilerNames {
  return { open: given.target === undefined ? open : [], isMicrosoft, isStandard };
}

/** Programs for x86-64 with pointers of 32 bits. */
const X32_TARGET = 'x86_64-linux-gnux32';

function targetOf({ target = USUAL_TARGET, width }: UnitFlags): string {
  if (width === undefined) return target;
  const system = target.replace(/^[^-]*/, '');
  if (width === 'x32') return /^(?:x86_64|amd64|i\d86)/.test(target) ? X32_TARGET : target;
  if (width === 32) return /^(?:x86_64|amd64)/.test(target) ? `i386${system}` : target;
  return /^i\d86/.test(target) ? `x86_64${system}` : target;
}

/** What headers define alike wherever they do so, and the names of which that cannot be said. */
function settledMacros(macros: readonly Macro[]): { certain: Macro[]; doubtful: string[] } {
  const certain = new Map<string, Macro>();
  const doubtful = new Set<string>();
  for (const macro of macros) {
    const known = certain.get(macro.name) ?? macro;
    const ends = macro.until !== undefined || macro.from !== undefined;
    if (macro.guard !== '' || ends || !isSameMacro(known, macro)) doubtful.add(macro.name);
    certain.set(macro.name, macro);
  }
  for (const name of doubtful) certain.delete(name);
  return { certain: [...certain.values()], doubtful: [...doubtful] };
}

/** How names begin that may be defined though nothing that was read says so. */
function foreignNames({ foreign }: Reached, doubtful: readonly string[]): string[] {
  const words = foreign.flatMap((path) =>
    path
      .replace(/\.\w+$/, '')
      .toLowerCase()
      .split('/')
      .flatMap((part) => [part, part.replace(/^lib/, '')]),
  );
  const all = [...words, ...doubtful.map((name) => name.toLowerCase())];
  return [...new Set(all)].filter((word) => word.length > 1).sort();
}
