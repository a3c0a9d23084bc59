import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { isSameName } from '../../equivalence/name-matching.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { type CrateItem, crateItems } from '../crate/item-changes.ts';
import type { CFunctionSource } from '../steps/step.ts';

const RAW_POINTER = /\*\s*(?:const|mut)\s+[\w:<>]+/;
/** Types whose values can be changed behind a shared reference. */
const CELLS = /\b(?:\w*Cell|Mutex|RwLock|Atomic\w+|OnceLock)\b/;

/**
 * What a given Rust interface makes impossible, one sentence each, as far as its text and that of the C tell:
 * raw pointers, a shared receiver for what is written, a result that is lost.
 * @param functions of the C
 */
export function interfaceProblems(
  parser: SourceParser,
  given: CrateFiles,
  functions: readonly CFunctionSource[],
): string[] {
  const items = [...crateItems(parser, given).values()].filter(({ isTest }) => !isTest);
  const pointers = items.flatMap(({ file, item }) => {
    const pointer = RAW_POINTER.exec(item.body === undefined ? item.text : item.head)?.[0];
    if (pointer === undefined) return [];
    return [
      `${file}: \`${item.head}\` has \`${pointer}\`: no safe Rust can follow a raw pointer, so what needs it cannot be migrated`,
    ];
  });
  const pairs = functions.flatMap((c) => {
    const rust = counterpart(c.name, items);
    return rust === undefined ? [] : [{ c, rust }];
  });
  const others = pairs.flatMap(({ c, rust }) => {
    const written = writesThroughFirst(c);
    const receiver = /\(\s*&\s*(?:'\w+\s+)?self\b/.test(rust.item.head);
    const type = ownerOf(rust);
    const shared =
      receiver && written !== undefined && !hasCell(type, items)
        ? [
            `${rust.file}: ${type}::${nameOf(rust)} takes \`&self\`, and ${c.name} writes \`${written}\`; the type has no cell, so nothing can be written`,
          ]
        : [];
    const lost = isResultLost(c, rust)
      ? [
          `${rust.file}: \`${rust.item.head}\` gives nothing back, and the result of \`${c.signature}\` is lost`,
        ]
      : [];
    return [...shared, ...lost];
  });
  return [...pointers, ...others];
}

/** The one function that is named like a C function, with or without the name of its type before it. */
function counterpart(c: string, items: readonly CrateItem[]): CrateItem | undefined {
  const functions = items.filter(({ item }) => item.key.startsWith('fn '));
  const same = functions.filter((one) => isSameName(c, nameOf(one)));
  const owned = functions.filter((one) => isSameName(c, `${ownerOf(one)}_${nameOf(one)}`));
  const [found, ...more] = owned.length > 0 ? owned : same;
  return more.length > 0 ? undefined : found;
}

function nameOf({ item }: CrateItem): string {
  return item.key.replace(/^fn /, '');
}

/** The type in whose `impl` a function stands; empty for none. */
function ownerOf({ path }: CrateItem): string {
  const block = path.split(' > ').at(-2) ?? '';
  return /^impl\b.*?(\w+)(?:<[^<>]*>)?$/.exec(block)?.[1] ?? '';
}

function hasCell(type: string, items: readonly CrateItem[]): boolean {
  const found = items.find(({ item }) => item.name === type && item.body === undefined);
  return found === undefined || CELLS.test(found.item.text);
}

/** What a C function writes behind its first parameter; undefined where nothing is seen. */
function writesThroughFirst({ signature, text }: CFunctionSource): string | undefined {
  const [, first = ''] = /\(([^,()]*)[,)]/.exec(signature) ?? [];
  const name = /\*\s*(\w+)\s*$/.exec(first)?.[1];
  if (name === undefined || /\bconst\b/.test(first)) return undefined;
  const place = `\\b${name}->[\\w.>[\\]-]*\\w\\]?`;
  const write = new RegExp(`(${place})\\s*(?:=(?!=)|(?:[-+*/%&|^]|<<|>>)=|\\+\\+|--)`);
  return write.exec(text)?.[1];
}

/** A number that the C returns, where Rust has no result and nothing that could be written to. */
function isResultLost({ returnsVoid, signature }: CFunctionSource, { item }: CrateItem): boolean {
  const isNumber = !/\*\s*\w+\s*\(/.test(signature);
  return !returnsVoid && isNumber && !/->/.test(item.head) && !/&\s*mut\b/.test(item.head);
}
