import type { SyntaxNode } from '../syntax.ts';
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

/** A name for a struct, union or enum that has none, by its place in the file. */
export function anonymousName(node: SyntaxNode): string {
  return `<anonymous@${node.start}>`;
}
