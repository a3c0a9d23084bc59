import { LIMITS } from '../../limits.ts';
import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { Variable } from './ast.ts';
import { type DataModel, LP64 } from './data-model.ts';
import { addMacro, type Macro, type SettingUse } from './macro.ts';
import { type CType, type RecordType, sizeOf } from './types.ts';

/** What is known of a function by its name. */
export interface FunctionSymbol {
  readonly name: string;
  readonly returns: CType;
  readonly parameters: readonly CType[];
  readonly variadic: boolean;
  /** Whether its declaration says that it never comes back. */
  readonly noReturn?: true;
  /** Whether its declaration says that programs outside of the project may call it. */
  readonly isPublic?: true;
}

/** A class of C++: what calls without a receiver inside its methods may mean. */
export interface ClassSymbol {
  readonly name: string;
  readonly bases: readonly string[];
  /** The names of the functions that it declares. */
  readonly methods: readonly string[];
}

/** The names that a file looks up in others, defined there or not. */
export class Lookups {
  readonly names = new Set<string>();
  /** Those of them that it looks up as functions, and as variables: of these alone a source file tells others. */
  readonly functions = new Set<string>();
  readonly variables = new Set<string>();
}

/** The file-level names of a translation unit; those of the project's headers stand behind. */
export class Symbols {
  /** All definitions of each macro: which one holds is for the configuration to say. */
  readonly macros = new Map<string, readonly Macro[]>();
  /** Where the file undefines a macro of its headers. */
  readonly undefinedFrom = new Map<string, number>();
  /** Names that the file takes over from the C library: `using std::system;`. */
  readonly imported = new Set<string>();
  /** How much code asks for each setting of the build. */
  readonly settings = new Map<string, SettingUse>();
  readonly typedefs = new Map<string, CType>();
  readonly records = new Map<string, RecordType>();
  readonly enumerators = new Map<string, number>();
  readonly functions = new Map<string, FunctionSymbol>();
  readonly globals = new Map<string, Variable>();
  readonly classes = new Map<string, ClassSymbol>();
  /** The definitions of a macro in other files that count here; undefined for all that there are. */
  visibleMacros: ((name: string) => readonly Macro[] | undefined) | undefined;
  /** How wide types are for the unit that has these names. */
  readonly dataModel: DataModel;
  private readonly outer: Symbols | undefined;
  private readonly lookups: Lookups | undefined;

  /** @param lookups takes each name that is looked up here, defined or not */
  constructor(outer?: Symbols, lookups?: Lookups, dataModel: DataModel = LP64) {
    this.outer = outer;
    this.lookups = lookups;
    this.dataModel = dataModel;
  }

  /** These names, behind macros that the compiler's command line defines. */
  behindMacros(macros: readonly Macro[]): Symbols {
    const symbols = new Symbols(this, this.lookups);
    for (const macro of macros) addMacro(symbols.macros, macro);
    return symbols;
  }

  /** The definitions of a macro: those of the file, or else those of the headers. */
  macrosNamed(name: string): readonly Macro[] {
    this.lookups?.names.add(name);
    return (
      this.macros.get(name) ?? this.visibleMacros?.(name) ?? this.outer?.macrosNamed(name) ?? []
    );
  }

  /** Whether most of the headers' code that asks for a setting stands where it holds; so too where none asks. */
  headersPrefer(setting: string): boolean {
    const { outer } = this;
    if (outer === undefined) return true;
    outer.lookups?.names.add(setting);
    const { on, off } = outer.settings.get(setting) ?? NO_USE;
    return on === off ? outer.headersPrefer(setting) : on > off;
  }

  typedef(name: string): CType | undefined {
    this.lookups?.names.add(name);
    return this.typedefs.get(name) ?? this.outer?.typedef(name);
  }

  enumerator(name: string): number | undefined {
    this.lookups?.names.add(name);
    return this.enumerators.get(name) ?? this.outer?.enumerator(name);
  }

  function(name: string): FunctionSymbol | undefined {
    this.lookups?.names.add(name);
    this.lookups?.functions.add(name);
    return this.functions.get(name) ?? this.outer?.function(name);
  }

  global(name: string): Variable | undefined {
    this.lookups?.names.add(name);
    this.lookups?.variables.add(name);
    return this.globals.get(name) ?? this.outer?.global(name);
  }

  class(name: string): ClassSymbol | undefined {
    this.lookups?.names.add(name);
    return this.classes.get(name) ?? this.outer?.class(name);
  }

  /** Whether this table itself has a meaning of a name. */
  defines(name: string): boolean {
    const { macros, typedefs, records, enumerators, functions, globals, classes } = this;
    const tables = [macros, typedefs, records, enumerators, functions, globals, classes];
    return tables.some((table) => table.has(name)) || this.visibleMacros?.(name) !== undefined;
  }

  /** The names that were looked up in other files, sorted; none where they are not recorded. */
  outerLookups(): Record<'names' | 'functions' | 'variables', readonly string[]> {
    const { names = [], functions = [], variables = [] } = this.outer?.lookups ?? {};
    return {
      // A record without a name is known by its place in its own file, to that file alone.
      names: [...names].filter((name) => !name.startsWith('<')).sort(),
      functions: [...functions].sort(),
      variables: [...variables].sort(),
    };
  }

