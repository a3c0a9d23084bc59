import type { ClangCType, ClangRecord } from '../../code/clang/types.ts';
import type { LengthExpression } from '../cases/length-expression.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';
import type { FieldRole } from './mapping.ts';

/** The size of what a length counts, in bytes; or that of an element of the list. */
export type PieceSize = number | 'element';

/** What both sides define. */
export interface PairingDefinitions {
  readonly records: ReadonlyMap<string, ClangRecord>;
  readonly crate: RustCrate;
  /** The Rust type of objects that calls make and take, rather than have their fields paired. */
  readonly handle?: string | undefined;
  /** What the mapping says of fields, by record and field. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, FieldRole>>>>;
  /** Whether a parameter that is a descriptor is that of a folder. */
  readonly isFolder: (parameter: string) => boolean;
  /** The sizes of what a parameter leads to, as the C declares it and as it looks at it, where these are several. */
  readonly piecesOf: (parameter: string, length: string) => readonly PieceSize[];
  /** As what the memory is looked at to which a pointer field of a record leads, besides as it is declared. */
  readonly viewsOfField: (record: ClangRecord, field: string) => readonly ClangCType[];
  /** How much memory the C takes for a field of a record, where its source tells. */
  readonly allocated: (record: ClangRecord, field: string) => LengthExpression | undefined;
  /** Names of what the C uses as an index into a field, where its source shows it: `bag->items[bag->n]`. */
  readonly indexes: (field: string) => ReadonlySet<string>;
  /** Arrays of file scope whose elements are of a type. */
  readonly tables: (
    of: ClangCType,
  ) => readonly { readonly name: string; readonly length: number }[];
  /** Which number of a parameter or a field stands for nothing, where the source of the C shows it. */
  readonly noneOf: (
    place: { readonly name: string; readonly isField: boolean },
    type: ClangCType,
  ) => bigint | undefined;
  /** Whether the C function, or what it calls in the project, may touch a field of that name. */
  readonly usesField: (field: string) => boolean;
  /** Whether the Rust function, or what it calls in the crate, may touch a field of a struct. */
  readonly usesRustField: (struct: string, field: string) => boolean;
  /** As which argument of a parameter that is a function the C passes one of other parameters on, where its text shows it. */
  readonly passedAt: (called: string, passed: readonly string[]) => number | undefined;
  /** Whether the C never uses a parameter. */
  readonly isUnused: (parameter: string) => boolean;
  /** Integers that the source of the C gives names: codes of errors, kinds of records. */
  readonly constants: () => ReadonlyMap<string, bigint>;
}
