import { childOf, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import { pathText } from './path.ts';

/** What the `use` declarations of a file bring into scope. */
export class Imports {
  private readonly names = new Map<string, string>();

  /** Adds one `use_declaration`; scopes are not told apart, as names rarely clash in one file. */
  add(tree: SyntaxTree, declaration: SyntaxNode): void {
    const argument = childOf(declaration, 'argument');
    if (argument !== undefined) this.clause(tree, argument, '');
  }

  /** A path with its first segment replaced by what it was imported as. */
  resolve(path: string): string {
    if (path.startsWith('$crate::')) return path.slice(1);
    const end = path.indexOf('::');
    const head = end < 0 ? path : path.slice(0, end);
    const full = this.names.get(head);
    if (full === undefined || full === head) return path;
    return end < 0 ? full : full + path.slice(end);
  }

  private clause(tree: SyntaxTree, node: SyntaxNode, prefix: string): void {
    switch (node.type) {
      case 'scoped_use_list': {
        const path = childOf(node, 'path');
        const list = childOf(node, 'list');
        const base = path === undefined ? prefix : join(prefix, pathText(tree, path));
        for (const child of list?.children ?? []) this.clause(tree, child, base);
        return;
      }
      case 'use_list':
        for (const child of node.children) this.clause(tree, child, prefix);
        return;
      case 'use_as_clause': {
        const path = childOf(node, 'path');
        const alias = childOf(node, 'alias');
        if (path === undefined || alias === undefined) return;
        this.names.set(tree.textOf(alias), join(prefix, pathText(tree, path)));
        return;
      }
      case 'self':
        this.name(prefix);
        return;
      case 'identifier':
      case 'scoped_identifier':
        this.name(join(prefix, pathText(tree, node)));
        return;
      default:
    }
  }

  private name(path: string): void {
    this.names.set(path.slice(path.lastIndexOf(':') + 1), path);
  }
}

function join(prefix: string, path: string): string {
  return prefix === '' ? path : `${prefix}::${path}`;
}
