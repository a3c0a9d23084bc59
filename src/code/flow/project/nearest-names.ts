import { addMacro, type Macro } from '../../c/ir/macro.ts';
import { type Lookups, type SharedNames, Symbols } from '../../c/ir/symbols.ts';
import { isSystemHeader } from '../../c/ir/system-headers.ts';
import type { ReachedHeaders } from './reached-headers.ts';

/** The names that a file gives to others. */
export interface FileNames {
  readonly file: string;
  readonly names: SharedNames;
}

/** One of several definitions of a name. */
interface Definition<V> {
  readonly file: string;
  readonly value: V;
  /** The same for the same definition. */
  readonly text: string;
}

/**
 * The names that several files define, each in its own way: two types of one name in two folders are
 * two. Which one a file means, what it includes decides, and else which file is nearest. Of a macro, all definitions
 * count that stand in files that it includes, directly or through others: their conditions say which one holds.
 */
export class ContestedNames {
  private readonly tables = {
    macros: new Definitions<readonly Macro[]>(),
    typedefs: new Definitions<SharedNames['typedefs'][number][1]>(),
    records: new Definitions<SharedNames['records'][number]>(),
    enumerators: new Definitions<number>(),
    functions: new Definitions<SharedNames['functions'][number]>(),
    globals: new Definitions<SharedNames['globals'][number]>(),
  };

  private readonly headers: ReachedHeaders;

  /** @param headers which files include which */
  constructor(all: readonly FileNames[], headers: ReachedHeaders) {
    this.headers = headers;
    const { macros, typedefs, records, enumerators, functions, globals } = this.tables;
    for (const { file, names } of all) {
      const own = new Map<string, readonly Macro[]>();
      for (const macro of names.macros) addMacro(own, macro);
      for (const [name, list] of own) macros.add(file, name, list);
      for (const [name, type] of names.typedefs) typedefs.add(file, name, type);
      for (const record of names.records) records.add(file, record.name, record);
      for (const [name, value] of names.enumerators) enumerators.add(file, name, value);
      for (const fn of names.functions) functions.add(file, fn.name, fn);
      for (const global of names.globals) globals.add(file, global.name, global);
    }
  }

  /**
   * The symbols of a file's project, seen from the file.
   * @param outer what all files share; `included`: the paths in its `#include` directives, of which those
   * that begin with `/` are places below the root; `lookups` takes the names that are looked up
   */
  symbolsFor(
    file: string,
    included: readonly string[],
    outer: Symbols,
    lookups?: Lookups,
  ): Symbols {
    const { macros, typedefs, records, enumerators, functions, globals } = this.tables;
    const near = new Symbols(outer, lookups);
    const places = new Nearness(file, included);
    const reached = this.headers.reachedFrom(file, included);
    for (const [name, list] of macros.nearest(places)) near.macros.set(name, list);
    for (const [name, lists] of macros.in(reached)) {
      near.macros.delete(name);
      for (const macro of lists.flat()) addMacro(near.macros, macro);
    }
    for (const [name, type] of typedefs.nearest(places)) near.typedefs.set(name, type);
    for (const [name, record] of records.nearest(places)) near.records.set(name, record);
    for (const [name, value] of enumerators.nearest(places)) near.enumerators.set(name, value);
    for (const [name, fn] of functions.nearest(places)) near.functions.set(name, fn);
    for (const [name, { type }] of globals.nearest(places)) {
      const known = outer.global(name);
      if (known !== undefined) near.globals.set(name, { ...known, type });
    }
    return near;
  }
}

/** All definitions of names of one kind. */
class Definitions<V> {
  private readonly all = new Map<string, Definition<V>[]>();

  add(file: string, name: string, value: V): void {
    const definition = { file, value, text: JSON.stringify(value) };
    const known = this.all.get(name);
    if (known === undefined) this.all.set(name, [definition]);
    else known.push(definition);
  }

  /** For each name with several definitions the one that is meant at a place, where that is clear. */
  nearest(places: Nearness): [string, V][] {
    return this.contested().flatMap(([name, definitions]): [string, V][] => {
      const [first, ...others] = places.best(definitions);
      const isClear = first !== undefined && others.every(({ text }) => text === first.text);
      return isClear ? [[name, first.value]] : [];
    });
  }

  /** For each name with several definitions those in some files, if there are any. */
  in(files: ReadonlySet<string>): [string, V[]][] {
    return this.contested().flatMap(([name, definitions]): [string, V[]][] => {
      const there = definitions.filter(({ file }) => files.has(file));
      return there.length === 0 ? [] : [[name, there.map(({ value }) => value)]];
    });
  }

  private contested(): [string, Definition<V>[]][] {
    for (const [name, definitions] of this.all)
      if (definitions.every(({ text }) => text === definitions[0]?.text)) this.all.delete(name);
    return [...this.all];
  }
}

/** How near the files of a project are to one of them. */
class Nearness {
  private readonly folders: readonly string[];
  private readonly included: readonly string[];
  private readonly places: ReadonlySet<string>;
  private readonly known = new Map<string, number>();

  constructor(file: string, included: readonly string[]) {
    this.folders = foldersOf(file);
    const isPlace = (path: string) => path.startsWith('/');
    this.places = new Set(included.filter(isPlace).map((path) => path.slice(1)));
    this.included = included
      .filter((path) => !isPlace(path))
      .map((path) => path.replace(/^(?:\.{1,2}\/)+/, ''));
  }

  /** The definitions in the files that are nearest. */
  best<V>(definitions: readonly Definition<V>[]): readonly Definition<V>[] {
    const nearness = definitions.map(({ file }) => this.of(file));
    const most = Math.max(...nearness);
    return definitions.filter((_, index) => nearness[index] === most);
  }

  /** An included file is nearer than all others; of two, the one that shares more folders. */
  private of(file: string): number {
    const known = this.known.get(file);
    if (known !== undefined) return known;
    const folders = foldersOf(file);
    let shared = 0;
    while (shared < folders.length && folders[shared] === this.folders[shared]) shared += 1;
    const isIncluded =
      this.places.has(file) ||
      this.included.some((path) => file === path || file.endsWith(`/${path}`));
    const nearness = shared + (isIncluded ? INCLUDED : 0);
    this.known.set(file, nearness);
    return nearness;
  }
}

/** More than the folders of any path. */
const INCLUDED = 10_000;

function foldersOf(file: string): string[] {
  return file.split('/').slice(0, -1);
}

/** The paths in the `#include` directives of a text. */
export function includedPaths(text: string): string[] {
  return [...text.matchAll(INCLUDE)].map(([, , path = '']) => path);
}

/**
 * The same without headers of the system in angle brackets: a file of the project that is called as one of them is, such as
 * `port/win32/sys/socket.h`, is meant only where the build looks into its folder.
 */
export function ownIncludedPaths(text: string): string[] {
  return [...text.matchAll(INCLUDE)].flatMap(([, open, path = '']) =>
    open === '<' && isSystemHeader(path) ? [] : path,
  );
}

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]/gm;
