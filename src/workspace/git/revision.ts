import { type GitRepository, openRepository } from './repository.ts';

/** The commit that a work tree is checked out from, and where it comes from. */
export interface Revision {
  readonly commit: string;
  readonly branch?: string;
  /** The address of `origin`, without credentials. */
  readonly repository?: string;
}

/** The revision of the sources in a folder; undefined outside of git, or before the first commit. */
export async function revisionOf(folder: string): Promise<Revision | undefined> {
  let git: GitRepository;
  try {
    git = await openRepository(folder);
  } catch {
    return undefined;
  }
  const [commit, branch, repository] = [await git.head(), await git.branch(), await git.remote()];
  if (commit === undefined) return undefined;
  return {
    commit,
    ...(branch === undefined ? {} : { branch }),
    ...(repository === undefined ? {} : { repository }),
  };
}
