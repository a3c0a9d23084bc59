import type { RustFunction, RustImpl } from '../../rust/items/items.ts';
import { type RustFile, rustFileOf } from '../../rust/items/rust-file.ts';
import type { SyntaxTree } from '../../syntax/syntax.ts';
import { type LineMatching, matchLines } from '../line-matching.ts';

/** Something in both versions of a file. */
export interface RustPair<Item> {
  readonly base: Item;
  readonly head: Item;
}

/** Two versions of a Rust file. */
export interface RustChange {
  readonly base: RustFile;
  readonly head: RustFile;
  readonly lines: LineMatching;
  /** Functions whose text the change touches; of one name and place there must be one in each version. */
  readonly functions: readonly RustPair<RustFunction>[];
  /** The same of `impl` blocks of a trait for a type. */
  readonly impls: readonly RustPair<RustImpl>[];
}

/** Pairs what two versions of a file define, and keeps what differs. */
export function rustChange(base: SyntaxTree, head: SyntaxTree, path: string): RustChange {
  const [before, now] = [rustFileOf(base, path), rustFileOf(head, path)];
  const differs = ({ base: one, head: other }: RustPair<RustFunction | RustImpl>) =>
    base.textOf(one.node) !== head.textOf(other.node);
  return {
    base: before,
    head: now,
    lines: matchLines(base.text, head.text),
    functions: pairs(before.functions, now.functions, functionKey).filter(differs),
    impls: pairs(before.impls, now.impls, implKey).filter(differs),
  };
}

function functionKey({ owner, trait, name }: RustFunction): string {
  return `${owner} ${trait} ${name}`;
}

/** Inherent blocks of a type cannot be told from each other. */
function implKey({ trait, type }: RustImpl): string | undefined {
  return trait === '' || type === undefined ? undefined : `${trait} ${type.name}`;
}

function pairs<Item>(
  base: readonly Item[],
  head: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): RustPair<Item>[] {
  const before = Map.groupBy(base, keyOf);
  return [...Map.groupBy(head, keyOf)].flatMap(([key, [now, ...more]]) => {
    const [was, ...others] = before.get(key) ?? [];
    if (key === undefined || was === undefined || now === undefined) return [];
    return more.length + others.length > 0 ? [] : [{ base: was, head: now }];
  });
}
