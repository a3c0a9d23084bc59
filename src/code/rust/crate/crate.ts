import type { SourceParser } from '../../syntax/source-parser.ts';
import type { SyntaxNode } from '../../syntax/syntax.ts';
import { cachedSyntax } from '../../syntax/syntax-cache.ts';
import type { RustFunction } from '../items/items.ts';
import { type RustFile, rustFileOf } from '../items/rust-file.ts';
import { allHold, attributesOf, cfgsAround, cfgsOf } from './attributes.ts';
import { moduleFiles } from './module-files.ts';

/** A file of a crate, by its path relative to the crate's folder, with `/`. */
export interface CrateText {
  readonly path: string;
  readonly text: string;
}

/** A Rust file, and where in the crate it hangs. */
export interface CrateFile extends RustFile {
  /** The predicates of `cfg` on the way to it; undefined when no `mod` leads to it. */
  readonly guards: readonly string[] | undefined;
}

/** The text of a crate, parsed: what gates judge. */
export interface Crate {
  readonly files: readonly CrateFile[];
  /** Everything that is not Rust: `Cargo.toml` and the like. */
  readonly others: readonly CrateText[];
}

/**
 * Parses the files of a crate. Whatever does not parse is in the trees as errors.
 * @param texts by path
 */
export function parseCrate(parser: SourceParser, texts: ReadonlyMap<string, string>): Crate {
  const all = [...texts].map(([path, text]): CrateText => ({ path, text }));
  const rust = all
    .filter(({ path }) => path.endsWith('.rs'))
    .map(({ path, text }) => rustFileOf(cachedSyntax(parser, text), path));
  const guards = moduleFiles(rust);
  return {
    files: rust.map((file) => ({ ...file, guards: guards.get(file.path) })),
    others: all.filter(({ path }) => !path.endsWith('.rs')),
  };
}

/** Every node that can be in what is delivered, parents first: not tests, nor what only tests build. */
export function deliveredNodes(file: CrateFile): readonly SyntaxNode[] {
  const delivered: SyntaxNode[] = [];
  if (/^(?:tests|benches|examples)\//.test(file.path)) return delivered;
  const holds = (predicates: readonly string[]) =>
    allHold(predicates, { test: false, unknown: true });
  if (!holds(file.guards ?? [])) return delivered;
  const gather = (node: SyntaxNode): void => {
    delivered.push(node);
    let hasAttributes = false;
    for (const child of node.children) {
      if (child.type === 'attribute_item') {
        hasAttributes = true;
        delivered.push(child);
        continue;
      }
      const isOpen = hasAttributes || child.type === 'mod_item';
      if (!isOpen || isBuilt(file, child, holds)) gather(child);
      hasAttributes = false;
    }
  };
  gather(file.tree.root);
  return delivered;
}

function isBuilt(
  file: CrateFile,
  node: SyntaxNode,
  holds: (predicates: readonly string[]) => boolean,
): boolean {
  const attributes = attributesOf(file.tree, node).map(({ text }) => text);
  return holds(cfgsOf(attributes)) && !attributes.some((text) => /^(?:\w+::)*test$/.test(text));
}

/** Whether `cargo test` builds a place. In doubt it does not. */
export function runsInTests(file: CrateFile, node: SyntaxNode): boolean {
  if (file.guards === undefined) return false;
  const predicates = [...file.guards, ...cfgsAround(file.tree, node)];
  return allHold(predicates, { test: true, unknown: false });
}

/** The functions of what is delivered, each with its file. */
export function deliveredFunctions(crate: Crate): { file: CrateFile; fn: RustFunction }[] {
  return crate.files.flatMap((file) => {
    const delivered = new Set(deliveredNodes(file));
    return file.functions.filter((fn) => delivered.has(fn.node)).map((fn) => ({ file, fn }));
  });
}
