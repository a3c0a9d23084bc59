import type { TreeCursor } from 'web-tree-sitter';
import { LIMITS } from '../limits.ts';
import { type GrammarShape, shapeOf } from './grammar-shape.ts';
import type { Location } from './location.ts';
import type { SourceParser } from './source-parser.ts';

/**
 * A node of a syntax tree, copied out of the parser's memory in one walk, since
 * every look into WebAssembly costs more than the rest of the analysis.
 * Brackets, commas and semicolons are left out; comments stand in the tree's list.
 */
export interface SyntaxNode {
  readonly type: string;
  /** The role in the parent, such as `left` or `body`; empty for none. */
  readonly field: string;
  /** Offsets into the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly named: boolean;
  readonly children: readonly SyntaxNode[];
  readonly parent: SyntaxNode | undefined;
}

export interface SyntaxTree {
  readonly text: string;
  readonly root: SyntaxNode;
  readonly comments: readonly SyntaxNode[];
  /** How many stretches the grammar could not make sense of. */
  readonly errors: number;
  /** Nesting deeper than this is not followed: see `truncated`. */
  readonly truncated: boolean;
  location(node: { readonly start: number; readonly end: number }): Location;
  textOf(node: { readonly start: number; readonly end: number }): string;
}

interface MutableNode extends SyntaxNode {
  children: SyntaxNode[];
}

const NONE: SyntaxNode[] = [];

/** Parses text to a tree. Never fails: what does not parse becomes `ERROR` nodes. */
export function parseSyntax(parser: SourceParser, text: string): SyntaxTree {
  const parsed = parser.parse(text);
  if (parsed === null) throw new Error('the parser has no language');
  const cursor = parsed.walk();
  const copier = new TreeCopier(cursor, parser);
  const root = copier.copy();
  cursor.delete();
  parsed.delete();
  const lineStarts = lineStartsOf(text);
  return {
    text,
    root,
    comments: copier.comments,
    errors: copier.errors,
    truncated: copier.truncated,
    location: ({ start, end }) => locate(lineStarts, start, end),
    textOf: ({ start, end }) => text.slice(start, end),
  };
}

class TreeCopier {
  readonly comments: SyntaxNode[] = [];
  errors = 0;
  truncated = false;
  private readonly cursor: TreeCursor;
  private readonly types: readonly string[];
  private readonly fields: readonly (string | null)[];
  private readonly shape: GrammarShape;

  constructor(cursor: TreeCursor, parser: SourceParser) {
    const { language } = parser;
    if (language === null) throw new Error('the parser has no language');
    this.cursor = cursor;
    this.types = language.types;
    this.fields = language.fields;
    this.shape = shapeOf(language);
  }

  copy(): SyntaxNode {
    const { cursor } = this;
    const { nodeType: type, startIndex: start, endIndex: end } = cursor;
    const root: MutableNode = {
      type,
      field: '',
      start,
      end,
      named: true,
      children: NONE,
      parent: undefined,
    };
    this.descend(root, cursor.nodeTypeId, 0);
    return root;
  }

  private descend(parent: MutableNode, parentId: number, depth: number): void {
    const { cursor, shape } = this;
    if (depth > LIMITS.syntaxDepth) {
      this.truncated = true;
      return;
    }
    if (shape.isLeaf[parentId] === 1 || !cursor.gotoFirstChild()) return;
    const children: SyntaxNode[] = [];
    // Fields are asked for only where the grammar has some; every question costs a call into WebAssembly.
    const hasFields = shape.hasFields[parentId] !== 0;
    do {
      const id = cursor.nodeTypeId;
      if (shape.isPunctuation[id] === 1) continue;
      const isComment = shape.isComment[id] === 1;
      const type = this.types[id] ?? 'ERROR';
      const named = shape.isNamed[id] !== 0;
      const start = cursor.startIndex;
      // A token that is its own name is as long as its name.
      const end = named ? cursor.endIndex : start + type.length;
      const field = hasFields && !isComment ? (this.fields[cursor.currentFieldId] ?? '') : '';
      const child: MutableNode = { type, field, start, end, named, children: NONE, parent };
      if (isComment) {
        this.comments.push(child);
        continue;
      }
      children.push(child);
      if (type === 'ERROR') this.errors += 1;
      if (named) this.descend(child, id, depth + 1);
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
    if (children.length > 0) parent.children = children;
  }
}

function lineStartsOf(text: string): Uint32Array {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  const starts = new Uint32Array(count);
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    starts[line] = at + 1;
    line += 1;
  }
  return starts;
}

function locate(lineStarts: Uint32Array, start: number, end: number): Location {
  const line = lineIndex(lineStarts, start);
  const endLine = lineIndex(lineStarts, end);
  return {
    line: line + 1,
    column: start - (lineStarts[line] ?? 0) + 1,
    endLine: endLine + 1,
    endColumn: end - (lineStarts[endLine] ?? 0) + 1,
  };
}

function lineIndex(lineStarts: Uint32Array, offset: number): number {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first child in a role, or undefined. */
export function childOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  // Asked for every node, several times: a plain loop is much quicker than a callback.
  for (const child of node.children) if (child.field === field) return child;
  return undefined;
}

/** The children in a role, in order. */
export function childrenOf(node: SyntaxNode, field: string): SyntaxNode[] {
  return node.children.filter((child) => child.field === field);
}

/** Every node below (and with) one, parents first. */
export function descendants(node: SyntaxNode): readonly SyntaxNode[] {
  const all: SyntaxNode[] = [];
  const gather = (each: SyntaxNode): void => {
    all.push(each);
    for (const child of each.children) gather(child);
  };
  gather(node);
  return all;
}
