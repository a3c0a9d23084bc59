import { cutText } from '../../agent/cut-text.ts';
import type { RustItem } from '../../code/rust/items/item-list.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { type CrateFiles, sourcePaths } from '../crate/crate-files.ts';
import { type CrateItem, crateItems, itemChanges } from '../crate/item-changes.ts';
import { isStub } from '../crate/unwritten.ts';

/** What of a crate is shown, and how much of it. */
interface CrateView {
  /** Files whose items come first. */
  readonly first: readonly string[];
  readonly maxChars: number;
  /** Whether the names are listed that the tests of these files have taken. */
  readonly hasTestNames?: boolean;
  /** Names of items that are needed: where the whole is too long, the other files show these alone. */
  readonly needed?: ReadonlySet<string>;
}

/**
 * A crate as its items appear to who writes another one: types and short constants in full, functions by
 * their signatures, without tests. Those that matter most come first, since the end may be cut.
 */
export function crateText(
  parser: SourceParser,
  files: CrateFiles,
  { first, maxChars, hasTestNames = false, needed = new Set() }: CrateView,
): string {
  const items = [...crateItems(parser, files).values()];
  const shown = items.filter(({ isTest, path }) => !isTest && !/^mod \w+$/.test(path));
  const groups = Map.groupBy(shown, ({ file }) => file);
  const rank = (file: string) => (first.includes(file) ? 0 : 1);
  const enums = enumNames(shown);
  const textOf = (one: CrateItem) => shortText(one, isMatchOfEnum(one, enums));
  const parts = (isShown: (item: CrateItem) => boolean) =>
    [...groups]
      .sort(([left], [right]) => rank(left) - rank(right))
      .map(([file, own]) => {
        const texts = own.filter(isShown).map(textOf);
        const missing = own.length - texts.length;
        const rest = missing === 0 ? [] : [`// ${missing} items that this does not seem to need`];
        const tests = hasTestNames && first.includes(file) ? testNames(items, file) : [];
        return [`// ${file}`, ...texts, ...tests, ...rest].join('\n');
      });
  const empty = sourcePaths(files).filter((file) => !groups.has(file) && file !== 'src/lib.rs');
  const named = empty.length > MAX_EMPTY ? empty.filter((file) => first.includes(file)) : empty;
  const others = empty.length - named.length;
  const notes = [
    ...named.map((file) => `// ${file}: ${docOf(files.get(file) ?? '')}`),
    ...(others === 0 ? [] : [`// ${others} other modules with nothing in them yet`]),
  ];
  const whole = [...parts(() => true), ...notes].join('\n\n');
  if (whole === '') return '(nothing yet)';
  if (whole.length <= maxChars || needed.size === 0) return cutText(whole, maxChars);
  const names = namesThatReach(needed, shown, textOf);
  const isNeeded = ({ file, item, path }: CrateItem) =>
    first.includes(file) || names.has(item.name) || names.has(ownerOf(path));
  return cutText([...parts(isNeeded), ...notes].join('\n\n'), maxChars);
}

/** More modules without items are counted, but for those of the step. */
const MAX_EMPTY = 40;

/** Names, and those of the types that stand in the items of these names, and so on. */
function namesThatReach(
  names: ReadonlySet<string>,
  items: readonly CrateItem[],
  textOf: (item: CrateItem) => string,
): ReadonlySet<string> {
  const byName = Map.groupBy(items, ({ item }) => item.name);
  const types = new Set(
    items.flatMap(({ item }) => (item.key.startsWith('type ') ? [item.name] : [])),
  );
  const reached = new Set(names);
  // A set goes on with what is added to it on the way.
  for (const name of reached)
    for (const one of byName.get(name) ?? [])
      for (const [word] of textOf(one).matchAll(/\b[A-Z]\w*/g))
        if (types.has(word)) reached.add(word);
  return reached;
}

/** The type of the block that an item stands in, such as `impl Shape > fn area`; empty where there is none. */
function ownerOf(path: string): string {
  const block = path.split(' > ').at(-2) ?? '';
  return /^impl\b.*?(\w+)(?:<.*)?$/.exec(block)?.[1] ?? '';
}

/** The helpers of the tests of a file, and the names that are taken in them. */
function testNames(items: readonly CrateItem[], file: string): string[] {
  const inTests = items.filter((one) => one.isTest && one.file === file && one.item.name !== '');
  const isHelper = ({ item: { body, attributes } }: CrateItem) =>
    body !== undefined && !attributes.some((one) => /\btest\b/.test(one));
  const [helpers, others] = [true, false].map((wanted) =>
    inTests.filter((one) => isHelper(one) === wanted),
  );
  const heads = (helpers ?? []).map(({ item }) => `${item.head};`);
  const names = (others ?? []).map(({ item }) => item.name);
  return [
    ...(heads.length === 0 ? [] : ['// Helpers in its `mod tests`:', ...heads]),
    ...(names.length === 0 ? [] : [`// Names in its \`mod tests\`: ${names.join(', ')}`]),
  ];
}

