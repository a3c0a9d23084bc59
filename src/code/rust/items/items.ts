import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { RustType } from './types.ts';

export interface RustParameter {
  /** The name it binds; empty for patterns that bind several or none. */
  readonly name: string;
  readonly pattern: SyntaxNode;
  readonly type: RustType | undefined;
}

/** What callers see of a function. Plain data. */
export interface RustSignature {
  readonly name: string;
  /** The type whose impl it stands in, or the trait that declares it, else empty. */
  readonly owner: string;
  /** The trait that impl is of, else empty. */
  readonly trait: string;
  readonly returns: RustType | undefined;
  /** Whether its first parameter is `self`, which `parameters` and arguments of methods leave out. */
  readonly hasSelf: boolean;
}

/** A function of another file. */
export interface OtherFunction {
  readonly file: string;
  readonly signature: RustSignature;
}

export interface RustFunction extends RustSignature {
  readonly node: SyntaxNode;
  readonly body: SyntaxNode;
  readonly parameters: readonly RustParameter[];
  /** Each attribute as written, without `#[` and `]`. */
  readonly attributes: readonly string[];
  readonly isAsync: boolean;
  readonly isUnsafe: boolean;
  /** `pub`; what only the crate sees is not. */
  readonly isPublic: boolean;
  readonly isTest: boolean;
  /** The ABI of an `extern "C" fn` definition, else empty. */
  readonly abi: string;
  readonly mutableSelf: boolean;
}

export interface RustField {
  readonly name: string;
  readonly type: RustType;
  readonly node: SyntaxNode;
}

export interface RustStruct {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly fields: readonly RustField[];
  readonly derives: readonly string[];
  readonly attributes: readonly string[];
  readonly isTest: boolean;
}

export interface RustImpl {
  readonly node: SyntaxNode;
  /** The last segment of the trait's path, or empty for an inherent impl. */
  readonly trait: string;
  readonly type: RustType | undefined;
  readonly isUnsafe: boolean;
  readonly isTest: boolean;
}

/** A `const`, a `static`, or a `static mut`. */
export interface RustGlobal {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly kind: 'const' | 'static' | 'static mut';
  readonly type: RustType | undefined;
  readonly value: SyntaxNode | undefined;
  readonly isTest: boolean;
}

/** A function declared in an `extern` block. */
export interface ForeignFunction {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly abi: string;
  readonly parameters: readonly RustParameter[];
  readonly returns: RustType | undefined;
}
