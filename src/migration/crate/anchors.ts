import { isItems, itemList, type RustItem } from '../../code/rust/item-list.ts';
import type { SourceParser } from '../../code/source-parser.ts';
import { type CrateFiles, sourcePaths, withFiles } from './crate-files.ts';
import { snakeCase } from './module-plan.ts';

// Two branches that each carry a function over into one file must not get in each other's way. So the
// layout of a crate has a line for each C function and one for its tests: what a function brings goes
// below its own lines, and git finds lines that did not change between any two of them.

/** A function in the C: its name in the crate's records, as `definitionsOf` gives it. */
export interface Anchored {
  readonly name: string;
  /** Relative to the project's folder. */
  readonly file: string;
}

const CODE = '// C:';
const TESTS = '// Tests of C:';

/** Adds the lines of functions to the files that they belong to, as far as these have none yet. */
export function withAnchors(
  files: CrateFiles,
  functions: readonly Anchored[],
  places: ReadonlyMap<string, string>,
): CrateFiles {
  const groups = Map.groupBy(functions, ({ name }) => places.get(name) ?? '');
  const changes = [...groups].flatMap(([path, own]) => {
    const text = files.get(path);
    if (text === undefined) return [];
    const lines = new Set(text.split('\n'));
    const missing = own.filter((one) => !lines.has(line(CODE, one)));
    const code = missing.map((one) => line(CODE, one));
    const tests = missing.map((one) => line(TESTS, one));
    const parts = [text.trimEnd(), ...code, ...tests].filter((part) => part !== '');
    return [[path, `${parts.join('\n\n')}\n`] as const];
  });
  return withFiles(files, Object.fromEntries(changes));
}

/** The file that the layout gives each C function, by the lines in it. */
export function anchoredPlaces(files: CrateFiles): Map<string, string> {
  return new Map(
    sourcePaths(files).flatMap((path) =>
      [...(files.get(path) ?? '').matchAll(/^\/\/ C: (\S+), .+$/gm)].flatMap(([, name]) =>
        name === undefined ? [] : [[name, path] as const],
      ),
    ),
  );
}

/**
 * Moves what a step added to files of a crate below the lines of its first function. Where a file has
 * none of these lines, or what was there has changed as well, it stays as it is.
 */
export function atAnchors(
  parser: SourceParser,
  before: CrateFiles,
  after: CrateFiles,
  functions: readonly Anchored[],
): CrateFiles {
  const changes = sourcePaths(after).flatMap((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    if (old === undefined || now === undefined || old === now) return [];
    const moved = movedText(parser, old, now, functions);
    return moved === undefined ? [] : [[path, moved] as const];
  });
  return withFiles(after, Object.fromEntries(changes));
}

/** What stands below the lines of a function: its code, and its tests as those of the file. */
export interface Section {
  readonly file: string;
  readonly code: string;
  readonly tests: string;
}

/** What a crate has below the lines of a function; undefined where it has none of these lines. */
export function sectionOf(files: CrateFiles, one: Anchored): Section | undefined {
  for (const file of sourcePaths(files)) {
    const lines = (files.get(file) ?? '').split('\n');
    if (!lines.includes(line(CODE, one))) continue;
    const tests = belowLine(lines, line(TESTS, one)).replace(/\bmod \w+_tests\b/, 'mod tests');
    return { file, code: belowLine(lines, line(CODE, one)), tests };
  }
  return undefined;
}

/** The text from a line of ours to the next one. */
function belowLine(lines: readonly string[], anchor: string): string {
  const from = lines.indexOf(anchor) + 1;
  if (from === 0) return '';
  const isOurs = (text: string) => text.startsWith(CODE) || text.startsWith(TESTS);
  const length = lines.slice(from).findIndex(isOurs);
  return lines
    .slice(from, length < 0 ? lines.length : from + length)
    .join('\n')
    .trim();
}

function movedText(
  parser: SourceParser,
  old: string,
  now: string,
  functions: readonly Anchored[],
): string | undefined {
  const own = functions.find((one) => old.split('\n').includes(line(CODE, one)));
  const [before, after] = [itemList(parser, old), itemList(parser, now)];
  if (own === undefined || !isItems(before) || !isItems(after)) return undefined;
  if (before.header !== after.header) return undefined;
  const known = new Map(before.items.map((item) => [item.key, bare(item.text)]));
  const added = after.items.filter(({ key }) => !known.has(key));
  const isKept =
    after.items.length === added.length + before.items.length &&
    after.items.every(({ key, text }) => (known.get(key) ?? bare(text)) === bare(text));
  if (!isKept || added.length === 0) return undefined;
  const tests = added.filter(({ key }) => key === 'mod tests');
  const code = added
    .filter(({ key }) => key !== 'mod tests')
    .toSorted((left, right) => byImport(left) - byImport(right));
  const withCode = below(
    old,
    line(CODE, own),
    code.map(({ text }) => bare(text)),
  );
  return below(
    withCode,
    line(TESTS, own),
    tests.map((item) => renamed(item, own)),
  );
}

function below(text: string, anchor: string, added: readonly string[]): string {
  if (added.length === 0) return text;
  return text
    .split('\n')
    .flatMap((one) => (one === anchor ? [one, '', ...added.join('\n\n').split('\n')] : [one]))
    .join('\n');
}

/** Imports stand first. */
function byImport({ key }: RustItem): number {
  return /^(?:pub(?:\([^)]*\))? )?use /.test(key) ? 0 : 1;
}

/** The tests of a file as those of one function: those of others have a module of their own. */
function renamed({ text }: RustItem, { name }: Anchored): string {
  const module = `${snakeCase(name.replace(/^.*:/, '')) || 'c'}_tests`;
  return bare(text).replace(/\bmod tests\b/, `mod ${module}`);
}

/** An item without the lines of functions that stand above it. */
function bare(text: string): string {
  return text
    .split('\n')
    .filter((one) => !one.startsWith(CODE) && !one.startsWith(TESTS))
    .join('\n')
    .trim();
}

function line(kind: string, { name, file }: Anchored): string {
  return `${kind} ${name}, ${file.replaceAll(/\s/g, ' ')}`;
}
