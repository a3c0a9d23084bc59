import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isSourcePath } from '../files/source-files.ts';
import type { CommitFiles, GitFile } from './repository.ts';

/** How much is held in memory at a time. */
const BATCH_BYTES = 32 * 1024 * 1024;

/**
 * Writes the sources of a commit, all of which git tracks whatever its `.gitignore` files say, into a temporary
 * folder, calls `use` with it and removes it. Nothing of the repository runs:
 * contents come as git stores them, links and submodules are left out.
 * @param select larger files than `maxBytes` are left out, as the scan would not read them either;
 *   `isWanted` names files to write besides
 */
export function withCommit<Result>(
  git: CommitFiles,
  commit: string,
  select: { readonly maxBytes: number; readonly isWanted?: (path: string) => boolean },
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const { maxBytes, isWanted = () => false } = select;
  const isSelected = ({ path, bytes }: GitFile) =>
    bytes <= maxBytes && (isSourcePath(path) || isWanted(path));
  return withFiles(git, commit, isSelected, use);
}

async function withFiles<Result>(
  git: CommitFiles,
  commit: string,
  isWanted: (file: GitFile) => boolean,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-'));
  try {
    const wanted = (await git.files(commit)).filter(
      (file) => staysInside(file.path) && isWanted(file),
    );
    for (const batch of batches(wanted)) {
      const contents = await git.contents(batch.map((file) => file.object));
      for (const [index, file] of batch.entries()) {
        const path = join(folder, file.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, contents[index] ?? '', { mode: file.executable ? 0o755 : 0o644 });
      }
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a path is below the folder, and in no folder of git's own; git can store others. */
function staysInside(path: string): boolean {
  return !path.split('/').some((part) => /^(|[.]|[.][.]|[.]git)$/i.test(part));
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
