import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { UsageError } from '../../errors.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { makeFolderBelow } from '../../workspace/files/open-folder.ts';
import { commitPaths } from '../../workspace/git/commit-paths.ts';
import { openRepository } from '../../workspace/git/repository.ts';
import { ARTIFACTS, loadArtifact, openArtifacts, writeArtifact } from './artifact-folder.ts';
import { fillCommit, type Progress, progressSchema, writeProgress } from './progress.ts';

const PENDING = 'pending.json';

const pendingSchema = z.object({
  /** The commit that it goes on top of. */
  base: z.string(),
  message: z.string(),
  /** What each file becomes, by its path below the project; null for one that goes. */
  files: z.record(z.string(), z.string().nullable()),
  /** What is known once it is committed; the new commit is empty in it. */
  progress: progressSchema,
});

type PendingCommit = z.infer<typeof pendingSchema>;

/**
 * Writes files below a project and commits them, and nothing else. It is first written down what is to
 * be done, so that a run that is killed at any moment can be finished by the next one.
 * @param progress what is known once it is committed: see `withCommit`
 */
export async function writeAndCommit(
  project: string,
  files: Readonly<Record<string, string | null>>,
  message: string,
  progress: Progress,
): Promise<Progress> {
  const base = (await (await openRepository(project)).head()) ?? '';
  openArtifacts(project);
  const pending = { base, message, files, progress };
  writeArtifact(project, PENDING, pending);
  return await applyPending(project, pending);
}

/**
 * Finishes what a run that was killed had begun to write.
 * @returns whether anything was begun
 * @throws UsageError when another program has changed a file of it in the meantime
 */
export async function finishPending(project: string): Promise<boolean> {
  const pending = loadArtifact(project, PENDING, pendingSchema);
  if (pending === undefined) return false;
  const git = await openRepository(project);
  const head = (await git.head()) ?? '';
  if (head !== pending.base && !(await isCommitted(project, pending))) {
    const where = `${ARTIFACTS}/${PENDING}`;
    throw new UsageError(
      `a run was ended while it wrote, and HEAD has moved since: look at ${where}, then remove it`,
    );
  }
  const { changed, untracked } = await git.uncommitted();
  for (const path of [...changed, ...untracked]) {
    const wanted = pending.files[path];
    if (wanted === undefined || textOf(project, path) === wanted) continue;
    throw new UsageError(
      `${path} was changed since a run was ended while it wrote; commit that, or undo it, and run again`,
    );
  }
  await applyPending(project, pending);
  return true;
}

async function applyPending(
  project: string,
  { files, message, progress }: PendingCommit,
): Promise<Progress> {
  for (const [path, text] of Object.entries(files)) {
    if (textOf(project, path) === text) continue;
    const place = join(makeFolderBelow(project, dirname(path)), basename(path));
    if (text === null) rmSync(place, { force: true });
    else writeFileAtomically(place, text);
  }
  const commit = await commitPaths(project, Object.keys(files), message);
  const known = fillCommit(progress, commit);
  writeProgress(project, known);
  rmSync(join(project, ARTIFACTS, PENDING));
  return known;
}

/** Whether the commit was made before the run was ended. */
async function isCommitted(project: string, { base, files }: PendingCommit): Promise<boolean> {
  const git = await openRepository(project);
  const parent = await git.commit('HEAD~1').catch(() => '');
  const isSame = Object.entries(files).every(([path, text]) => textOf(project, path) === text);
  const { changed, untracked } = await git.uncommitted();
  const isClean = [...changed, ...untracked].every((path) => files[path] === undefined);
  return parent === base && isSame && isClean;
}

/** Null where there is no file. */
function textOf(project: string, path: string): string | null {
  const place = join(project, path);
  if (!existsSync(place) || !lstatSync(place).isFile()) return null;
  return readFileSync(place, 'utf8');
}
