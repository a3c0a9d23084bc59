import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import { isProgramText } from './program-text.ts';

/**
 * The files of a Rust crate: texts by their paths below its folder, with `/`. A crate is changed by
 * making another one, so that every edit can be undone by keeping what was.
 */
export type CrateFiles = ReadonlyMap<string, string>;

const MANIFEST = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', '.gitignore'];

/** Reads the sources and manifests of a crate; empty for a folder that does not exist. Links are left out. */
export function loadCrate(folder: string): CrateFiles {
  const files = new Map<string, string>();
  for (const name of MANIFEST) {
    if (isFile(join(folder, name))) files.set(name, readFileSync(join(folder, name), 'utf8'));
  }
  for (const root of ['src', 'tests']) {
    for (const path of rustFiles(folder, root)) {
      files.set(path, readFileSync(join(folder, path), 'utf8'));
    }
  }
  return sorted(files);
}

/** Reads the Rust files below a folder, by their paths in it. Links are left out. */
export function loadRustFolder(folder: string): CrateFiles {
  const paths = rustFiles(folder, '.').map((path) => path.slice(2));
  return sorted(new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])));
}

/** Makes the files of a folder those of a crate: only what differs is written or removed. */
export function writeCrate(folder: string, files: CrateFiles): void {
  const present = loadCrate(folder);
  for (const [path, text] of files) {
    if (present.get(path) === text) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileAtomically(join(folder, path), text);
  }
  for (const path of present.keys()) if (!files.has(path)) rmSync(join(folder, path));
}

/** Whether two crates have the same files. */
export function isSameCrate(left: CrateFiles, right: CrateFiles): boolean {
  return left.size === right.size && [...left].every(([path, text]) => right.get(path) === text);
}

/** A crate with some files changed; undefined takes one away. */
export function withFiles(
  files: CrateFiles,
  changes: Readonly<Record<string, string | undefined>>,
): CrateFiles {
  const changed = new Map(files);
  for (const [path, text] of Object.entries(changes)) {
    if (text === undefined) changed.delete(path);
    else changed.set(path, text);
  }
  return sorted(changed);
}

/** The paths of the Rust files that are written by hand or by a model: programs that were generated are none. */
export function sourcePaths(files: CrateFiles): string[] {
  return [...files].flatMap(([path, text]) =>
    path.startsWith('src/') && path.endsWith('.rs') && !isProgramText(text) ? [path] : [],
  );
}

function sorted(files: ReadonlyMap<string, string>): CrateFiles {
  return new Map([...files].sort(([left], [right]) => byBytes(left, right)));
}

function rustFiles(folder: string, below: string): string[] {
  const entry = lstatSync(join(folder, below), { throwIfNoEntry: false });
  if (!entry?.isDirectory()) return [];
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((one) => {
    const path = `${below}/${one.name}`;
    if (one.isDirectory()) return rustFiles(folder, path);
    return one.isFile() && one.name.endsWith('.rs') ? [path] : [];
  });
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
