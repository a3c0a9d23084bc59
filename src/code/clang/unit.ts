import type { PointerPass } from './pointer-uses.ts';
import type { ClangCType, ClangRecord } from './types.ts';

/** Lines and columns count from 1; the end is that of the last character. */
export interface ClangRange {
  /** Relative to the project's folder, with `/`. */
  readonly file: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface ClangParameter {
  /** Empty when the source gives none. */
  readonly name: string;
  readonly type: ClangCType;
  /** As the source writes it, typedefs included. */
  readonly spelled: string;
  /** Nothing in the body names it, what macros expand to included. */
  readonly isUnused?: true;
}

/** A function with a body in this unit. */
export interface ClangFunction {
  readonly name: string;
  readonly returns: ClangCType;
  /** The return type as the source writes it. */
  readonly returnSpelled: string;
  readonly params: readonly ClangParameter[];
  readonly isVariadic: boolean;
  readonly isStatic: boolean;
  readonly range: ClangRange;
  /** Where its body begins, in the same file: at the brace, or at the macro that holds it. */
  readonly body: { readonly line: number; readonly column: number };
  /** Functions called by name, each once, in order of appearance. */
  readonly calls: readonly string[];
  /** Functions whose address the body takes, so that others may call them: not in `calls`. */
  readonly addressTaken: readonly string[];
  /** Whether the body calls through a pointer: whom, the tree does not tell. */
  readonly hasUnresolvedCalls: boolean;
  /** File-scope variables and static locals that the body mentions. */
  readonly globals: readonly string[];
  /** Types by name: records, enums, typedefs. */
  readonly types: readonly string[];
  /**
   * Pointers that are looked through as pointers of another type: parameters by name, `return`, `*out` for what is
   * stored behind a parameter, and fields by the id of their record, as `struct buffer.data`.
   */
  readonly views: readonly { readonly of: string; readonly as: ClangCType }[];
  /** Parameters that are given to other functions, moved along or not. */
  readonly passes: readonly PointerPass[];
  /** Fields that are set to lead into the memory of other fields, by the ids of their records as in `views`. */
  readonly shares: readonly { readonly field: string; readonly with: string }[];
  /** Macros expanded within its lines. */
  readonly macros: readonly string[];
  /** Names on which an `#if` within its lines depends, and that are no macros there. */
  readonly undefinedMacros: readonly string[];
}

/** A variable of file scope, or a static local. */
export interface ClangGlobal {
  readonly name: string;
  readonly type: ClangCType;
  readonly spelled: string;
  readonly isConst: boolean;
  readonly isStatic: boolean;
  /** Of a static local: the function it lives in. */
  readonly within?: string;
  readonly range: ClangRange;
  /** Functions that its first value names: those of a table of handlers. */
  readonly functions: readonly string[];
}

/** A type that a file of the project gives a name, at file scope. */
export interface ClangTypeDeclaration {
  /** `struct point`, `Buf`, `enum color`; `enum at FILE:LINE:COLUMN` for constants without a type. */
  readonly name: string;
  readonly kind: 'struct' | 'union' | 'enum' | 'typedef';
  /** Of a typedef: what it stands for, as the source writes it. */
  readonly underlying?: string;
  /** The types that it is made of, by name. */
  readonly types: readonly string[];
  /** Of an enum: its constants. */
  readonly constants?: readonly string[];
  /** Names on which an `#if` within its lines depends, and that are no macros there. */
  readonly undefinedMacros: readonly string[];
  readonly range: ClangRange;
}

/** What a name means from a line of the preprocessed text on. */
export interface ClangMacroEvent {
  readonly at: number;
  /** Where the project defines it; undefined after `#undef`, and where a file that is not the project's defines it. */
  readonly place: { readonly file: string; readonly line: number } | undefined;
}

/** Lines of a file that follow one another in the preprocessed text. */
export interface ClangLines {
  readonly firstLine: number;
  /** Where the first one is in the preprocessed text, and where they have ended. */
  readonly at: number;
  readonly end: number;
}

/** Which macros of the project the preprocessor knew, and where. */
export interface ClangMacros {
  /** By name, in the order of the preprocessed text. */
  readonly events: ReadonlyMap<string, readonly ClangMacroEvent[]>;
  /** By file of the project, in that order. */
  readonly lines: ReadonlyMap<string, readonly ClangLines[]>;
}

/** A function that a file of the project declares, with or without its body. */
export interface ClangPrototype {
  readonly name: string;
  /** Relative to the project's folder. */
  readonly file: string;
}

/** What clang says of one translation unit: only what is defined in files of the project. */
export interface ClangUnit {
  /** Relative to the project's folder. */
  readonly file: string;
  readonly language: 'c' | 'c++';
  /** What clang was called with besides its own options, already judged safe. */
  readonly flags: readonly string[];
  readonly functions: readonly ClangFunction[];
  readonly globals: readonly ClangGlobal[];
  readonly types: readonly ClangTypeDeclaration[];
  /** In order of appearance, each once. */
  readonly prototypes: readonly ClangPrototype[];
  readonly macros: ClangMacros;
  /** By id: those of the project, and those of system headers that a signature mentions. */
  readonly records: ReadonlyMap<string, ClangRecord>;
}
