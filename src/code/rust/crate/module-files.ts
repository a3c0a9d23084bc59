import { childOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import type { RustFile } from '../items/rust-file.ts';
import { attributesOf, cfgsAround } from './attributes.ts';

const ROOTS =
  /^(?:build\.rs|src\/(?:lib|main)\.rs|src\/bin\/(?:[^/]+|[^/]+\/main)\.rs|(?:tests|benches|examples)\/(?:[^/]+|[^/]+\/main)\.rs)$/;

/**
 * The files that cargo's roots lead to by `mod name;`, each with the predicates of `cfg` on the way.
 * A file that several ways lead to is taken by the first.
 */
export function moduleFiles(files: readonly RustFile[]): ReadonlyMap<string, readonly string[]> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Map<string, readonly string[]>();
  const visit = (file: RustFile, guards: readonly string[], folder: string): void => {
    if (reached.has(file.path)) return;
    const inner = [...guards, ...cfgsAround(file.tree, file.tree.root)];
    reached.set(file.path, inner);
    for (const node of descendants(file.tree.root)) {
      if (node.type !== 'mod_item' || childOf(node, 'body') !== undefined) continue;
      const next = targets(file, node, folder).flatMap((path) => byPath.get(path) ?? [])[0];
      if (next === undefined) continue;
      const own = next.path.endsWith('/mod.rs') ? parentOf(next.path) : next.path.slice(0, -3);
      visit(next, [...inner, ...cfgsAround(file.tree, node)], own);
    }
  };
  for (const file of files) if (ROOTS.test(file.path)) visit(file, [], parentOf(file.path));
  return reached;
}

/** Where the module of a `mod name;` may lie. */
function targets(file: RustFile, node: SyntaxNode, folder: string): string[] {
  const { tree } = file;
  const given = attributesOf(tree, node).flatMap(({ text }) => {
    const path = /^path\s*=\s*"([^"]*)"$/.exec(text)?.[1];
    return path === undefined ? [] : [normal(`${parentOf(file.path)}/${path}`)];
  });
  if (given.length > 0) return given;
  const names: string[] = [];
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = at.parent) {
    const name = at.type === 'mod_item' ? childOf(at, 'name') : undefined;
    if (name !== undefined) names.unshift(tree.textOf(name));
  }
  const base = [folder, ...names].filter((part) => part !== '').join('/');
  return [`${base}.rs`, `${base}/mod.rs`];
}

function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
