import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
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
import { type BuildOptions, hasNoDatabase } from './build-options.ts';
import { checkBuildOptions } from './check-build-options.ts';
import { describeBuild } from './describe-build.ts';
import { IncludeGraph } from './include-graph.ts';
import { MentionedNames } from './mentioned-names.ts';
import { sharedBuild } from './shared-build.ts';
import { NO_BUILDS, type TreeBuilds } from './tree-builds.ts';
import { buildOfCommand, buildOfGiven, type GivenBuild, givenBuild } from './unit-build-of.ts';
import {
  type CompiledUnit,
  differingNames,
  distinctBuilds,
  MAX_CONFIGURATIONS,
  type UnitConfiguration,
} from './unit-configurations.ts';

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
 * How the files of a tree are compiled: as lists of commands say that are named or found, and as the
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
  const databases = findDatabases(tree, options);
  if (databases.length === 0 && !isGiven && options.target === undefined) return NO_BUILDS;
  const unfound = options.include.flatMap((folder) =>
    unfoundFolder(folder, roots, options.outside ?? []),
  );
  const table = new BuildTable();
  const { units, configurations, notes } =
    databases.length === 0 ? NO_UNITS : unitsOf(databases, tree, given, table);
  const others = isGiven || options.target !== undefined ? buildOfGiven(given) : undefined;
  const ofOthers = others && table.add(others);
  const shared = units.size === 0 ? undefined : sharedBuild(table.usedBy(units), false);
  const cFiles = tree.files.filter(
    (file) => languageOfPath(file) !== 'rust' && !isHeaderPath(file),
  );
  return {
    builds: table.builds,
    units,
    configurations,
    ofHeaders: shared === undefined ? ofOthers : table.add(shared),
    ofOthers,
    notes: [...unfound, ...notes],
    description: describeBuild(
      { ...options, include: given.folders },
      databases.filter(({ text }) => text !== undefined).map(({ file }) => file),
      {
        ...{ units: units.size, of: cFiles.length, several: configurations.size },
        models: [...(others === undefined ? [] : [others]), ...table.usedBy(units)],
      },
    ),
  };
}

/** What is to be said of a folder with headers that a person names and that none can be read from. */
export function unfoundFolder(
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

/** What a list of commands says of the files that it names. */
interface ListedUnits {
  readonly units: ReadonlyMap<string, number>;
  readonly configurations: ReadonlyMap<string, readonly UnitConfiguration[]>;
  readonly notes: readonly Skip[];
}

const NO_UNITS: ListedUnits = { units: new Map(), configurations: new Map(), notes: [] };

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

/** What the commands of one list make of the files that it names. */
interface ReadDatabase {
  readonly byFile: ReadonlyMap<string, readonly CompiledUnit[]>;
  readonly notes: readonly string[];
}

function readDatabase(
  { text, root, problem = '' }: Database,
  graph: IncludeGraph,
  given: GivenBuild,
  files: ReadonlySet<string>,
): ReadDatabase {
  const byFile = new Map<string, CompiledUnit[]>();
  if (text === undefined) return { byFile, notes: [problem] };
  const commands = parseCompileDatabase(text, root, files);
  if (commands === undefined)
    return { byFile, notes: ['is no list of compile commands, and was left alone'] };
  const outside = new Set<string>();
  const missing = new Set<string>();
  const lost = new Set<string>();
  const unread = new Set<string>();
  for (const { words, ...command } of commands) {
    if (words === undefined) unread.add(command.file);
    else {
      const found = buildOfCommand({ ...command, words }, given, graph);
      const known = byFile.get(command.file) ?? [];
      byFile.set(command.file, [...known, found]);
      for (const path of found.outside) outside.add(path);
      for (const path of found.missing) missing.add(path);
      for (const path of found.lost) lost.add(path);
    }
  }
  return {
    byFile,
    notes: [
      ...notesOn([...unread], UNREAD),
      ...notesOn([...missing].sort(), MISSING),
      ...notesOn([...lost].sort(), LOST),
      ...notesOn([...outside].sort(), OUTSIDE),
    ],
  };
}

function unitsOf(
  databases: readonly Database[],
  { root, files, limits, otherRoot }: TreeToBuild,
  given: GivenBuild,
  table: BuildTable,
): ListedUnits {
  const all = new Set(files);
  const roots = otherRoot === undefined ? [root] : [root, otherRoot];
  const graph = new IncludeGraph(roots, all, limits);
  const lists = databases.map((database) => ({
    file: database.file,
    ...readDatabase(database, graph, given, all),
  }));
  const byFile = new Map<string, CompiledUnit[]>();
  for (const [file, units] of lists.flatMap((list) => [...list.byFile]))
    byFile.set(file, [...(byFile.get(file) ?? []), ...units]);
  const several = [...byFile.values()].filter(({ length }) => length > 1);
  const mentioned = new MentionedNames([...several.flatMap(differingNames), 'assert'], (path) =>
    graph.textOf(path),
  );
  const units = new Map<string, number>();
  const configurations = new Map<string, readonly UnitConfiguration[]>();
  const crowded = new Map<string, string>();
  for (const [file, compiled] of byFile) {
    const { builds, count } = distinctBuilds(compiled, mentioned.in);
    const [first] = builds;
    if (first === undefined) continue;
    if (count > builds.length) crowded.set(file, `${file} (${count})`);
    const ways = builds.map(({ build, label }) => ({ build: table.add(build), label }));
    // What the others are told of it is what all of its commands say.
    const ofAll =
      ways.length > 1 &&
      sharedBuild(
        builds.map(({ build }) => build),
        true,
      );
    units.set(file, table.add(ofAll || first.build));
    if (ways.length > 1) configurations.set(file, ways);
  }
  return {
    ...{ units, configurations },
    notes: lists.flatMap((list) =>
      [
        ...list.notes,
        ...notesOn(
          [...crowded].flatMap(([file, text]) => (list.byFile.has(file) ? [text] : [])),
          CROWDED,
        ),
      ].map((reason) => ({ file: list.file, reason, failed: false })),
    ),
  };
}

const UNREAD = 'has commands that cannot be read, for';
const MISSING =
  'names files with arguments that cannot be read, so that what they define is not known:';
const LOST = 'has headers read first that are not there, so that what they define is not known:';
const OUTSIDE = 'names paths outside of the tree, which were not looked into:';
const CROWDED =
  `compiles files in more than ${MAX_CONFIGURATIONS} configurations, of which the first ${MAX_CONFIGURATIONS - 1} were ` +
  'examined by themselves and the others together, with both sides of each #if on which they differ:';
const MAX_NAMED = 5;

function notesOn(names: readonly string[], what: string): string[] {
  if (names.length === 0) return [];
  const more = names.length - MAX_NAMED;
  const rest = more > 0 ? ` and ${more} more` : '';
  return [`${what} ${names.slice(0, MAX_NAMED).join(', ')}${rest}`];
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

/** The lists that are named, each once, else the one that is found. */
function findDatabases(tree: TreeToBuild, options: BuildOptions): Database[] {
  if (hasNoDatabase(options)) return [];
  const found = (options.compileCommands ?? [undefined]).flatMap((named) => {
    const database = findDatabase(tree, named);
    return database === undefined ? [] : [database];
  });
  return found.filter(({ file }, at) => found.findIndex((other) => other.file === file) === at);
}

function findDatabase(
  { root, otherRoot }: Pick<TreeToBuild, 'root' | 'otherRoot'>,
  named: string | undefined,
): Database | undefined {
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
