import { childOf, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import type { DeclaredItem } from './declared-items.ts';
import type { RustApiType, RustGeneric } from './rust-type.ts';
import { streamParameters } from './stream-traits.ts';
import type { TypeScope } from './type-of-node.ts';

/** The type parameters of an item, and of its `impl`, that stand for streams. */
export function streamsOf({ node, tree, impl }: DeclaredItem): ReadonlyMap<string, RustApiType> {
  const outer = impl === undefined ? [] : streamParameters(tree, impl.node);
  return new Map([...outer, ...streamParameters(tree, node)]);
}

/** The lifetimes and types between the angle brackets of an item. */
export function genericsOf({ node, tree }: DeclaredItem, names: TypeScope): RustGeneric[] {
  return (childOf(node, 'type_parameters')?.children ?? []).flatMap((one): RustGeneric[] => {
    if (one.type === 'lifetime_parameter') return [{ kind: 'lifetime' }];
    const name = one.type === 'type_parameter' ? childOf(one, 'name') : undefined;
    if (name === undefined) return [];
    const text = tree.textOf(name);
    return [{ kind: 'type', is: names.parameterOf(text) ?? names.callbackOf?.(text) }];
  });
}

/** The names of the type parameters of an item. */
export function typeParameters(tree: SyntaxTree, owner: SyntaxNode): string[] {
  return (childOf(owner, 'type_parameters')?.children ?? []).flatMap((one) => {
    const name = one.type === 'type_parameter' ? childOf(one, 'name') : undefined;
    return name === undefined ? [] : [tree.textOf(name)];
  });
}

/** What bounds a type parameter of an item has, beside its name and in the `where`. */
export function boundsOf(tree: SyntaxTree, owner: SyntaxNode, name: string): SyntaxNode[] {
  const isOf = (field: string) => (node: SyntaxNode) => {
    const named = childOf(node, field);
    return named !== undefined && tree.textOf(named) === name;
  };
  const inline = (childOf(owner, 'type_parameters')?.children ?? [])
    .filter(({ type }) => type === 'type_parameter')
    .filter(isOf('name'));
  const clause = owner.children.find(({ type }) => type === 'where_clause');
  const where = (clause?.children ?? []).filter(isOf('left'));
  return [...inline, ...where].flatMap((node) => childOf(node, 'bounds') ?? []);
}
