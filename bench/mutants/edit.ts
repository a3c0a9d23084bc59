import type { SyntaxNode, SyntaxTree } from '../../src/code/syntax/syntax.ts';

/** One change of a text: what stands from start to end becomes `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A file that is broken, and the function in it. */
export interface Place {
  readonly tree: SyntaxTree;
  /** Variants of the file's enums, by the name of the enum. */
  readonly enums: ReadonlyMap<string, readonly string[]>;
}

/** Ways to break one node in one manner; none where it does not apply. */
export type Operator = (node: SyntaxNode, place: Place) => readonly Edit[];

/** Puts a text in the place of a node. */
export function replace(node: SyntaxNode, text: string): Edit {
  return { start: node.start, end: node.end, text };
}

/** The text after an edit. */
export function applied(text: string, edit: Edit): string {
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

/** The token of a binary or compound operation. */
export function operatorOf(node: SyntaxNode): SyntaxNode | undefined {
  return node.children.find((child) => child.field === 'operator');
}

export function childNamed(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}

/** The children that are expressions or patterns, not tokens. */
export function namedChildren(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter((child) => child.named);
}
