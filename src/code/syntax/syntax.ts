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
  /** Whether something of the text is not in the tree: what nests too deeply, or all that was abandoned. */
  readonly truncated: boolean;
  /** Whether the parser was stopped, since the text has too many readings: then the tree is empty. */
  readonly abandoned: boolean;
  /** The items outside of functions in which something does not parse or is missing. */
  readonly broken: ReadonlySet<SyntaxNode>;
  /** The offsets in them at which the grammar made up a token that is not there. */
  readonly missing: readonly number[];
  /** What was read anew as code: bodies of Rust's macros. */
  readonly anew?: ReadAnew;
  /** Where a stretch of the text stands in the file: elsewhere only for what a part of it was read anew as. */
  origin(span: TextSpan): TextSpan;
  /** The same in pieces, where what stands side by side in the text does not in the file. */
  origins(span: TextSpan): readonly TextSpan[];
  location(node: { readonly start: number; readonly end: number }): Location;
  textOf(node: { readonly start: number; readonly end: number }): string;
}

/** Tokens of a tree that were read anew as code, with the same offsets. */
interface ReadAnew {
  /** By the node of the tokens, what they are as code. */
  readonly bodies: ReadonlyMap<SyntaxNode, SyntaxNode>;
  /** The stretches of these that may run any number of times, or not at all; in the order of the file. */
  readonly repetitions: readonly TextSpan[];
}

/** A stretch of a text, by offsets. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

interface MutableNode extends SyntaxNode {
  children: SyntaxNode[];
}

const NONE: SyntaxNode[] = [];

/** Nodes of C and C++ whose children may be items of the file. */
export const CONTAINERS: ReadonlySet<string> = new Set([
  'translation_unit',
  'linkage_specification',
  'declaration_list',
  'namespace_definition',
  'template_declaration',
  'preproc_if',
  'preproc_ifdef',
  'preproc_else',
  'preproc_elif',
  'ERROR',
  'field_declaration_list',
  'export_declaration',
]);

/**
 * Parses text to a tree. Never fails: what does not parse becomes `ERROR` nodes.
 * @param base what the offsets of the tree begin at, where the text is part of another
 */
export function parseSyntax(parser: SourceParser, text: string, base = 0): SyntaxTree {
  const most = LIMITS.parserChecks + LIMITS.parserChecksPerCharacter * text.length;
  let checks = 0;
  const options = { progressCallback: () => ++checks > most };
  let parsed = parser.parse(text, null, options);
  const abandoned = parsed === null;
  if (abandoned) {
    // It would go on with the old text otherwise.
    parser.reset();
    parsed = parser.parse('');
  }
  if (parsed === null) throw new Error('the parser has no language');
  const cursor = parsed.walk();
  const copier = new TreeCopier(cursor, parser, base);
  const root = copier.copy();
  cursor.delete();
  parsed.delete();
  const lineStarts = lineStartsOf(text);
  return {
    text,
    root,
    comments: copier.comments,
    errors: copier.errors,
    truncated: copier.truncated || abandoned,
    abandoned,
    broken: copier.broken,
    missing: copier.missing,
    origin: (span) => span,
    origins: (span) => [span],
    location: ({ start, end }) => locate(lineStarts, start - base, end - base),
    textOf: ({ start, end }) => text.slice(start - base, end - base),
  };
}

class TreeCopier {
  readonly comments: SyntaxNode[] = [];
  errors = 0;
  truncated = false;
  readonly broken = new Set<SyntaxNode>();
  readonly missing: number[] = [];
  private isInBroken = false;
  private readonly base: number;
  private readonly cursor: TreeCursor;
  private readonly types: readonly string[];
  private readonly fields: readonly (string | null)[];
  private readonly shape: GrammarShape;

  constructor(cursor: TreeCursor, parser: SourceParser, base: number) {
    this.base = base;
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
      start: start + this.base,
      end: end + this.base,
      named: true,
      children: NONE,
      parent: undefined,
    };
    this.descend(root, cursor.nodeTypeId, 0, true);
    return root;
  }

  private descend(parent: MutableNode, parentId: number, depth: number, isOutside: boolean): void {
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
      if (this.isInBroken && cursor.nodeIsMissing) this.missing.push(cursor.startIndex + this.base);
      if (shape.isPunctuation[id] === 1) continue;
      const isComment = shape.isComment[id] === 1;
      const type = this.types[id] ?? 'ERROR';
      const named = shape.isNamed[id] !== 0;
      const start = cursor.startIndex + this.base;
      // A token that is its own name is as long as its name.
      const end = named ? cursor.endIndex + this.base : start + type.length;
      const field = hasFields && !isComment ? (this.fields[cursor.currentFieldId] ?? '') : '';
      const child: MutableNode = { type, field, start, end, named, children: NONE, parent };
      if (isComment) {
        this.comments.push(child);
        continue;
      }
      children.push(child);
      if (type === 'ERROR') this.errors += 1;
      // Asked for items alone, since every question costs a call into WebAssembly.
      const isItem = isOutside && !CONTAINERS.has(type);
      if (isItem && named && cursor.currentNode.hasError) {
        this.broken.add(child);
        this.isInBroken = true;
      }
      if (named) this.descend(child, id, depth + 1, isOutside && !isItem);
      if (isItem) this.isInBroken = false;
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