  /** The class among a class and its bases that declares a method, or undefined. */
  classOfMethod(owner: string, method: string, depth = 0): string | undefined {
    const known = this.class(owner);
    if (known === undefined || depth > LIMITS.classDepth) return undefined;
    if (known.methods.includes(method)) return owner;
    for (const base of known.bases) {
      const found = this.classOfMethod(base, method, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  readonly record = (name: string): RecordType | undefined => {
    this.lookups?.names.add(name);
    return this.records.get(name) ?? this.outer?.record(name);
  };

  sizeOf(type: CType): number | undefined {
    return sizeOf(type, this.record, 0, this.dataModel);
  }
}

const NO_USE: SettingUse = { on: 0, off: 0 };

/** The names of a file that other files may use, as plain data. */
export interface SharedNames {
  readonly macros: readonly Macro[];
  readonly settings: readonly (readonly [string, SettingUse])[];
  readonly typedefs: readonly (readonly [string, CType])[];
  readonly records: readonly RecordType[];
  readonly enumerators: readonly (readonly [string, number])[];
  readonly functions: readonly FunctionSymbol[];
  readonly classes: readonly ClassSymbol[];
  readonly globals: readonly Pick<Variable, 'name' | 'type' | 'isVolatile'>[];
}

const NO_NAMES: SharedNames = {
  macros: [],
  settings: [],
  typedefs: [],
  records: [],
  enumerators: [],
  functions: [],
  classes: [],
  globals: [],
};

/** What a file's names give to others: all of a header's, a source file's functions and globals. */
export function sharedNames(symbols: Symbols, isHeader: boolean): SharedNames {
  const functions = [...symbols.functions.values()];
  const globals = [...symbols.globals.values()]
    .filter((variable) => variable.scope === 'global')
    .map(({ name, type, isVolatile }) => ({ name, type, ...(isVolatile ? { isVolatile } : {}) }));
  if (!isHeader) return { ...NO_NAMES, functions, globals };
  return {
    // What is undefined again holds nowhere else.
    macros: [...symbols.macros.values()]
      .flat()
      .filter(({ until }) => until === undefined)
      .map(({ from: _, ...macro }) => macro),
    settings: [...symbols.settings],
    typedefs: [...symbols.typedefs],
    records: [...symbols.records.values()].filter((record) => !record.name.startsWith('<')),
    enumerators: [...symbols.enumerators],
    functions,
    classes: [...symbols.classes.values()],
    globals,
  };
}

/** Names of several files together. What two files define differently is left out, but for macros. */
export function mergedSymbols(all: readonly SharedNames[]): Symbols {
  const merged = new Symbols();
  const typedefs = new UnambiguousDefinitions<CType>();
  const records = new UnambiguousDefinitions<RecordType>();
  const enumerators = new UnambiguousDefinitions<number>();
  let nextGlobal = -2_000_000;
  for (const names of all) {
    for (const macro of names.macros) addMacro(merged.macros, macro);
    for (const [name, { on, off }] of names.settings) {
      const known = merged.settings.get(name) ?? { on: 0, off: 0 };
      merged.settings.set(name, { on: known.on + on, off: known.off + off });
    }
    for (const [name, type] of names.typedefs) typedefs.add(name, type);
    for (const record of names.records) records.add(record.name, record);
    for (const [name, value] of names.enumerators) enumerators.add(name, value);
    for (const each of names.classes) merged.classes.set(each.name, each);
    for (const fn of names.functions) {
      const { noReturn, isPublic } = { ...merged.functions.get(fn.name), ...fn };
      merged.functions.set(fn.name, {
        ...fn,
        ...(noReturn === undefined ? {} : { noReturn }),
        ...(isPublic === undefined ? {} : { isPublic }),
      });
    }
    for (const { name, type, isVolatile } of names.globals) {
      // Each declaration has a number of its own: one that is replaced must not give its number to another.
      const id = nextGlobal;
      nextGlobal -= 1;
      merged.globals.set(name, {
        name,
        type,
        scope: 'global',
        id,
        position: -1,
        constant: false,
        ...(isVolatile ? { isVolatile } : {}),
        start: 0,
        end: 0,
      });
    }
  }
  typedefs.into(merged.typedefs);
  records.into(merged.records);
  enumerators.into(merged.enumerators);
  return merged;
}

/** Definitions by name, without those that contradict each other. */
class UnambiguousDefinitions<V> {
  private readonly values = new Map<string, { value: V; text: string } | undefined>();

  add(name: string, value: V): void {
    const text = JSON.stringify(value);
    if (!this.values.has(name)) this.values.set(name, { value, text });
    else if (this.values.get(name)?.text !== text) this.values.set(name, undefined);
  }

  into(map: Map<string, V>): void {
    for (const [name, entry] of this.values) if (entry !== undefined) map.set(name, entry.value);
  }
}

/** A name for a struct, union or enum that has none, by its place in the file. */
export function anonymousName(node: SyntaxNode): string {
  return `<anonymous@${node.start}>`;
}
