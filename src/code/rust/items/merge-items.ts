import type { SourceParser } from '../../syntax/source-parser.ts';
import { isItems, parseItems, printItems, type RustItem, withMembers } from './item-list.ts';

/** The text of a file with items added; or what is wrong with these, on one line. */
export type MergeResult = { readonly text: string } | { readonly problem: string };

/**
 * Adds items to a Rust file: one takes the place of that with the same key, others come after those
 * that are there, and before the tests. Members of an `impl` or `mod` block are added to that block.
 */
export function mergeItems(parser: SourceParser, text: string, added: string): MergeResult {
  const present = parseItems(parser, text);
  const more = parseItems(parser, added);
  if (!isItems(more)) return { problem: `it is no Rust from line ${more.line} on` };
  if (!isItems(present)) return { problem: `the file itself is no Rust, at line ${present.line}` };
  return { text: printItems({ ...present, items: mergedList(present.items, more.items) }) };
}

/**
 * A file without the items of these names.
 * @param names of functions, types, constants, modules: those of a block too, such as methods
 */
export function removeItems(
  parser: SourceParser,
  text: string,
  names: readonly string[],
): MergeResult {
  const present = parseItems(parser, text);
  if (!isItems(present)) return { problem: `the file itself is no Rust, at line ${present.line}` };
  return { text: printItems({ ...present, items: without(present.items, names) }) };
}

function mergedList(present: readonly RustItem[], added: readonly RustItem[]): RustItem[] {
  let merged = [...present];
  for (const item of added) {
    const at = merged.findIndex(({ key }) => key === item.key);
    const old = merged[at];
    if (old !== undefined) merged = merged.with(at, joined(old, item));
    else merged.splice(placeFor(item, merged), 0, item);
  }
  return merged;
}

function joined(old: RustItem, item: RustItem): RustItem {
  if (old.members === undefined || item.members === undefined) return item;
  return withMembers(old, mergedList(old.members, item.members));
}

/** Imports stand first, the tests last. */
function placeFor(item: RustItem, list: readonly RustItem[]): number {
  if (isImport(item)) return list.findLastIndex(isImport) + 1;
  const last = list.length - 1;
  return list[last]?.key === 'mod tests' ? last : list.length;
}

function isImport({ key }: RustItem): boolean {
  return /^(?:pub(?:\([^)]*\))? )?use /.test(key);
}

function without(items: readonly RustItem[], names: readonly string[]): RustItem[] {
  return items
    .filter(({ name }) => name === '' || !names.includes(name))
    .map((item) => {
      if (item.members === undefined) return item;
      const members = without(item.members, names);
      const isSame =
        members.length === item.members.length &&
        members.every((member, index) => member === item.members?.[index]);
      return isSame ? item : withMembers(item, members);
    });
}
