import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { IncompleteError } from '../../errors.ts';
import { findSourceFiles, SOURCE_EXTENSIONS } from '../../workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { withCommit } from '../../workspace/git/extract-commit.ts';
import type { GitRepository } from '../../workspace/git/repository.ts';

/** What sources include, and what headers are made of when a project is configured. */
const EXTENSIONS = [
  ...SOURCE_EXTENSIONS,
  ...['.def', '.in', '.cmake', '.tbl', '.tab', '.pro', '.y', '.l', '.x', '.dat'],
];

const LIMITS = { files: 60_000, bytes: 512 * 1024 ** 2, fileBytes: 8 * 1024 ** 2 };

/** A copy of the sources of one side, in `src` of a folder that drivers are built in. */
export class SideTree {
  /** The folder for the sandbox. */
  readonly work: string;
  /** The files, relative to the root of the side. */
  readonly files: readonly string[];
  private readonly names: ReadonlySet<string>;
  private readonly texts = new Map<string, string>();

  private constructor(work: string) {
    this.work = work;
    this.files = listFiles(join(work, 'src')).map(({ path }) => path);
    this.names = new Set(this.files);
  }

  /**
   * Copies the sources of a work tree.
   * @throws IncompleteError when they are too many
   */
  static ofFolder(root: string): SideTree {
    const files = listFiles(root);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > LIMITS.bytes || files.length > LIMITS.files) {
      throw new IncompleteError(`the tree is too large to be copied: ${files.length} files`);
    }
    const work = mkdtempSync(join(tmpdir(), 'rustward-'));
    mkdirSync(join(work, 'src'));
    for (const { path } of files) {
      const target = join(work, 'src', path);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(root, path), target);
    }
    return new SideTree(work);
  }

  /** Writes the sources of a commit; nothing of the repository runs. */
  static async ofCommit(git: GitRepository, commit: string): Promise<SideTree> {
    const select = { maxBytes: LIMITS.fileBytes, isWanted: isOfBuild };
    return await withCommit(git, commit, select, (folder) => {
      const work = mkdtempSync(join(tmpdir(), 'rustward-'));
      renameSync(folder, join(work, 'src'));
      return Promise.resolve(new SideTree(work));
    });
  }

  has(file: string): boolean {
    return this.names.has(file);
  }

  /** The text of a file; empty where it cannot be read. */
  text(file: string): string {
    const known = this.texts.get(file);
    if (known !== undefined) return known;
    const source = readSourceText(join(this.work, 'src'), file, TEXT_LIMITS);
    const text = 'skip' in source ? '' : source.text;
    this.texts.set(file, text);
    return text;
  }

  remove(): void {
    rmSync(this.work, { recursive: true, force: true });
  }
}

function isOfBuild(path: string): boolean {
  return EXTENSIONS.includes(extname(path).toLowerCase());
}

function listFiles(root: string) {
  const options = {
    extensions: EXTENSIONS,
    gitignore: false,
    skippedFolders: ['.git', '.rustward', 'node_modules'],
  };
  const { files } = findSourceFiles(root, options);
  return files.filter(({ bytes }) => bytes <= LIMITS.fileBytes);
}
