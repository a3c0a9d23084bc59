import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The folders of the builds and runs of checks, below one that is kept between them. */
export interface HarnessFolders {
  /** The tree in which C is built: `c` is a copy of the project. */
  readonly c: string;
  /** The tree in which Rust is built: `crate`, `driver`, `target`. */
  readonly rust: string;
  /** The tree in which both programs run. */
  readonly run: string;
}

export function harnessFolders(cache: string): HarnessFolders {
  const folders = { c: join(cache, 'c'), rust: join(cache, 'rust'), run: join(cache, 'run') };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  return folders;
}

/** Writes a file unless it already says that, so that its time tells when it changed. */
export function writeIfChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const LEFT_OUT = new Set(['.git', 'node_modules', 'target', '.rustward']);
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Makes a folder the same as another, for what is no longer than a source file may be; links are
 * left out.
 * @param text what a file of that path is to say instead; undefined for the bytes as they are
 * @returns a digest of all paths and contents.
 */
export function mirror(
  from: string,
  to: string,
  text: (path: string, bytes: Buffer) => string | undefined = () => undefined,
): string {
  const digest = createHash('sha256');
  const visit = (path: string) => {
    const source = join(from, path);
    const target = join(to, path);
    mkdirSync(target, { recursive: true });
    const names = readdirSync(source)
      .filter((name) => !LEFT_OUT.has(name))
      .sort();
    const kept = new Set<string>();
    for (const name of names) {
      const entry = lstatSync(join(source, name));
      const inner = path === '' ? name : `${path}/${name}`;
      if (entry.isDirectory()) visit(inner);
      else if (entry.isFile() && entry.size <= MOST_BYTES) {
        const bytes = readFileSync(join(source, name));
        const changed = text(inner, bytes);
        const wanted = changed === undefined ? bytes : Buffer.from(changed);
        const old = join(target, name);
        if (!existsSync(old) || !readFileSync(old).equals(wanted)) writeFileSync(old, wanted);
        digest.update(`${inner}\0${wanted.length}\0`).update(wanted);
      } else continue;
      kept.add(name);
    }
    for (const name of readdirSync(target)) {
      if (!kept.has(name)) rmSync(join(target, name), { recursive: true, force: true });
    }
  };
  visit('');
  return digest.digest('hex').slice(0, 24);
}

/** Puts a program into the tree of runs. */
export function install(program: string, folder: string, name: string): void {
  rmSync(join(folder, name), { force: true });
  copyFileSync(program, join(folder, name));
}
