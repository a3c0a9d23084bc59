import { ItemDigests } from '../../code/c/declarations/item-digests.ts';
import type { Standing } from './standing.ts';
import type { MappedSymbol } from './symbol-map.ts';

/** Something that a comparison ran, and that is another now. */
interface ChangedItem {
  readonly file: string;
  /** `*` for all of the file. */
  readonly name: string;
}

/** A function of the C as it is now. */
interface PresentFunction {
  readonly name: string;
  readonly file: string;
}

/**
 * Compares the C of migrated functions with that which their Rust was compared with, by C function as `c_qname` has it.
 * A migrated function that is in no file any more was taken out on purpose, and is no change.
 * @param present the functions that the last scan has found, and whether the C is as it was then
 * @param read a file of the C; undefined where there is none
 */
export function standingOfC(
  mapped: readonly MappedSymbol[],
  present: { readonly functions: readonly PresentFunction[]; readonly isNew: boolean },
  read: (file: string) => string | undefined,
): ReadonlyMap<string, Standing> {
  const digests = new ItemDigests(read);
  const migrated = new Set(mapped.map(({ c_file, c_name }) => `${c_file}:${c_name}`));
  const files = Map.groupBy(present.functions, ({ name }) => name);
  const isRetired = ({ file, name }: ChangedItem) =>
    migrated.has(`${file}:${name}`) &&
    digests.digest(file, name) === undefined &&
    (files.get(name) ?? []).every((one) => !present.isNew && one.file === file);
  return new Map(
    mapped.map((symbol) => {
      const changed = changesOf(symbol, digests).filter((one) => !isRetired(one));
      const { c_file: file, c_name: name } = symbol;
      // What only it used may have gone with it.
      const isGone = symbol.compared_c?.[file]?.[name] !== undefined && isRetired({ file, name });
      return [symbol.c_qname, standingBy(symbol, isGone ? [] : changed)];
    }),
  );
}

function changesOf({ compared_c: compared = {} }: MappedSymbol, digests: ItemDigests) {
  return Object.entries(compared).flatMap(([file, names]) =>
    Object.entries(names).flatMap(([name, digest]): ChangedItem[] =>
      digests.digest(file, name) === digest ? [] : [{ file, name }],
    ),
  );
}

function standingBy(
  { compared_c: compared, c_file: file, c_name: name }: MappedSymbol,
  changed: readonly ChangedItem[],
): Standing {
  if (compared === undefined) return { kind: 'not known' };
  const own = changed.find((one) => one.file === file && one.name === name);
  const [first] = own === undefined ? changed : [own];
  if (first === undefined) return { kind: 'same' };
  const what = first.name === '*' ? `something in ${first.file}` : `${first.name} in ${first.file}`;
  const uses = first === own ? '' : ', which it uses';
  const more = changed.length === 1 ? '' : `; ${changed.length - 1} more that it uses`;
  return {
    kind: 'changed',
    because: `the C has changed since it was compared: ${what}${uses}${more}`,
  };
}
