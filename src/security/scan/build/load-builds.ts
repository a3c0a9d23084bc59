import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { LP64 } from '../../../code/c/ir/data-model.ts';
import { isSameMacro, type Macro } from '../../../code/c/ir/macro.ts';
import type { UnitBuild } from '../../../code/c/ir/unit-build.ts';
import {
  DATABASE_FILES,
  parseCompileDatabase,
  within,
} from '../../../code/compile-commands/compile-database.ts';
import { isHeaderPath, languageOfPath } from '../../../code/syntax/language.ts';
import { UsageError } from '../../../errors.ts';
import { leadsOutside } from '../../../leads-outside.ts';
import { systemReason } from '../../../workspace/files/error-code.ts';
import type { Skip } from '../../../workspace/files/skip.ts';
import { readSourceText, type TextLimits } from '../../../workspace/files/source-text.ts';
import { type BuildOptions, NO_DATABASE } from './build-options.ts';
import { checkBuildOptions } from './check-build-options.ts';
import { describeBuild } from './describe-build.ts';
import { IncludeGraph } from './include-graph.ts';
import { NO_BUILDS, type TreeBuilds } from './tree-builds.ts';
import { buildOfCommand, buildOfGiven, type GivenBuild, givenBuild } from './unit-build-of.ts';

/** The list of 5,000 units takes about 5 MB. */
const MAX_BYTES = 100_000_000;
const DATABASE_LIMITS: TextLimits = { maxBytes: MAX_BYTES, maxLineBytes: MAX_BYTES };

/** A tree whose build is asked for. */
export interface TreeToBuild {
  readonly root: string;
  readonly files: readonly string[];
  readonly limits: TextLimits;
  /** Where another version of the tree is: what this one lacks of its build, that one may have. */
  readonly otherRoot?: string | undefined;
}

/** A list of commands, as it was found. */
interface Database {
  readonly file: string;
  /** The folder that it is about. */
  readonly root: string;
  readonly text: string | undefined;
  readonly problem: string | undefined;
}

/**
 * How the files of a tree are compiled: as a list of commands says that is named or found, and as the
 * options say. Nothing of a command is run.
 * @throws UsageError for options that cannot be meant, or a list that is named and cannot be read
 */
export function loadBuilds(tree: TreeToBuild, options: BuildOptions): TreeBuilds {
  checkBuildOptions(options);
  const { root, otherRoot } = tree;
  const roots = otherRoot === undefined ? [root] : [root, otherRoot];
  const given = givenBuild(options, roots);
  const isGiven = [options.define, options.undefine, options.include].some(
    ({ length }) => length > 0,
  );
  const database = findDatabase(tree, options.compileCommands);
  if (database === undefined && !isGiven && options.target === undefined) return NO_BUILDS;
  const unfound = options.include.flatMap((folder) =>
    unfoundFolder(folder, roots, options.outside ?? []),
  );
  const table = new BuildTable();
  const { units, notes } =
    database === undefined ? NO_UNITS : unitsOf(database, tree, given, table);
  const others = isGiven || options.target !== undefined ? buildOfGiven(given) : undefined;
  const ofOthers = others && table.add(others);
  const shared = units.size === 0 ? undefined : sharedBuild(table.usedBy(units), false);
  const cFiles = tree.files.filter(
    (file) => languageOfPath(file) !== 'rust' && !isHeaderPath(file),
  );
  return {
    builds: table.builds,
    units,
    ofHeaders: shared === undefined ? ofOthers : table.add(shared),
    ofOthers,
    notes: [...unfound, ...notes],
    description: describeBuild(
      { ...options, include: given.folders },
      database?.text === undefined ? undefined : database.file,
      {
        ...{ units: units.size, of: cFiles.length },
        models: [...(others === undefined ? [] : [others]), ...table.usedBy(units)],
      },
    ),
  };
}

