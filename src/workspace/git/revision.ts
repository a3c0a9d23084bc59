import { type GitRepository, openRepository } from './repository.ts';

/** The commit that a work tree is checked out from, and where it comes from. */
export interface Revision {
  readonly commit: string;
  readonly branch?: string;
  /** The address of `origin`, without credentials. */
  readonly repository?: string;
  /** The folder from the top of the repository, where it is not the top itself. */
  readonly folder?: string;
  /** Whether a file, by its path from the folder, is not as in the commit, or not known to be. */
  readonly isModified: (file: string) => boolean;
}

/**
 * The revision of the sources in a folder; undefined outside of git, or before the first commit.
 * @param opened the repository that the folder is in, where it is open
 */
export async function revisionOf(
  folder: string,
  opened?: GitRepository,
): Promise<Revision | undefined> {
  const git = opened ?? (await openedAt(folder));
  if (git === undefined) return undefined;
  const commit = await git.head();
  if (commit === undefined) return undefined;
  const [branch, repository] = [await git.branch(), await git.remote()];
  const within = await git.prefix();
  return {
    commit,
    ...(branch === undefined ? {} : { branch }),
    ...(repository === undefined ? {} : { repository }),
    ...(within === '' ? {} : { folder: within }),
    isModified: await modifiedFiles(git),
  };
}

/** Undefined also where git cannot run: a scan does without it. */
async function openedAt(folder: string): Promise<GitRepository | undefined> {
  try {
    return await openRepository(folder);
  } catch {
    return undefined;
  }
}

async function modifiedFiles(git: GitRepository): Promise<Revision['isModified']> {
  try {
    const { changed, untracked } = await git.uncommitted();
    const modified = new Set([...changed, ...untracked]);
    return (file) => modified.has(file);
  } catch {
    // As in a clone without the objects of its commit.
    return () => true;
  }
}
