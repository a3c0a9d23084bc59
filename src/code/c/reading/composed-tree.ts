import { lastAtMost } from '../../syntax/splices.ts';
import type { SyntaxNode, SyntaxTree } from '../../syntax/syntax.ts';
import { isContainer } from '../declarations/declaration-containers.ts';
import type { Span } from '../ir/ast.ts';
import type { Fragment } from './fragment.ts';

/** A fragment that was parsed, with the offset that its text begins at in the composed one. */
export interface ParsedFragment {
  readonly fragment: Fragment;
  readonly tree: SyntaxTree;
  readonly base: number;
}

/**
 * The tree of a file in which fragments take the place of what did not parse: they stand behind the
 * file's own text, and their nodes behind its nodes. Locations are those of the file.
 */
export function composeTree(
  tree: SyntaxTree,
  fragments: readonly ParsedFragment[],
  isReplaced: (node: Span & Partial<SyntaxNode>) => boolean,
): SyntaxTree {
  if (fragments.length === 0) return tree;
  const text = fragments.reduce((sum, { fragment }) => `${sum}\n${fragment.text}`, tree.text);
  const own = without(tree.root, undefined, isReplaced);
  const more = fragments.flatMap((each) => each.tree.root.children);
  const root = { ...own, end: text.length, children: [...own.children, ...more] };
  const bases = [0, ...fragments.map(({ base }) => base)];
  const inFragment = ({ start, end }: Span) => {
    const found = fragments[lastAtMost(bases, start) - 1];
    const { fragment, base } = found ?? { fragment: undefined, base: 0 };
    return { fragment, span: { start: start - base, end: end - base } };
  };
  const origin = (place: Span): Span => {
    const { fragment, span } = inFragment(place);
    return fragment?.origin(span) ?? span;
  };
  return {
    text,
    root,
    comments: [...tree.comments, ...fragments.flatMap((each) => each.tree.comments)],
    errors: tree.errors,
    truncated: tree.truncated || fragments.some((each) => each.tree.truncated),
    abandoned: tree.abandoned || fragments.some((each) => each.tree.abandoned),
    broken: new Set([
      ...[...tree.broken].filter((node) => !isReplaced(node)),
      ...fragments.flatMap((each) => [...each.tree.broken]),
    ]),
    missing: [
      ...tree.missing.filter((offset) => !isReplaced({ start: offset, end: offset })),
      ...fragments.flatMap((each) => each.tree.missing),
    ],
    location: (node) => tree.location(origin(node)),
    textOf: ({ start, end }) => text.slice(start, end),
    origin,
    origins: (place) => {
      const { fragment, span } = inFragment(place);
      return fragment?.origins(span) ?? [span];
    },
  };
}

/** A copy of the containers of a tree without what is replaced in them. */
function without(
  node: SyntaxNode,
  parent: SyntaxNode | undefined,
  isReplaced: (node: SyntaxNode) => boolean,
): SyntaxNode {
  const copy: { -readonly [Key in keyof SyntaxNode]: SyntaxNode[Key] } = { ...node, parent };
  const kept = node.children.filter((child) => isContainer(child.type) || !isReplaced(child));
  copy.children = kept.map((child) =>
    isContainer(child.type) ? without(child, copy, isReplaced) : child,
  );
  return copy;
}
