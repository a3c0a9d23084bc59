import { addMacro, type Macro } from '../../c/ir/macro.ts';
import type { FileNames } from './file-names.ts';
import type { Nearness } from './nearness.ts';
import type { ReachedHeaders } from './reached-headers.ts';

/** The definitions of a macro in one header. */
interface Definitions {
  readonly file: string;
  readonly macros: readonly Macro[];
  /** The same for the same definitions. */
  readonly text: string;
}

/**
 * Which definitions of a macro a file sees: all that stand in headers that it includes, directly or through others, since
 * their conditions say which one holds. A macro of a header that others include is none for it.
 */
export class VisibleMacros {
  private readonly headers: ReachedHeaders;
  private readonly byName = new Map<string, Definitions[]>();

  constructor(all: readonly FileNames[], headers: ReachedHeaders) {
    this.headers = headers;
    for (const { file, names } of all) {
      const own = new Map<string, readonly Macro[]>();
      for (const macro of names.macros) addMacro(own, macro);
      for (const [name, macros] of own) {
        const definitions = { file, macros, text: JSON.stringify(macros) };
        const known = this.byName.get(name);
        if (known === undefined) this.byName.set(name, [definitions]);
        else known.push(definitions);
      }
    }
  }

  /**
   * @param included the paths in the `#include` directives of the file
   * @param reached the files that it includes, directly or through others
   * @param places how near other files are to it
   * @returns by a name the definitions that the file sees; undefined for all that there are
   */
  seenFrom(
    file: string,
    included: readonly string[],
    reached: ReadonlySet<string>,
    places: Nearness,
  ): (name: string) => readonly Macro[] | undefined {
    const isWhole = this.headers.isWhole(file, included, reached);
    const elsewhere = this.headers.elsewhereFrom(file, included, reached);
    const known = new Map<string, readonly Macro[] | undefined>();
    return (name) => {
      if (!known.has(name)) known.set(name, this.seen(name, reached, elsewhere, isWhole, places));
      return known.get(name);
    };
  }

  private seen(
    name: string,
    reached: ReadonlySet<string>,
    elsewhere: ReadonlySet<string>,
    isWhole: boolean,
    places: Nearness,
  ): readonly Macro[] | undefined {
    const known = this.byName.get(name) ?? [];
    const all = known.filter(({ file }) => !elsewhere.has(file));
    if (all.length === 0 && known.length > 0) return [];
    const included = all.filter(({ file }) => reached.has(file));
    if (included.length === known.length) return undefined;
    if (included.length > 0) return merged(included);
    // A header that no file includes is put before all of them by the build, or made by it.
    if (isWhole && all.every(({ file }) => this.headers.isIncluded(file))) return [];
    const [nearest, ...others] = places.best(all);
    const isClear = nearest !== undefined && others.every(({ text }) => text === nearest.text);
    return isClear ? nearest.macros : undefined;
  }
}

function merged(definitions: readonly Definitions[]): readonly Macro[] {
  const all = new Map<string, readonly Macro[]>();
  for (const { macros } of definitions) for (const macro of macros) addMacro(all, macro);
  return [...all.values()].flat();
}
