import type { SourceParser } from './source-parser.ts';
import { parseSyntax, type SyntaxTree } from './syntax.ts';

/** Characters of the texts whose trees are kept, for each parser: a tree takes about 30 times that. */
const MOST = 1024 * 1024;

const recent = new WeakMap<SourceParser, RecentTrees>();

/** The tree of a text, parsed only if it was not asked for lately: files of a crate seldom change. */
export function recentSyntax(parser: SourceParser, text: string): SyntaxTree {
  const trees = recent.get(parser) ?? new RecentTrees();
  recent.set(parser, trees);
  return trees.of(parser, text);
}

class RecentTrees {
  /** By text, the one asked for last at the end. */
  private readonly trees = new Map<string, SyntaxTree>();
  private size = 0;

  of(parser: SourceParser, text: string): SyntaxTree {
    const tree = this.trees.get(text) ?? parseSyntax(parser, text);
    this.size += this.trees.delete(text) ? 0 : text.length;
    this.trees.set(text, tree);
    for (const oldest of this.trees.keys()) {
      if (this.size <= MOST) break;
      this.trees.delete(oldest);
      this.size -= oldest.length;
    }
    return tree;
  }
}
