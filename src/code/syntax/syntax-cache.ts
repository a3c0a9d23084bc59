import type { SourceParser } from './source-parser.ts';
import { parseSyntax, type SyntaxTree } from './syntax.ts';

/** Characters of the texts whose trees are kept, for each parser: a tree takes about 30 times that. */
const MAX_CACHED_CHARS = 1024 * 1024;

const recent = new WeakMap<SourceParser, SyntaxTreeCache>();

/** The tree of a text, parsed only if it was not asked for lately: files of a crate seldom change. */
export function cachedSyntax(parser: SourceParser, text: string): SyntaxTree {
  const trees = recent.get(parser) ?? new SyntaxTreeCache();
  recent.set(parser, trees);
  return trees.treeOf(parser, text);
}

class SyntaxTreeCache {
  /** By text, the one asked for last at the end. */
  private readonly trees = new Map<string, SyntaxTree>();
  private size = 0;

  treeOf(parser: SourceParser, text: string): SyntaxTree {
    const tree = this.trees.get(text) ?? parseSyntax(parser, text);
    this.size += this.trees.delete(text) ? 0 : text.length;
    this.trees.set(text, tree);
    for (const oldest of this.trees.keys()) {
      if (this.size <= MAX_CACHED_CHARS) break;
      this.trees.delete(oldest);
      this.size -= oldest.length;
    }
    return tree;
  }
}
