import { createHash } from 'node:crypto';
import { copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { GENERATED_HEADERS } from '../../workspace/state/state-folder.ts';
import { NotComparable } from '../not-comparable.ts';
import { isPlainFile, readPlainFile, writeNewFile } from './plain-files.ts';

/** The folders of the builds and runs of checks, below one that is kept between them. */
export interface HarnessFolders {
  /** The tree in which C is built: `c` is a copy of the project. */
  readonly c: string;
  /** The tree in which Rust is built: `crate`, `driver`, `target`. */
  readonly rust: string;
  /** The tree in which the programs of C run. */
  readonly run: string;
  /** The tree in which the program of Rust runs: it sees nothing of C, neither answers nor programs. */
  readonly rustRun: string;
  /** The tree in which Rust runs once more, watched by a tool that tells undefined behaviour. */
  readonly rustChecked: string;
}

export function harnessFolders(cache: string): HarnessFolders {
  const folders = {
    c: join(cache, 'c'),
    rust: join(cache, 'rust'),
    run: join(cache, 'run'),
    rustRun: join(cache, 'run-rust'),
    rustChecked: join(cache, 'run-rust-checked'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  return folders;
}

/**
 * Writes a file of a tree in which programs of a repository were run, unless it already says that,
 * so that its time tells when it changed. Links that they made are not followed.
 * @param path relative to the tree
 */
export function writeIfChanged(tree: string, path: string, text: string): void {
  let folder = tree;
  for (const part of dirname(path).split('/')) {
    folder = join(folder, part);
    makePlainFolder(folder);
  }
  const file = join(tree, path);
  if (readPlainFile(file)?.equals(Buffer.from(text)) !== true) writeNewFile(file, text);
}

/** Makes sure that a path is a folder of its own, and no link to another. */
export function makePlainFolder(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry?.isDirectory() === true) return;
  rmSync(path, { force: true });
  mkdirSync(path);
}

/** Folders of a project that no copy of it has: what tools keep, and what is built anew. */
export const NOT_COPIED_FOLDERS = new Set(['.git', 'node_modules', 'target', '.rustward']);

/**
 * Whether a copy in which single files are compiled has a file or folder, where it has the one around it.
 * @param path relative to the project's folder, `/`-separated
 */
export function isCopiedToCompile(path: string): boolean {
  const isOnTheWay = isWithin(GENERATED_HEADERS, path) || isWithin(path, GENERATED_HEADERS);
  return isOnTheWay || !(isWithin('.rustward', path) || NOT_COPIED_FOLDERS.has(basename(path)));
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Makes a folder the same as another, for what is no longer than a source file may be; links are
 * left out.
 * @param text what a file of that path is to say instead; undefined for the bytes as they are
 * @returns a digest of all paths and contents.
 */
export function mirrorFolder(
  from: string,
  to: string,
  text: (path: string, bytes: Buffer) => string | undefined = () => undefined,
): string {
  const digest = createHash('sha256');
  const visit = (path: string) => {
    const source = join(from, path);
    const target = join(to, path);
    makePlainFolder(target);
    const kept = new Set<string>();
    for (const name of readdirSync(source).sort()) {
      const inner = path === '' ? name : `${path}/${name}`;
      if (!isCopiedToCompile(inner)) continue;
      const entry = lstatSync(join(source, name));
      if (entry.isDirectory()) visit(inner);
      else if (entry.isFile() && entry.size <= MAX_BYTES) {
        const bytes = readFileSync(join(source, name));
        const changed = text(inner, bytes);
        const wanted = changed === undefined ? bytes : Buffer.from(changed);
        const old = join(target, name);
        if (readPlainFile(old)?.equals(wanted) !== true) writeNewFile(old, wanted);
        digest.update(`${inner}\0${wanted.length}\0`).update(wanted);
      } else continue;
      kept.add(name);
    }
    for (const name of readdirSync(target)) {
      if (!kept.has(name)) rmSync(join(target, name), { recursive: true, force: true });
    }
  };
  visit('');
  return digest.digest('hex');
}

/** Puts a program that was built into the tree of runs. @throws NotComparable when it is none */
export function installProgram(program: string, folder: string, name: string): void {
  if (!isPlainFile(program)) throw new NotComparable(`the build left no program ${name}`);
  rmSync(join(folder, name), { recursive: true, force: true });
  copyFileSync(program, join(folder, name));
}
