import type { RepositoryClient } from './repository-client.ts';

/** What instructions need to know of a pull request. */
export interface PullRequest {
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
export async function fetchPull(
  { github, calls, ownerRepo, repository }: RepositoryClient,
  number: number,
): Promise<PullRequest> {
  const { data } = await calls.read((options) =>
    github.rest.pulls.get({ ...ownerRepo, ...options, pull_number: number }),
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
