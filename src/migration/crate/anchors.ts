import { isItems, parseItems, type RustItem } from '../../code/rust/items/item-list.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { type CrateFiles, sourcePaths, withFiles } from './crate-files.ts';
import { snakeCase } from './module-plan.ts';

// Two branches that each migrate a function into one file must merge without a conflict. So the
// layout of a crate has a line for each C function and one for its tests: what a function brings goes
// below its own lines, and git finds lines that did not change between any two of them.

/** A function in the C: its name in the crate's records, as `definitionsOf` gives it. */
export interface AnchoredFunction {
  readonly name: string;
  /** Relative to the project's folder. */
  readonly file: string;
}

const CODE = '// C:';
const TESTS = '// Tests of C:';

/** Adds the lines of functions to the files that they belong to, as far as these have none yet. */
export function withAnchors(
  files: CrateFiles,
  functions: readonly AnchoredFunction[],
  places: ReadonlyMap<string, string>,
): CrateFiles {
  const groups = Map.groupBy(functions, ({ name }) => places.get(name) ?? '');
  const changes = [...groups].flatMap(([path, own]) => {
    const text = files.get(path);
    if (text === undefined) return [];
    const lines = new Set(text.split('\n'));
    const missing = own.filter((one) => !lines.has(anchorLine(CODE, one)));
    const code = missing.map((one) => anchorLine(CODE, one));
    const tests = missing.map((one) => anchorLine(TESTS, one));
    const parts = [text.trimEnd(), ...code, ...tests].filter((part) => part !== '');
    return [[path, `${parts.join('\n\n')}\n`] as const];
  });
  return withFiles(files, Object.fromEntries(changes));
}

/** The file that the layout gives each C function, by the lines in it. */
export function anchoredFiles(files: CrateFiles): Map<string, string> {
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
export function movedToAnchors(
  parser: SourceParser,
  before: CrateFiles,
  after: CrateFiles,
  functions: readonly AnchoredFunction[],
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
export interface AnchorSection {
  readonly file: string;
  readonly code: string;
  readonly tests: string;
}

/** What a crate has below the lines of a function; undefined where it has none of these lines. */
export function sectionOf(files: CrateFiles, one: AnchoredFunction): AnchorSection | undefined {
  for (const file of sourcePaths(files)) {
    const lines = (files.get(file) ?? '').split('\n');
    if (!lines.includes(anchorLine(CODE, one))) continue;
    const tests = belowLine(lines, anchorLine(TESTS, one)).replace(
      /\bmod \w+_tests\b/,
      'mod tests',
    );
    return { file, code: belowLine(lines, anchorLine(CODE, one)), tests };
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
  functions: readonly AnchoredFunction[],
): string | undefined {
  const own = functions.find((one) => old.split('\n').includes(anchorLine(CODE, one)));
  const [before, after] = [parseItems(parser, old), parseItems(parser, now)];
  if (own === undefined || !isItems(before) || !isItems(after)) return undefined;
  if (before.header !== after.header) return undefined;
  const known = new Map(before.items.map((item) => [item.key, withoutAnchors(item.text)]));
  const added = after.items.filter(({ key }) => !known.has(key));
  const isKept =
    after.items.length === added.length + before.items.length &&
    after.items.every(
      ({ key, text }) => (known.get(key) ?? withoutAnchors(text)) === withoutAnchors(text),
    );
  if (!isKept || added.length === 0) return undefined;
  const tests = added.filter(({ key }) => key === 'mod tests');
  const code = added
    .filter(({ key }) => key !== 'mod tests')
    .toSorted((left, right) => byImport(left) - byImport(right));
  const withCode = insertBelow(
    old,
    anchorLine(CODE, own),
    code.map(({ text }) => withoutAnchors(text)),
  );
  return insertBelow(
    withCode,
    anchorLine(TESTS, own),
    tests.map((item) => renameTests(item, own)),
  );
}

function insertBelow(text: string, anchor: string, added: readonly string[]): string {
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
function renameTests({ text }: RustItem, { name }: AnchoredFunction): string {
  const module = `${snakeCase(name.replace(/^.*:/, '')) || 'c'}_tests`;
  return withoutAnchors(text).replace(/\bmod tests\b/, `mod ${module}`);
}

/** An item without the lines of functions that stand above it. */
function withoutAnchors(text: string): string {
  return text
    .split('\n')
    .filter((one) => !one.startsWith(CODE) && !one.startsWith(TESTS))
    .join('\n')
    .trim();
}

function anchorLine(kind: string, { name, file }: AnchoredFunction): string {
  return `${kind} ${name}, ${file.replaceAll(/\s/g, ' ')}`;
}
