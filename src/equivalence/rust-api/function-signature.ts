import { childOf, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import type { DeclaredItem } from './declared-items.ts';
import type { RustApiType, RustParam } from './rust-type.ts';
import { selfType, type TypeScope, typeOfNode } from './type-of-node.ts';

/** A parameter of a function, `self` among them; undefined for what is none. */
export function paramOf(
  tree: SyntaxTree,
  node: SyntaxNode,
  names: TypeScope,
): RustParam | undefined {
  if (node.type === 'self_parameter') {
    const self = names.self === undefined ? undefined : names.pathOf(names.self);
    const to: RustApiType =
      self === undefined ? { kind: 'unsupported', text: 'Self' } : selfType(self, names);
    const text = tree.textOf(node);
    const type: RustApiType = text.startsWith('&')
      ? { kind: 'reference', to, mutable: /\bmut\b/.test(text) }
      : to;
    return { name: 'self', type };
  }
  const pattern = childOf(node, 'pattern');
  const type = childOf(node, 'type');
  if (node.type !== 'parameter' || pattern === undefined || type === undefined) return undefined;
  return { name: tree.textOf(pattern), type: typeOfNode(tree, type, names) };
}

/** Why a function cannot be called by a driver; undefined when it can. */
export function problemOf(
  item: DeclaredItem,
  modifiers: string,
  names: TypeScope,
): string | undefined {
  const { node, tree, impl } = item;
  const isKnown = (param: SyntaxNode) => {
    const found = childOf(param, 'name');
    const name = found === undefined ? '' : tree.textOf(found);
    return names.parameterOf(name) !== undefined || names.callbackOf?.(name) !== undefined;
  };
  for (const owner of [node, impl?.node]) {
    const list = owner === undefined ? undefined : childOf(owner, 'type_parameters');
    const generic = (list?.children ?? []).find(
      (param) =>
        param.type === 'const_parameter' || (param.type === 'type_parameter' && !isKnown(param)),
    );
    if (generic !== undefined) return `the generic parameter ${tree.textOf(generic)}`;
  }
  if (/\basync\b/.test(modifiers)) return 'an async function';
  return undefined;
}
