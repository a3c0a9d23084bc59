import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import type { Git, GitFile } from './git.ts';
import { SOURCE_EXTENSIONS } from './source-files.ts';

/** How much is held in memory at a time. */
const BATCH_BYTES = 32 * 1024 * 1024;

/**
 * Writes the sources of a commit, and its `.gitignore` files, into a temporary
 * folder, calls `use` with it and removes it. Nothing of the repository runs:
 * contents come as git stores them, links and submodules are left out.
 * @param maxBytes larger files are left out; the scan would not read them either.
 */
export async function withCommit<Result>(
  git: Git,
  commit: string,
  maxBytes: number,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-'));
  try {
    const wanted = (await git.files(commit)).filter(
      (file) => isWanted(file.path) && file.bytes <= maxBytes,
    );
    for (const batch of batches(wanted)) {
      const contents = await git.contents(batch.map((file) => file.object));
      for (const [index, file] of batch.entries()) {
        const path = join(folder, file.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, contents[index] ?? '');
      }
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sources and ignore rules at a path that stays inside; git can store others. */
function isWanted(path: string): boolean {
  const parts = path.split('/');
  const inside = !parts.some((part) => part === '' || part === '.' || part === '..');
  const name = basename(path);
  return (
    inside && (name === '.gitignore' || SOURCE_EXTENSIONS.includes(extname(name).toLowerCase()))
  );
}

function* batches(files: readonly GitFile[]): Generator<GitFile[]> {
  let batch: GitFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && bytes + file.bytes > BATCH_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.bytes;
  }
  if (batch.length > 0) yield batch;
}
