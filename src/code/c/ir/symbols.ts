import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { Variable } from './ast.ts';
import { type CType, type RecordType, sizeOf } from './types.ts';

/** A `#define`, as text and, for function-like ones, its parameters. */
export interface Macro {
  readonly name: string;
  readonly parameters: readonly string[] | undefined;
  readonly body: string;
}

/** What is known of a function by its name. */
export interface FunctionSymbol {
  readonly name: string;
  readonly returns: CType;
  readonly parameters: readonly CType[];
  readonly variadic: boolean;
}

/** The file-level names of a translation unit; those of the project's headers stand behind. */
export class Symbols {
  readonly macros = new Map<string, Macro>();
  readonly typedefs = new Map<string, CType>();
  readonly records = new Map<string, RecordType>();
  readonly enumerators = new Map<string, number>();
  readonly functions = new Map<string, FunctionSymbol>();
  readonly globals = new Map<string, Variable>();
  private readonly outer: Symbols | undefined;

  constructor(outer?: Symbols) {
    this.outer = outer;
  }

  macro(name: string): Macro | undefined {
    return this.macros.get(name) ?? this.outer?.macro(name);
  }

  typedef(name: string): CType | undefined {
    return this.typedefs.get(name) ?? this.outer?.typedef(name);
  }

  enumerator(name: string): number | undefined {
    return this.enumerators.get(name) ?? this.outer?.enumerator(name);
  }

  function(name: string): FunctionSymbol | undefined {
    return this.functions.get(name) ?? this.outer?.function(name);
  }

  global(name: string): Variable | undefined {
    return this.globals.get(name) ?? this.outer?.global(name);
  }

  readonly record = (name: string): RecordType | undefined =>
    this.records.get(name) ?? this.outer?.record(name);

  sizeOf(type: CType): number | undefined {
    return sizeOf(type, this.record);
  }
}

/** The names of a file that other files may use, as plain data. */
export interface SharedNames {
  readonly macros: readonly Macro[];
  readonly typedefs: readonly (readonly [string, CType])[];
  readonly records: readonly RecordType[];
  readonly enumerators: readonly (readonly [string, number])[];
  readonly functions: readonly FunctionSymbol[];
  readonly globals: readonly { readonly name: string; readonly type: CType }[];
}

export const NO_NAMES: SharedNames = {
  macros: [],
  typedefs: [],
  records: [],
  enumerators: [],
  functions: [],
  globals: [],
};

/** What a file's names give to others: all of a header's, a source file's functions and globals. */
export function sharedNames(symbols: Symbols, isHeader: boolean): SharedNames {
  const functions = [...symbols.functions.values()];
  const globals = [...symbols.globals.values()]
    .filter((variable) => variable.scope === 'global')
    .map(({ name, type }) => ({ name, type }));
  if (!isHeader) return { ...NO_NAMES, functions, globals };
  return {
    macros: [...symbols.macros.values()],
    typedefs: [...symbols.typedefs],
    records: [...symbols.records.values()].filter((record) => !record.name.startsWith('<')),
    enumerators: [...symbols.enumerators],
    functions,
    globals,
  };
}

/** Names of several files together. What two files define differently is left out. */
export function mergedSymbols(all: readonly SharedNames[]): Symbols {
  const merged = new Symbols();
  const macros = new UnambiguousDefinitions<Macro>();
  const typedefs = new UnambiguousDefinitions<CType>();
  const records = new UnambiguousDefinitions<RecordType>();
  const enumerators = new UnambiguousDefinitions<number>();
  for (const names of all) {
    for (const macro of names.macros) macros.add(macro.name, macro);
    for (const [name, type] of names.typedefs) typedefs.add(name, type);
    for (const record of names.records) records.add(record.name, record);
    for (const [name, value] of names.enumerators) enumerators.add(name, value);
    for (const fn of names.functions) merged.functions.set(fn.name, fn);
    for (const { name, type } of names.globals) {
      const id = -2_000_000 - merged.globals.size;
      merged.globals.set(name, {
        name,
        type,
        scope: 'global',
        id,
        position: -1,
        constant: false,
        start: 0,
        end: 0,
      });
    }
  }
  macros.into(merged.macros);
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