/** What a module without items is for, as its first line tells. */
function docOf(text: string): string {
  const doc = /^\/\/! ?(.*)$/m.exec(text)?.[1];
  return doc === undefined ? 'nothing in it yet' : `nothing in it yet; ${doc}`;
}

/** Longer functions are shown by their signatures, whatever they match on. */
const MAX_OF_MATCH = 1200;

function enumNames(items: readonly CrateItem[]): ReadonlySet<string> {
  const isEnum = ({ item }: CrateItem) =>
    item.key.startsWith('type ') && /\benum\s/.test(item.text);
  return new Set(items.filter(isEnum).map(({ item }) => item.name));
}

/** Whether it is a function of an enum that looks at each variant: who adds one has to add an arm to it. */
function isMatchOfEnum({ item, path }: CrateItem, enums: ReadonlySet<string>): boolean {
  const owner = ownerOf(path);
  const { body = '', text } = item;
  return enums.has(owner) && /\bmatch\b/.test(body) && text.length <= MAX_OF_MATCH;
}

/** @param isWhole whether its body is shown, too */
function shortText({ item, path }: CrateItem, isWhole: boolean): string {
  const block = path.split(' > ').slice(0, -1);
  const isShown = item.body === undefined || isWhole;
  const mark = unwrittenMark(item.body ?? '');
  const doc = docOfFunction(item, mark === '' ? MAX_DOC : MAX_DOC_OF_UNWRITTEN);
  const text = isShown ? withoutTable(item) : `${doc}${item.head};${mark}`;
  return block.length === 0 ? text : `${block.join(' > ')} { ${text} }`;
}

/** Of the documentation of a function, in characters; of one that is still to be written, more. */
const MAX_DOC = 240;
const MAX_DOC_OF_UNWRITTEN = 1200;

/** What a function is for: the first paragraph of its documentation, as far as there is room; of one to write all of it. */
function docOfFunction({ lead }: RustItem, room: number): string {
  const lines = lead.match(/^[ \t]*\/\/\/[^\n]*/gm)?.map((line) => line.trim()) ?? [];
  const empty = lines.indexOf('///');
  const first = room === MAX_DOC && empty >= 0 ? lines.slice(0, empty) : lines;
  const kept: string[] = [];
  for (const line of first) {
    if (kept.join('\n').length + line.length > room && kept.length > 0) break;
    kept.push(line);
  }
  return kept.map((line) => `${line}\n`).join('');
}

/** A longer constant is a table, whose values no caller needs to see. */
const MAX_CONSTANT = 400;

function withoutTable({ key, text }: RustItem): string {
  const value = text.indexOf(' = ');
  if (!key.startsWith('const ') || text.length <= MAX_CONSTANT || value < 0) return text;
  return `${text.slice(0, value)} = /* ${text.split('\n').length} lines, which are there */;`;
}

function unwrittenMark(body: string): string {
  return isStub(body) && body.includes('!') ? ' /* not written yet */' : '';
}

/**
 * What has changed between two crates: whole items, with `-` and `+` before their lines.
 * @param hasTests whether tests are shown, too
 */
export function changesText(
  parser: SourceParser,
  before: CrateFiles,
  after: CrateFiles,
  maxChars: number,
  hasTests = true,
): string {
  const itemsOf = (files: CrateFiles) =>
    new Map([...crateItems(parser, files)].filter(([, { isTest }]) => hasTests || !isTest));
  const { added, changed, removed } = itemChanges(itemsOf(before), itemsOf(after));
  const parts = [
    ...removed.map((one) => ({ ...one, lines: marked('-', one) })),
    ...changed.map(({ before: old, after: now }) => ({
      ...now,
      lines: `${marked('-', old)}\n${marked('+', now)}`,
    })),
    ...added.map((one) => ({ ...one, lines: marked('+', one) })),
  ];
  const files = Map.groupBy(parts, ({ file }) => file);
  const texts = [...files].map(([file, items]) => {
    const blocks = items.map(({ path, lines }) => {
      const block = path.split(' > ').slice(0, -1).join(' > ');
      return block === '' ? lines : `@@ ${block}\n${lines}`;
    });
    return `--- ${file}\n${blocks.join('\n')}`;
  });
  return texts.length === 0 ? '(nothing has changed)' : cutText(texts.join('\n\n'), maxChars);
}

function marked(sign: string, { item }: CrateItem): string {
  return item.text
    .split('\n')
    .map((line) => `${sign}${line}`)
    .join('\n');
}