/** What is to be said of a folder with headers that a person names and that none can be read from. */
function unfoundFolder(
  folder: string,
  roots: readonly string[],
  outside: readonly string[],
): Skip[] {
  const [root = '/'] = roots;
  const places = roots.filter((each) => within(each, resolve(root, folder)) !== undefined);
  const lookedInto = outside.includes(folder) ? [root] : places;
  if (lookedInto.some((each) => isFolder(resolve(each, folder)))) return [];
  const reason =
    lookedInto.length === 0
      ? 'lies outside of what is scanned, so that no header is looked for in it'
      : 'is no folder, so that no header is looked for in it';
  // Options name it by its whole path, and no path of the machine belongs into a report.
  return [{ file: relative(root, resolve(root, folder)), reason, failed: false }];
}

function isFolder(path: string): boolean {
  return entryAt(path)?.isDirectory() === true;
}

const NO_UNITS = { units: new Map<string, number>(), notes: [] };

/** Builds, each once. */
class BuildTable {
  readonly builds: UnitBuild[] = [];
  private readonly known = new Map<string, number>();
  private readonly targets = new Map<UnitBuild['predefined'], number>();

  add(build: UnitBuild): number {
    const { predefined, ...others } = build;
    const target = this.targets.get(predefined) ?? this.targets.size;
    this.targets.set(predefined, target);
    const key = `${target} ${JSON.stringify(others)}`;
    const index = this.known.get(key) ?? this.builds.push(build) - 1;
    this.known.set(key, index);
    return index;
  }

  usedBy(units: ReadonlyMap<string, number>): UnitBuild[] {
    return this.at([...new Set(units.values())]);
  }

  at(indices: readonly number[]): UnitBuild[] {
    return indices.flatMap((index) => this.builds[index] ?? []);
  }
}

function unitsOf(
  database: Database,
  { root, files, limits, otherRoot }: TreeToBuild,
  given: GivenBuild,
  table: BuildTable,
): { units: Map<string, number>; notes: Skip[] } {
  const units = new Map<string, number>();
  const note = (reason: string): Skip => ({ file: database.file, reason, failed: false });
  if (database.text === undefined) return { units, notes: [note(database.problem ?? '')] };
  const all = new Set(files);
  const commands = parseCompileDatabase(database.text, database.root, all);
  if (commands === undefined)
    return { units, notes: [note('is no list of compile commands, and was left alone')] };
  const roots = otherRoot === undefined ? [root] : [root, otherRoot];
  const graph = new IncludeGraph(roots, all, limits);
  const outside = new Set<string>();
  const missing = new Set<string>();
  const unread = new Set<string>();
  const byFile = new Map<string, number[]>();
  for (const { words, ...command } of commands) {
    if (words === undefined) unread.add(command.file);
    else {
      const found = buildOfCommand({ ...command, words }, given, graph);
      const known = byFile.get(command.file) ?? [];
      byFile.set(command.file, [...known, table.add(found.build)]);
      for (const path of found.outside) outside.add(path);
      for (const path of found.missing) missing.add(path);
    }
  }
  for (const [file, [first = 0, ...others]] of byFile) {
    const isCompiledAlike = others.every((other) => other === first);
    const ofAll = isCompiledAlike ? undefined : sharedBuild(table.at([first, ...others]), true);
    units.set(file, ofAll === undefined ? first : table.add(ofAll));
  }
  return {
    units,
    notes: [
      ...notesOn([...unread], UNREAD),
      ...notesOn([...missing].sort(), MISSING),
      ...notesOn([...outside].sort(), OUTSIDE),
    ].map(note),
  };
}

const UNREAD = 'has commands that cannot be read, for';
const MISSING =
  'names files with arguments that cannot be read, so that what they define is not known:';
const OUTSIDE = 'names paths outside of the tree, which were not looked into:';
const MOST_NAMED = 5;

function notesOn(names: readonly string[], what: string): string[] {
  if (names.length === 0) return [];
  const more = names.length - MOST_NAMED;
  const rest = more > 0 ? ` and ${more} more` : '';
  return [`${what} ${names.slice(0, MOST_NAMED).join(', ')}${rest}`];
}

