import {
  isItems,
  parseItems,
  printItems,
  type RustItem,
  withMembers,
} from '../../code/rust/items/item-list.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { type CrateFiles, sourcePaths, withFiles } from './crate-files.ts';

/**
 * A crate without some of its items; a block of which nothing is left goes as well.
 * @param keys each as the file and the path of the item: see `crateItems`
 */
export function withoutItems(
  parser: SourceParser,
  files: CrateFiles,
  keys: ReadonlySet<string>,
): CrateFiles {
  const changed: Record<string, string> = {};
  for (const file of sourcePaths(files)) {
    const list = parseItems(parser, files.get(file) ?? '');
    if (!isItems(list)) continue;
    const left = remaining(list.items, `${file} `, keys);
    if (left !== list.items) changed[file] = printItems({ ...list, items: left });
  }
  return withFiles(files, changed);
}

/** The same list where none of it goes. */
function remaining(
  items: readonly RustItem[],
  prefix: string,
  keys: ReadonlySet<string>,
): readonly RustItem[] {
  const left = items.flatMap((item): RustItem[] => {
    const key = `${prefix}${item.key}`;
    if (keys.has(key)) return [];
    if (item.members === undefined) return [item];
    const members = remaining(item.members, `${key} > `, keys);
    if (members === item.members) return [item];
    const isEmpty = members.every((one) => one.key.startsWith('use '));
    return isEmpty ? [] : [withMembers(item, members)];
  });
  const isSame = left.length === items.length && left.every((item, at) => item === items[at]);
  return isSame ? items : left;
}
