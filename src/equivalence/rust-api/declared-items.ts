import { childOf, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';

/** A named thing of a crate, where it is written. */
export interface DeclaredItem {
  readonly kind: 'struct' | 'enum' | 'alias' | 'const' | 'trait' | 'function';
  readonly name: string;
  /** The modules around it, from the root of the crate. */
  readonly module: readonly string[];
  /** Of a function in an `impl`: the type, and the trait if it is of one. */
  readonly impl?: { readonly node: SyntaxNode; readonly type: string; readonly trait: boolean };
  /** The traits that it derives, by their last names. */
  readonly derives: readonly string[];
  readonly node: SyntaxNode;
  readonly tree: SyntaxTree;
}

const KINDS: Readonly<Record<string, DeclaredItem['kind']>> = {
  struct_item: 'struct',
  enum_item: 'enum',
  type_item: 'alias',
  trait_item: 'trait',
  const_item: 'const',
  static_item: 'const',
  function_item: 'function',
};

/**
 * Every struct, enum, trait, alias, constant and function of a source file outside of function bodies;
 * tests are left out.
 * @param module the modules that the file is: `['huffman']` of `src/huffman.rs`
 */
export function declaredItems(tree: SyntaxTree, module: readonly string[]): DeclaredItem[] {
  return itemsIn(tree, tree.root, module, undefined);
}

function itemsIn(
  tree: SyntaxTree,
  parent: SyntaxNode,
  module: readonly string[],
  impl: DeclaredItem['impl'],
): DeclaredItem[] {
  const items: DeclaredItem[] = [];
  let isTest = false;
  let derives: string[] = [];
  for (const node of parent.children) {
    if (node.type === 'attribute_item') {
      const text = tree.textOf(node);
      isTest ||= /^#\[\s*(?:test|cfg\s*\(\s*test\s*\))\s*\]$/.test(text);
      derives.push(
        ...(/^#\[\s*derive\s*\((.*)\)\s*\]$/s.exec(text)?.[1]?.match(/\w+(?=\s*(?:,|$))/g) ?? []),
      );
      continue;
    }
    if (node.type === 'line_comment' || node.type === 'block_comment') continue;
    if (!isTest) items.push(...itemsOf(tree, node, module, impl, derives));
    isTest = false;
    derives = [];
  }
  return items;
}

function itemsOf(
  tree: SyntaxTree,
  node: SyntaxNode,
  module: readonly string[],
  impl: DeclaredItem['impl'],
  derives: readonly string[],
): DeclaredItem[] {
  const body = childOf(node, 'body');
  if (node.type === 'mod_item' && body !== undefined) {
    return itemsIn(tree, body, [...module, nameOf(tree, node)], undefined);
  }
  if (node.type === 'impl_item' && body !== undefined) {
    const type = childOf(node, 'type');
    const named = type?.type === 'generic_type' ? childOf(type, 'type') : type;
    const name = named === undefined ? '' : tree.textOf(named).replace(/^.*::/s, '');
    const trait = childOf(node, 'trait') !== undefined;
    return itemsIn(tree, body, module, { node, type: name, trait });
  }
  const kind = KINDS[node.type];
  if (kind === undefined) return [];
  const of = impl === undefined ? {} : { impl };
  return [{ kind, name: nameOf(tree, node), module, ...of, derives, node, tree }];
}

function nameOf(tree: SyntaxTree, node: SyntaxNode): string {
  const name = childOf(node, 'name');
  return name === undefined ? '' : tree.textOf(name);
}