/**
 * What all units of a project are compiled with, which is what a header can count on; and what all commands of a file
 * that is compiled several times say. Of a name that only some define, nothing is known.
 */
function sharedBuild(builds: readonly UnitBuild[], ofOneFile: boolean): UnitBuild | undefined {
  const [first, ...others] = builds;
  if (first === undefined) return undefined;
  const isShared = (macro: Macro) =>
    others.every(({ macros }) =>
      macros.some((other) => other.name === macro.name && isSameMacro(macro, other)),
    );
  const onlySome = builds
    .flatMap(({ macros }) => macros)
    .filter((macro) => !isShared(macro) || !first.macros.some(({ name }) => name === macro.name))
    .map(({ name }) => name.toLowerCase());
  const sameModel = others.every(
    ({ dataModel }) => dataModel.pointerBits === first.dataModel.pointerBits,
  );
  return {
    macros: first.macros.filter(isShared),
    undefined: first.undefined.filter((name) =>
      others.every((other) => other.undefined.includes(name)),
    ),
    predefined: sharedNames(builds),
    isWhole: ofOneFile && builds.every(({ isWhole }) => isWhole),
    foreign: [...new Set([...onlySome, ...builds.flatMap(({ foreign }) => foreign)])].sort(),
    dataModel: sameModel ? first.dataModel : LP64,
    folders: [...new Set(builds.flatMap(({ folders }) => folders))],
  };
}

/** What compilers define alike for all builds; a name is open that only some of them define, or differently. */
function sharedNames(builds: readonly UnitBuild[]): UnitBuild['predefined'] {
  const [first, ...others] = [...new Set(builds.map(({ predefined }) => predefined))];
  if (first === undefined || others.length === 0) return first ?? [];
  const tables = others.map((each) => new Map(each));
  return first.map(([name, meaning]) => [
    name,
    tables.every((table) => table.get(name) === meaning) ? meaning : 'open',
  ]);
}

/** What has this path, also where that is a link that leads nowhere, or to itself. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder on the way is a link that leads to itself.
    return undefined;
  }
}

function findDatabase(
  { root, otherRoot }: Pick<TreeToBuild, 'root' | 'otherRoot'>,
  named: string | undefined,
): Database | undefined {
  if (named === NO_DATABASE) return undefined;
  const roots = otherRoot === undefined ? [root] : [root, otherRoot];
  const below = named === undefined ? undefined : belowAny(resolve(root, named), roots);
  if (named !== undefined && isFolder(resolve(root, named)))
    return findDatabase({ root, otherRoot }, join(named, 'compile_commands.json'));
  if (named !== undefined && below === undefined)
    return { file: named, root, text: readNamed(named), problem: undefined };
  let link: Database | undefined;
  for (const home of roots) {
    for (const file of below === undefined ? DATABASE_FILES : [below]) {
      const entry = entryAt(join(home, file));
      if (entry === undefined) continue;
      // Mostly it leads to the list in the folder of the build, which is looked for next.
      if (entry.isSymbolicLink()) {
        link ??= { file, root: home, text: undefined, problem: 'is a link, and was left alone' };
        continue;
      }
      const source = readSourceText(home, file, DATABASE_LIMITS);
      if ('text' in source) return { file, root: home, text: source.text, problem: undefined };
      return { file, root: home, text: undefined, problem: source.skip.reason };
    }
  }
  if (below === undefined || link !== undefined) return link;
  return { file: below, root, text: undefined, problem: 'is not there' };
}

function belowAny(path: string, roots: readonly string[]): string | undefined {
  return roots.map((root) => relative(root, path)).find((below) => !leadsOutside(below));
}

/** A file that a person names, wherever it is. */
function readNamed(file: string): string {
  try {
    const bytes = statSync(file).size;
    if (bytes > MAX_BYTES)
      throw new UsageError(`${file} has ${bytes} bytes, more than ${MAX_BYTES}`);
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`cannot read ${file}: ${systemReason(thrown)}`);
  }
}
