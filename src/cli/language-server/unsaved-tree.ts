import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { DATABASE_FILES } from '../../code/compile-commands/compile-database.ts';
import { SUPPRESSION_FILE } from '../../security/selection/suppression-file.ts';
import { findSourceFiles, isSourcePath } from '../../workspace/files/source-files.ts';

/** A larger folder would take longer to copy than to type on. */
const MAX_FILES = 10_000;

/** What else may be included by its path is small. */
const MAX_OTHER_BYTES = 1_000_000;

/**
 * A folder as an editor shows it, with the texts that are not saved yet: a copy beside it, which is kept, so that from
 * one time to the next only what has changed is copied. Hard links would do, but watchers of files take them for changes.
 */
export class UnsavedTree {
  private readonly folder: string;
  private root: string | undefined;
  /** What each file of the copy was made of: the file as it was, or a text. */
  private copied = new Map<string, string>();

  /** @param folder absolute, links resolved */
  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Brings the copy up to date.
   * @param texts by the absolute paths of the files
   * @returns its folder; undefined where no text lies below the folder, or where that has too many files
   */
  update(texts: ReadonlyMap<string, string>): string | undefined {
    const unsaved = new Map(
      [...texts]
        .filter(([path]) => path.startsWith(this.folder + sep))
        .map(([path, text]) => [relative(this.folder, path).split(sep).join('/'), text] as const),
    );
    if (unsaved.size === 0) return undefined;
    const found = findSourceFiles(this.folder, { extensions: 'any' }).files;
    if (found.length > MAX_FILES) return undefined;
    this.root ??= mkdtempSync(join(tmpdir(), 'rustward-unsaved-'));
    const wanted = found
      .filter(({ path, bytes }) => isSourcePath(path) || bytes <= MAX_OTHER_BYTES)
      .map(({ path }) => path);
    const before = this.copied;
    this.copied = new Map();
    for (const name of new Set([...wanted, ...DATABASE_FILES, SUPPRESSION_FILE]))
      if (!unsaved.has(name)) this.copy(name, before);
    for (const [name, text] of unsaved) {
      this.copied.set(name, 'text');
      writeFileSync(this.placeOf(name), text);
    }
    for (const name of before.keys())
      if (!this.copied.has(name)) rmSync(join(this.root, name), { force: true });
    return this.root;
  }

  /** Removes the copy. */
  close(): void {
    if (this.root !== undefined) rmSync(this.root, { recursive: true, force: true });
    this.root = undefined;
    this.copied.clear();
  }

  /** Only files: what a link leads to is no part of the folder. */
  private copy(name: string, before: ReadonlyMap<string, string>): void {
    const from = join(this.folder, name);
    const entry = lstatSync(from, { throwIfNoEntry: false });
    if (entry?.isFile() !== true) return;
    const state = stateOf(entry);
    this.copied.set(name, state);
    if (before.get(name) === state) return;
    copyFileSync(from, this.placeOf(name), constants.COPYFILE_FICLONE);
  }

  private placeOf(name: string): string {
    const place = join(this.root ?? '', name);
    mkdirSync(dirname(place), { recursive: true });
    return place;
  }
}

function stateOf({ mtimeMs, size, ino }: Stats): string {
  return `${mtimeMs} ${size} ${ino}`;
}
