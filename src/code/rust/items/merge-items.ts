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
 * A file without the items of these names; a problem where there is none of a name.
 * @param names of functions, types, constants, modules: those of a block too, such as methods; or paths
 *   such as `inner::helper` and `Type::method`; or an import as it is written
 */
export function removeItems(
  parser: SourceParser,
  text: string,
  names: readonly string[],
): MergeResult {
  const present = parseItems(parser, text);
  if (!isItems(present)) return { problem: `the file itself is no Rust, at line ${present.line}` };
  let { items } = present;
  for (const name of names) {
    const left = without(
      items,
      /^(?:pub(?:\([^)]*\))? )?use\s/.test(name) ? [name] : name.split('::'),
    );
    if (left === items) return { problem: `there is no ${name} that could be removed` };
    items = left;
  }
  return { text: printItems({ ...present, items }) };
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

function isImport({ key }: Pick<RustItem, 'key'>): boolean {
  return /^(?:pub(?:\([^)]*\))? )?use /.test(key);
}

/**
 * The same list where none is of that name.
 * @param path its name, behind those of blocks around it
 * @param isInside whether the blocks were found: then it stands in this list itself
 */
function without(
  items: readonly RustItem[],
  path: readonly string[],
  isInside = false,
): readonly RustItem[] {
  const [first = '', ...rest] = path;
  let isChanged = false;
  const left = items.flatMap((item): RustItem[] => {
    if (rest.length === 0 && isCalled(item, first)) {
      isChanged = true;
      return [];
    }
    if (item.members === undefined || (isInside && rest.length === 0)) return [item];
    const isOuter = rest.length > 0 && isBlockOf(item, first);
    const members = without(item.members, isOuter ? rest : path, isOuter || isInside);
    if (members === item.members) return [item];
    isChanged = true;
    return [withMembers(item, members)];
  });
  return isChanged ? left : items;
}

/** By its name, an import by its text. */
function isCalled({ name, key }: RustItem, wanted: string): boolean {
  if (name !== '') return name === wanted;
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replace(/;$/, '');
  return isImport({ key }) && plain(key) === plain(wanted);
}

/** Whether a block is the module of that name, or an `impl` of that type. */
function isBlockOf(item: RustItem, wanted: string): boolean {
  const of = /^impl\b(?:\s*<[^>]*>)?\s*(?:[^{]*\bfor\s+)?(\w+)/.exec(item.key)?.[1];
  return isCalled(item, wanted) || of === wanted;
}
