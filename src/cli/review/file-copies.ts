import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { DATABASE_FILES } from '../../code/compile-commands/compile-database.ts';
import { UsageError } from '../../errors.ts';
import { leadsOutside } from '../../leads-outside.ts';
import {
  loadSuppressionFile,
  parseSuppressionFile,
  SUPPRESSION_FILE,
} from '../../security/selection/suppression-file.ts';
import { GIT_ATTRIBUTES } from '../../workspace/files/git-attributes.ts';
import { folderOfIgnoreFile, IGNORE_FILE } from '../../workspace/files/ignore-file.ts';
import { isSourcePath } from '../../workspace/files/source-files.ts';
import { openRepository } from '../../workspace/git/repository.ts';
import type { NamedFiles } from './named-files.ts';
import { headersOf } from './named-headers.ts';
import { projectOf } from './project-of.ts';

/**
 * The sources whose staged contents differ from the last commit, as a hook has to look at them: copies, since the
 * work tree may have others.
 * @throws UsageError outside of a git work tree
 */
export async function stagedFiles(): Promise<NamedFiles> {
  const here = process.cwd();
  const home = projectOf(here) ?? here;
  const git = await openRepository(here);
  // Git tells a hook where it is, from the folder on that the hook runs in.
  const index = process.env['GIT_INDEX_FILE'] || undefined;
  const indexFile = index === undefined ? undefined : resolve(here, index);
  const all = await git.staged(indexFile);
  const staged = all.filter(({ path }) => isSourcePath(path) && isInside(path));
  const contents = await git.contents(staged.map(({ object }) => object));
  const texts = staged.map(
    ({ path }, at) => [nameIn(home, here, path), contents[at] ?? ''] as const,
  );
  // What is settled in the work tree alone is none of the commit either.
  const atHome = await openRepository(home);
  const names = texts.map(([name]) => name);
  const read = async (file: string) =>
    (await atHome.stagedContents([file], indexFile)).get(file)?.toString('utf8');
  const ignoreFiles = async () => {
    const found = await atHome.stagedContents(filesAbove(names, IGNORE_FILE), indexFile);
    return [...found].map(([path, text]) => ({
      folder: folderOfIgnoreFile(path) ?? '',
      text: text.toString('utf8'),
    }));
  };
  const settled = await atHome.stagedContents(
    [SUPPRESSION_FILE, ...filesAbove(names, GIT_ATTRIBUTES)],
    indexFile,
  );
  parseSuppressionFile(settled.get(SUPPRESSION_FILE)?.toString('utf8') ?? '[]');
  // No file was named, so that what is left out as usual is left out here as well.
  return {
    ...copies(home, new Map(texts), settled),
    settled: { read, ignoreFiles },
    hasFolders: true,
  };
}

/** Git can store other paths. */
function isInside(path: string): boolean {
  return !path.split('/').some((part) => /^(?:|[.]{1,2}|[.]git)$/i.test(part));
}

/** The name in a project of a file that is named from a folder of it on. */
function nameIn(root: string, folder: string, path: string): string {
  return relative(root, resolve(folder, path)).split(sep).join('/');
}

/**
 * The standard input as a file among others.
 * @param root the folder that files are named from
 * @param names of the others, below it
 * @param inputName what the standard input is called, from the folder `here` on
 * @throws UsageError for a name that is none of a source, or of one of the others
 */
export function copiesWithInput(
  root: string,
  names: readonly string[],
  inputName: string,
  here: string,
): NamedFiles {
  const given = normalize(inputName).split(sep).join('/');
  const input = nameIn(root, here, given);
  if (isAbsolute(inputName) || leadsOutside(given) || !isSourcePath(given)) {
    throw new UsageError(
      `--stdin-name ${inputName} is no name of a source file below here, such as src/input.c`,
    );
  }
  if (names.includes(input)) {
    throw new UsageError(`${input} is a file, too: name the standard input with --stdin-name`);
  }
  const texts = names.map((name) => [name, readFileSync(resolve(root, name))] as const);
  const read = readFileSync(0);
  // Its lines parse well enough to look like a source, of which most is missing.
  if (isPatch(read)) {
    throw new UsageError(
      "the standard input is a patch and no source; 'rustward review -' examines what it has changed, and " +
        "'rustward scan --staged' what is staged",
    );
  }
  const all = new Map([...texts, [input, read] as const]);
  return copies(root, all, settledAt(root, [...all.keys()]));
}

/** Whether a text begins as what git, diff and mail write of changes: none of it is C, C++ or Rust. */
function isPatch(text: Buffer): boolean {
  const head = text.subarray(0, 10_000).toString('latin1');
  return (
    /^(?:diff --git |From [0-9a-f]{40} |Index: )/.test(head) ||
    /^--- .*\r?\n\+\+\+ .*\r?\n@@ -/m.test(head)
  );
}

/** What lies in a project that settles something of some of its files, by path. */
function settledAt(home: string, names: readonly string[]): ReadonlyMap<string, string | Buffer> {
  const entries = loadSuppressionFile(home);
  const files = filesAbove(names, GIT_ATTRIBUTES).filter((name) => isFile(join(home, name)));
  return new Map<string, string | Buffer>([
    ...(entries.length > 0 ? [[SUPPRESSION_FILE, JSON.stringify(entries)] as const] : []),
    ...files.map((name) => [name, readFileSync(join(home, name))] as const),
  ]);
}

/** A folder with these files, by path, and with what is settled of them. */
function copies(
  home: string,
  texts: ReadonlyMap<string, string | Buffer>,
  settled: ReadonlyMap<string, string | Buffer>,
): NamedFiles {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-input-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  const write = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(resolve(folder, name)), { recursive: true });
    writeFileSync(resolve(folder, name), text);
  };
  try {
    for (const [name, text] of [...texts, ...settled]) write(name, text);
    // A list of commands is found to be of another folder by the files that it names.
    for (const name of DATABASE_FILES)
      if (isFile(join(home, name))) write(name, readFileSync(join(home, name)));
  } catch (thrown) {
    close();
    throw thrown;
  }
  return {
    ...{ path: folder, home, names: [...texts.keys()], hasFolders: false, close },
    given: [...texts.keys()].join(', '),
    withHeaders: (folders) => {
      const headers = headersOf(home, [...texts.keys()], texts, folders);
      // Also where nothing of them is needed: they are there.
      for (const each of folders) {
        const place = relative(home, resolve(home, each));
        if (isFolder(resolve(home, each)) && !leadsOutside(place))
          mkdirSync(resolve(folder, place), { recursive: true });
      }
      for (const name of headers) write(name, readFileSync(resolve(home, name)));
      return headers;
    },
  };
}

/** Where a file of that name would say something of files: beside them, and in the folders above. */
function filesAbove(names: readonly string[], settling: string): readonly string[] {
  const files = names.flatMap((name) => {
    const parts = name.split('/');
    return parts.map((_, depth) => [...parts.slice(0, depth), settling].join('/'));
  });
  return [...new Set(files)];
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
