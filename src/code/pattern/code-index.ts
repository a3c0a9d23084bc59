import { isNever } from '../c/declarations/directives.ts';
import { parseCondition } from '../c/ir/build-condition.ts';
import { childOf, type SyntaxNode, type SyntaxTree } from '../syntax/syntax.ts';
import { coreOf, kindOf } from './code-shape.ts';

/** The nodes of a file that a pattern can begin at. */
export interface CodeIndex {
  readonly tree: SyntaxTree;
  /** By kind, in the order of the tree. */
  readonly byKind: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** Where each node but the root stands. Parts of a tree that were read anew have parents of their own, which do not count. */
  readonly places: ReadonlyMap<SyntaxNode, Place>;
}

interface Place {
  readonly parent: SyntaxNode;
  /** Among its children. */
  readonly at: number;
}

const indexes = new WeakMap<SyntaxNode, CodeIndex>();

/** The index of a file, made once for all rules. What no build has, as behind `#if 0`, is not in it. */
export function codeIndex(tree: SyntaxTree): CodeIndex {
  const index = indexes.get(tree.root) ?? newIndex(tree);
  indexes.set(tree.root, index);
  return index;
}

function newIndex(tree: SyntaxTree): CodeIndex {
  const byKind = new Map<string, SyntaxNode[]>();
  const places = new Map<SyntaxNode, Place>();
  const add = (node: SyntaxNode): void => {
    if (node.named && coreOf(node) === node) {
      const kind = kindOf(node, tree);
      const same = byKind.get(kind);
      if (same === undefined) byKind.set(kind, [node]);
      else same.push(node);
    }
    const isOff = node.type === 'preproc_if' && isNeverBuilt(node, tree);
    for (const [at, child] of node.children.entries()) {
      places.set(child, { parent: node, at });
      if (!isOff || child.field === 'alternative') add(child);
    }
  };
  add(tree.root);
  return { tree, byKind, places };
}

function isNeverBuilt(node: SyntaxNode, tree: SyntaxTree): boolean {
  const condition = childOf(node, 'condition');
  return condition !== undefined && isNever(parseCondition(tree.textOf(condition).trim()));
}
