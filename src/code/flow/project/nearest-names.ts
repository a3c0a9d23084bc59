import { type Lookups, type SharedNames, Symbols } from '../../c/ir/symbols.ts';
import type { FileNames } from './file-names.ts';
import { Nearness } from './nearness.ts';
import type { ReachedHeaders } from './reached-headers.ts';
import { VisibleMacros } from './visible-macros.ts';

/** One of several definitions of a name. */
interface Definition<V> {
  readonly file: string;
  readonly value: V;
  /** The same for the same definition. */
  readonly text: string;
}

/**
 * The names that several files define, each in its own way: two types of one name in two folders are
 * two. Which one a file means, what it includes decides, and else which file is nearest.
 */
export class ContestedNames {
  private readonly tables = {
    typedefs: new Definitions<SharedNames['typedefs'][number][1]>(),
    records: new Definitions<SharedNames['records'][number]>(),
    enumerators: new Definitions<number>(),
    functions: new Definitions<SharedNames['functions'][number]>(),
    globals: new Definitions<SharedNames['globals'][number]>(),
  };

  private readonly headers: ReachedHeaders;
  private readonly macros: VisibleMacros;

  /** @param headers which files include which */
  constructor(all: readonly FileNames[], headers: ReachedHeaders) {
    this.headers = headers;
    this.macros = new VisibleMacros(all, headers);
    const { typedefs, records, enumerators, functions, globals } = this.tables;
    for (const { file, names } of all) {
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
    const { typedefs, records, enumerators, functions, globals } = this.tables;
    const near = new Symbols(outer, lookups);
    const reached = this.headers.reachedFrom(file, included);
    const places = new Nearness(file, included, reached);
    near.visibleMacros = this.macros.seenFrom(file, included, reached, places);
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

  private contested(): [string, Definition<V>[]][] {
    for (const [name, definitions] of this.all)
      if (definitions.every(({ text }) => text === definitions[0]?.text)) this.all.delete(name);
    return [...this.all];
  }
}
