import { isItems, parseItems, type RustItem } from '../../code/rust/items/item-list.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { type CrateFiles, sourcePaths } from './crate-files.ts';

/**
 * An item that has no members of its own: a function, also one of a block, a type, a constant, a trait that
 * is implemented without a word.
 */
export interface CrateItem {
  readonly file: string;
  /** Keys from the outermost on, such as `impl Square > fn area`. */
  readonly path: string;
  readonly item: RustItem;
  readonly isTest: boolean;
}

/** All items of a crate, by file and path; those of a file that does not parse are missing. */
export function crateItems(parser: SourceParser, files: CrateFiles): Map<string, CrateItem> {
  const all = new Map<string, CrateItem>();
  for (const file of sourcePaths(files)) {
    const list = parseItems(parser, files.get(file) ?? '');
    if (!isItems(list)) continue;
    const walk = (items: readonly RustItem[], prefix: string, isTest: boolean): void => {
      for (const item of items) {
        const path = `${prefix}${item.key}`;
        const inTest = isTest || item.attributes.some((one) => /\btest\b/.test(one));
        const isWithout = item.members?.length === 0 && / for /.test(item.key);
        if (item.members === undefined || isWithout) {
          all.set(`${file} ${path}`, { file, path, item, isTest: inTest });
        } else walk(item.members, `${path} > `, inTest);
      }
    };
    walk(list.items, '', false);
  }
  return all;
}

/** How two crates differ, item by item, but for white space. */
export interface ItemChanges {
  readonly added: readonly CrateItem[];
  readonly changed: readonly { readonly before: CrateItem; readonly after: CrateItem }[];
  readonly removed: readonly CrateItem[];
}

/** What an edit did to a crate, however it was made. */
export function itemChanges(
  before: ReadonlyMap<string, CrateItem>,
  after: ReadonlyMap<string, CrateItem>,
): ItemChanges {
  const added: CrateItem[] = [];
  const changed: { before: CrateItem; after: CrateItem }[] = [];
  for (const [key, item] of after) {
    const old = before.get(key);
    if (old === undefined) added.push(item);
    else if (!isSameText(old.item.text, item.item.text)) changed.push({ before: old, after: item });
  }
  return {
    added,
    changed,
    removed: [...before].flatMap(([key, one]) => (after.has(key) ? [] : [one])),
  };
}

/** Whether two texts of Rust differ in their layout alone. */
export function isSameText(left: string, right: string): boolean {
  return withoutLayout(left) === withoutLayout(right);
}

/** Whether two signatures are one for their callers: `mut` before a parameter is a matter of the body. */
export function isSameSignature(left: string, right: string): boolean {
  const plain = (text: string) =>
    withoutLayout(text.replaceAll(/([(,]\s*)mut\s+(?=\w+\s*[:,)])/g, '$1')).replace(/,$/, '');
  return plain(left) === plain(right);
}

function withoutLayout(text: string): string {
  return text.replaceAll(/\s+/g, '').replaceAll(/,(?=[)\]}>])/g, '');
}
