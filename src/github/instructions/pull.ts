import type { Access } from './access.ts';

/** What instructions need to know of a pull request. */
export interface Pull {
  readonly number: number;
  /** The commit at its head. */
  readonly head: string;
  /** The branch that it is on. */
  readonly branch: string;
  /** Whether that branch is in the repository itself, and not in a fork. */
  readonly isOwnBranch: boolean;
  readonly isOpen: boolean;
}

/** A pull request as it is now. */
export async function pullOf(
  { github, calls, place, repository }: Access,
  number: number,
): Promise<Pull> {
  const { data } = await calls.read((options) =>
    github.rest.pulls.get({ ...place, ...options, pull_number: number }),
  );
  return {
    number,
    head: data.head.sha,
    branch: data.head.ref,
    // The head repository is missing once a fork has been deleted.
    isOwnBranch: data.head.repo?.id === repository.id,
    isOpen: data.state === 'open',
  };
}
