/** A Rust type as a signature writes it, aliases looked through. `usize` counts as 64 bits. */
export type RustApiType =
  | {
      readonly kind: 'integer';
      readonly name: string;
      readonly bits: 8 | 16 | 32 | 64 | 128;
      readonly signed: boolean;
    }
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  | { readonly kind: 'boolean' | 'char' | 'unit' | 'str' | 'string' | 'ordering' | 'never' }
  /** `std::io::Error`. */
  | { readonly kind: 'ioError' }
  | { readonly kind: 'vec' | 'slice' | 'option' | 'box'; readonly of: RustApiType }
  | { readonly kind: 'array'; readonly of: RustApiType; readonly length: number }
  | { readonly kind: 'reference'; readonly to: RustApiType; readonly mutable: boolean }
  | { readonly kind: 'result'; readonly ok: RustApiType; readonly error: RustApiType }
  | { readonly kind: 'tuple'; readonly items: readonly RustApiType[] }
  /** A struct or enum of the crate, by its path without `crate::`. */
  | { readonly kind: 'item'; readonly path: string; readonly parameters?: number }
  /** Whatever bytes are read from or written to: `dyn Write`, `impl BufRead`, `W: Write`. */
  | { readonly kind: 'stream'; readonly does: 'reads' | 'writes' }
  /** A file or folder that the system has open. */
  | { readonly kind: 'file'; readonly name: 'File' | 'OwnedFd' | 'BorrowedFd' }
  /** Text that names a file, of any bytes. */
  | { readonly kind: 'path'; readonly name: 'Path' | 'PathBuf' | 'OsStr' | 'OsString' }
  | RustCallback
  | { readonly kind: 'unsupported'; readonly text: string };

/** What code of the caller is: a closure, a pointer to a function, or a value of a trait. */
export interface RustCallback {
  readonly kind: 'callback';
  readonly params: readonly RustApiType[];
  readonly returns: RustApiType;
  /** A trait has one method that must be written. */
  readonly as: 'Fn' | 'FnMut' | 'FnOnce' | 'pointer' | RustTrait;
  /** As the source writes it, behind `dyn`. */
  readonly text: string;
}

/** A trait with one required method. */
export interface RustTrait {
  /** From the root: `std::io::Read`, or below the crate as `crate::source::Source`. */
  readonly trait: string;
  readonly method: string;
  readonly self: '&self' | '&mut self';
}

interface RustField {
  /** An index for the fields of a tuple struct. */
  readonly name: string;
  readonly type: RustApiType;
}

export interface RustApiStruct {
  readonly kind: 'struct';
  readonly path: string;
  readonly generics: readonly RustGeneric[];
  readonly fields: readonly RustField[];
  readonly isTuple: boolean;
}

/** A parameter of a type: a lifetime, or a type and what it has to be, where that is known. */
export type RustGeneric =
  | { readonly kind: 'lifetime' }
  | { readonly kind: 'type'; readonly is: RustApiType | undefined };

export interface RustVariant {
  readonly name: string;
  readonly hasFields: boolean;
  readonly fields: readonly RustField[];
  /** Its fields are known by their order. */
  readonly isTuple: boolean;
  /** Its discriminant, for a variant without fields. */
  readonly value: bigint | undefined;
}

export interface RustApiEnum {
  readonly kind: 'enum';
  readonly path: string;
  readonly variants: readonly RustVariant[];
}

export interface RustParam {
  /** `self` for a receiver. */
  readonly name: string;
  readonly type: RustApiType;
}

/** A function or method of the crate. */
export interface RustApiFunction {
  /** Without `crate::`: `crc::crc32`, `bitset::Bitset::set`. */
  readonly path: string;
  readonly name: string;
  /** The type in whose `impl` it stands. */
  readonly owner: string | undefined;
  readonly params: readonly RustParam[];
  readonly returns: RustApiType;
  readonly isUnsafe: boolean;
  /** Whether its body does nothing but drop or ignore what it was given. */
  readonly isEmpty: boolean;
  /** Type or const parameters of its own or of its `impl`, `async`, `extern`: what is not called. */
  readonly problem: string | undefined;
}

/** The type behind references and boxes. */
export function behindReference(type: RustApiType): RustApiType {
  if (type.kind === 'reference') return behindReference(type.to);
  return type.kind === 'box' ? behindReference(type.of) : type;
}

/** The slice or text that a function moves on: of `&mut &[u8]`; undefined of any other type. */
export function movedPart(type: RustApiType): RustApiType | undefined {
  if (type.kind !== 'reference' || !type.mutable || type.to.kind !== 'reference') return undefined;
  const { to } = type.to;
  return to.kind === 'slice' || to.kind === 'str' ? to : undefined;
}

/** The code of the caller that a value of a type is: itself, borrowed, in a `Box`, in an `Option`. */
export function callbackInside(type: RustApiType): RustCallback | undefined {
  if (type.kind === 'callback') return type;
  if (type.kind === 'reference') return callbackInside(type.to);
  return type.kind === 'box' || type.kind === 'option' ? callbackInside(type.of) : undefined;
}

/** A type as Rust source, for messages. */
export function rustTypeText(type: RustApiType): string {
  switch (type.kind) {
    case 'integer':
      return type.name;
    case 'float':
      return `f${type.bits}`;
    case 'boolean':
      return 'bool';
    case 'char':
    case 'str':
      return type.kind;
    case 'unit':
      return '()';
    case 'string':
      return 'String';
    case 'ordering':
      return 'std::cmp::Ordering';
    case 'ioError':
      return 'std::io::Error';
    case 'never':
      return '!';
    case 'vec':
      return `Vec<${rustTypeText(type.of)}>`;
    case 'option':
      return `Option<${rustTypeText(type.of)}>`;
    case 'box':
      return `Box<${rustTypeText(type.of)}>`;
    case 'slice':
      return `[${rustTypeText(type.of)}]`;
    case 'array':
      return `[${rustTypeText(type.of)}; ${type.length}]`;
    case 'reference':
      return `&${type.mutable ? 'mut ' : ''}${rustTypeText(type.to)}`;
    case 'result':
      return `Result<${rustTypeText(type.ok)}, ${rustTypeText(type.error)}>`;
    case 'tuple':
      return `(${type.items.map(rustTypeText).join(', ')})`;
    case 'item':
      return type.path;
    case 'stream':
      return type.does === 'reads' ? 'dyn Read' : 'dyn Write';
    case 'file':
    case 'path':
      return type.name;
    case 'callback':
    case 'unsupported':
      return type.text;
  }
}
