import { childOf, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import type { RustApiType } from './rust-type.ts';

/**
 * The type whose values can be given where only a conversion is asked for: `&str` for `impl AsRef<str>`, `String` for
 * `impl Into<String>`, `Vec<u32>` for `impl IntoIterator<Item = u32>`; undefined for other bounds.
 * @param node `impl …`, or the bounds of a type parameter
 * @param typeOf reads a type
 */
export function convertibleOf(
  tree: SyntaxTree,
  node: SyntaxNode,
  typeOf: (node: SyntaxNode) => RustApiType,
): RustApiType | undefined {
  if (node.type === 'abstract_type') {
    const trait = childOf(node, 'trait');
    return trait === undefined ? undefined : convertibleOf(tree, trait, typeOf);
  }
  if (node.type === 'trait_bounds') {
    const bounds = node.children.filter(({ named, type }) => named && type !== 'lifetime');
    const [only] = bounds;
    return only === undefined || bounds.length > 1 ? undefined : convertibleOf(tree, only, typeOf);
  }
  const name = childOf(node, 'type');
  const [argument] = (childOf(node, 'type_arguments')?.children ?? []).filter(({ named }) => named);
  if (node.type !== 'generic_type' || name === undefined || argument === undefined)
    return undefined;
  switch (tree.textOf(name).replace(/^.*::/s, '')) {
    case 'AsRef':
      return { kind: 'reference', to: typeOf(argument), mutable: false };
    case 'Into':
      return typeOf(argument);
    case 'IntoIterator': {
      const item = argument.type === 'type_binding' ? childOf(argument, 'type') : undefined;
      return item === undefined ? undefined : { kind: 'vec', of: typeOf(item) };
    }
    default:
      return undefined;
  }
}
