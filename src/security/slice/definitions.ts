import { posix } from 'node:path';
import type { FileDefinition } from './file-definitions.ts';
import { namesDefinedInText } from './names-defined-in-text.ts';
import type { SourceIndex } from './source-index.ts';

/** A definition, and the file that it is in. */
export interface Definition extends FileDefinition {
  readonly file: string;
}

/**
 * Files that are parsed in any case: the file itself and the headers that are the nearest to it. Of further ones those
 * alone whose text seems to define a name that none of these does: a file may well include hundreds.
 */
const NEAR_FILES = 24;
const MAX_FILES = 500;

/**
 * Finds where names that a piece of code uses are defined: in its own file and in what that
 * includes, as far as it belongs to the project. Functions are not among them.
 * @returns in the order of files and lines
 */
export async function definitionsOf(
  names: ReadonlySet<string>,
  file: string,
  index: SourceIndex,
): Promise<Definition[]> {
  const found: Definition[] = [];
  const missing = new Set(names);
  for (const [at, reached] of reachedFiles(file, index).entries()) {
    if (at >= NEAR_FILES && !mayDefine(reached, missing, index)) continue;
    const own = await index.definitions(reached);
    const named = own.filter(
      (item) => item.names.some((name) => names.has(name)) && !isLocal(reached, item, index),
    );
    found.push(...named.map((item) => ({ file: reached, ...item })));
    for (const name of named.flatMap((item) => item.names)) missing.delete(name);
  }
  return found;
}

/** Whether it stands within a function: what it names there is another thing. Macros have no such bounds. */
function isLocal(file: string, { line }: FileDefinition, index: SourceIndex): boolean {
  const around = index.functionAt(file, line);
  if (around === undefined || around.line === line) return false;
  return !/^\s*#/.test(index.code(file)[line - 1] ?? '');
}

const inTexts = new WeakMap<SourceIndex, Map<string, ReadonlySet<string>>>();

/** Whether a text seems to define one of the names, which takes much less than to parse it. */
function mayDefine(file: string, names: ReadonlySet<string>, index: SourceIndex): boolean {
  if (names.size === 0) return false;
  const ofIndex = inTexts.get(index) ?? new Map<string, ReadonlySet<string>>();
  inTexts.set(index, ofIndex);
  const defined = ofIndex.get(file) ?? namesDefinedInText(index.code(file));
  ofIndex.set(file, defined);
  return !names.isDisjointFrom(defined);
}

/** The file itself, then the project's files that it includes, breadth first. */
function reachedFiles(file: string, index: SourceIndex): readonly string[] {
  const reached = new Set([file]);
  for (const from of reached) {
    for (const target of includedBy(from, index)) reached.add(target);
    if (reached.size >= MAX_FILES) break;
  }
  return [...reached].slice(0, MAX_FILES);
}

const known = new WeakMap<SourceIndex, Map<string, readonly string[]>>();

/** The project's files that a file includes, looked up once. */
function includedBy(file: string, index: SourceIndex): readonly string[] {
  const ofIndex = known.get(index) ?? new Map<string, readonly string[]>();
  known.set(index, ofIndex);
  const before = ofIndex.get(file);
  if (before !== undefined) return before;
  const targets = includesOf(index.lines(file)).flatMap(
    (named) => resolveInclude(file, named, index.files) ?? [],
  );
  ofIndex.set(file, targets);
  return targets;
}

function includesOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, named] = /^\s*#\s*include\s*["<]([^">]+)[">]/.exec(line) ?? [];
    return named === undefined ? [] : [named];
  });
}

/** Headers of C and POSIX: a file of that name in some other folder of the project is another one. */
const STANDARD =
  /^(?:assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|stdnoreturn|string|strings|tgmath|threads|time|uchar|wchar|wctype|unistd|fcntl|dirent|pthread|netdb|poll|pwd|grp|regex|sys\/\w+|netinet\/\w+|arpa\/\w+)\.h$/;

/**
 * The project's file that an include means: beside the including file, else the one whose path ends so and
 * that shares most folders with it.
 */
function resolveInclude(from: string, named: string, files: readonly string[]): string | undefined {
  const beside = posix.normalize(posix.join(posix.dirname(from), named));
  if (files.includes(beside)) return beside;
  if (STANDARD.test(named)) return undefined;
  const plain = named.replace(/^(?:\.{1,2}\/)+/, '');
  const all = files.filter((file) => file === plain || file.endsWith(`/${plain}`));
  return all.toSorted((a, b) => sharedFolders(from, b) - sharedFolders(from, a))[0];
}

/** How many folders two paths have in common, from the root. */
function sharedFolders(left: string, right: string): number {
  const [a, b] = [left.split('/').slice(0, -1), right.split('/').slice(0, -1)];
  const differs = a.findIndex((part, at) => part !== b[at]);
  return differs < 0 ? a.length : differs;
}
