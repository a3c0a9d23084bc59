import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../errors.ts';
import { isSourcePath, SOURCE_EXTENSIONS, scanRootOf } from '../../workspace/files/source-files.ts';

/** What stands for the standard input among paths. */
const STANDARD_INPUT = '-';

/** Where the files of a run are, and what leaves out all others. */
export interface NamedFiles {
  readonly path: string;
  readonly exclude: readonly string[];
  /** Where the files are at home, whose settings count. */
  readonly home: string;
  /** Removes what was made for the run. */
  close(): void;
}

/**
 * Makes one path of several files, and of the standard input: the folder that holds them, with all
 * others left out. What comes by the standard input has no folder, so that copies are examined there.
 * @param paths at least one; a folder only where it is alone
 * @param inputName what the file of the standard input is called in the report
 * @throws UsageError for a folder among several paths, and for names that are none of sources
 */
export function namedFiles(paths: readonly string[], inputName: string): NamedFiles {
  const [first = '.', ...more] = paths;
  const takesInput = paths.includes(STANDARD_INPUT);
  if (more.length === 0 && !takesInput) {
    return { path: first, exclude: [], home: first, close: () => undefined };
  }
  const files = [...new Set(paths)].filter((path) => path !== STANDARD_INPUT).map(realFile);
  const root = files.length === 0 ? process.cwd() : commonFolder(files, process.cwd());
  const names = files.map((file) => relative(root, file).split(sep).join('/'));
  if (takesInput) return copiesWithInput(root, names, inputName);
  return { path: root, exclude: onlyThese(names), home: root, close: () => undefined };
}

function realFile(path: string): string {
  const { root, file } = scanRootOf(path);
  if (file === undefined) throw new UsageError(`${path} is a folder: name it alone, or only files`);
  if (!isSourcePath(file)) {
    const expected = SOURCE_EXTENSIONS.join(' ');
    throw new UsageError(`${path} is no source file; expected one of ${expected}`);
  }
  return join(root, file);
}

/** The folder that one is in, where all files are below it; else the nearest above all of them. */
function commonFolder(files: readonly string[], here: string): string {
  let folder = here;
  const holds = (file: string) => file.startsWith(folder === sep ? sep : folder + sep);
  while (!files.every(holds)) folder = dirname(folder);
  return folder;
}

function copiesWithInput(root: string, names: readonly string[], inputName: string): NamedFiles {
  const input = basename(inputName);
  if (input !== inputName || !isSourcePath(input)) {
    throw new UsageError(`--stdin-name ${inputName} is no name of a source file, such as input.c`);
  }
  if (names.includes(input)) {
    throw new UsageError(`${input} is a file, too: name the standard input with --stdin-name`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'rustward-input-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const name of names) {
      mkdirSync(dirname(resolve(folder, name)), { recursive: true });
      copyFileSync(resolve(root, name), resolve(folder, name));
    }
    writeFileSync(join(folder, input), readFileSync(0));
  } catch (thrown) {
    close();
    throw thrown;
  }
  return { path: folder, exclude: onlyThese([...names, input]), home: root, close };
}

/**
 * The lines of a `.gitignore` that leave out all but these files. A folder that is left out cannot be
 * taken in again by what is below it, so level by level: first all is left out, then a part taken in.
 */
function onlyThese(names: readonly string[]): string[] {
  const levels: { out: Set<string>; taken: Set<string> }[] = [];
  for (const name of names) {
    const parts = name.split('/').map((part) => part.replaceAll(/[\\*?[\]!# ]/g, '\\$&'));
    for (const [depth, part] of parts.entries()) {
      const above = ['', ...parts.slice(0, depth), ''].join('/');
      levels[depth] ??= { out: new Set(), taken: new Set() };
      levels[depth].out.add(`${above}*`);
      levels[depth].taken.add(`!${above}${part}`);
    }
  }
  return levels.flatMap(({ out, taken }) => [...out, ...taken]);
}
