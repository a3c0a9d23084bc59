import type { SyntaxNode } from '../syntax/syntax.ts';

/** A part of a pattern, as a node of a syntax tree without what does not count. */
export interface PatternNode {
  /** As `kindOf` has it of code. */
  readonly kind: string;
  /** Of a node without children: what stands there. */
  readonly text: string;
  readonly children: readonly PatternNode[];
  /** The part of a loop that it is, where only that tells it from others. */
  readonly slot?: string | undefined;
  /** The name of a metavariable, such as `$X`, or `$_` for one that is not remembered. */
  readonly variable?: string;
  /** It stands for any number of nodes beside each other: `...`, or `$...ARGS`, whose name is `variable`. */
  readonly isMany?: true;
  /** The string literal `"..."`, for any. */
  readonly isAnyText?: true;
  /** A declaration of any type, so that pointers and words such as `static` do not count. */
  readonly isOfAnyType?: true;
}

/** A pattern of code: one expression, or statements behind each other, of which one is the most common. */
export interface Pattern {
  readonly nodes: readonly PatternNode[];
  /** The metavariables in it. */
  readonly variables: ReadonlySet<string>;
}

/** `$X` and `$_`; in lower case it is a name of the code. */
export const METAVARIABLE = /^\$(?:_|[A-Z][A-Z0-9_]*)$/;

/** What metavariables stand for so far. */
export type Bindings = ReadonlyMap<string, readonly SyntaxNode[]>;
