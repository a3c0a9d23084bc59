import { childOf, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';

/**
 * A path as it is written, without type arguments and white space:
 * `Vec::<u8>::new` is `Vec::new`, `<T as Read>::read` is `T::read`.
 */
export function pathText(tree: SyntaxTree, node: SyntaxNode): string {
  switch (node.type) {
    case 'scoped_identifier':
    case 'scoped_type_identifier': {
      const path = childOf(node, 'path');
      const name = childOf(node, 'name');
      const tail = name === undefined ? '' : tree.textOf(name);
      return path === undefined ? tail : `${pathText(tree, path)}::${tail}`;
    }
    case 'generic_type':
    case 'generic_type_with_turbofish':
    case 'qualified_type': {
      const type = childOf(node, 'type');
      return type === undefined ? '' : pathText(tree, type);
    }
    case 'generic_function': {
      const inner = childOf(node, 'function');
      return inner === undefined ? '' : pathText(tree, inner);
    }
    case 'bracketed_type': {
      const inner = node.children.find((child) => child.named);
      return inner === undefined ? '' : pathText(tree, inner);
    }
    default:
      return tree.textOf(node);
  }
}

/** The last segment: `std::fs::read` is `read`. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1);
}

/** The last two segments, which name a function well enough: `fs::read`. */
export function lastTwo(path: string): string {
  const last = path.lastIndexOf('::');
  if (last < 0) return path;
  const before = path.lastIndexOf('::', last - 1);
  return before < 0 ? path : path.slice(before + 2);
}

/** The words of a name in snake case or camel case, lower-cased: `dbPassword` is db, password. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
