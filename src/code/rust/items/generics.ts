import { childOf, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import type { RustType } from './types.ts';

/** What the type parameters of an item must be, by their names: `AsRef<Path> + Send`. */
export type GenericBounds = ReadonlyMap<string, string>;

export const NO_BOUNDS: GenericBounds = new Map();

/** The bounds that a function or an `impl` states in `<..>` or in its `where`, added to those around it. */
export function boundsOf(tree: SyntaxTree, item: SyntaxNode, around: GenericBounds): GenericBounds {
  const bounds = new Map(around);
  const add = (name: SyntaxNode | undefined, list: SyntaxNode | undefined): void => {
    if (name?.type !== 'type_identifier') return;
    // A parameter of this item hides one of that name around it.
    bounds.delete(tree.textOf(name));
    if (list === undefined) return;
    bounds.set(tree.textOf(name), tree.textOf(list).replace(/^\s*:\s*/, ''));
  };
  for (const node of childOf(item, 'type_parameters')?.children ?? [])
    add(childOf(node, 'name'), childOf(node, 'bounds'));
  const where = item.children.find(({ type }) => type === 'where_clause');
  for (const node of where?.children ?? []) add(childOf(node, 'left'), childOf(node, 'bounds'));
  return bounds;
}

/** A type with its parameters replaced by what they must be: `P` with `P: AsRef<Path>` is `impl AsRef<Path>`. */
export function withBounds(
  type: RustType | undefined,
  bounds: GenericBounds,
): RustType | undefined {
  if (type === undefined || bounds.size === 0) return type;
  const bound =
    type.kind === 'named' && type.inner.length === 0 ? bounds.get(type.path) : undefined;
  if (bound !== undefined) {
    const nothing = { name: '', path: '', inner: [], mutable: false };
    return { kind: 'other', ...nothing, text: `impl ${bound}` };
  }
  if (type.kind === 'other' || type.inner.length === 0) return type;
  return { ...type, inner: type.inner.map((inner) => withBounds(inner, bounds) ?? inner) };
}
