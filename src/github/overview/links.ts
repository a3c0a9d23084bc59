import type { PastReview } from '../../jobs/database/past-reviews.ts';
import type { ReadableRepository } from '../api/user-access.ts';
import { nameOf } from './rows.ts';

/** Pages of GitHub about a repository. @param serverUrl of GitHub's pages */
export function repositoryLinks(serverUrl: string, repository: ReadableRepository) {
  const page = `${serverUrl}/${nameOf(repository)}`;
  return { page, codeScanning: `${page}/security/code-scanning` };
}

/** Where the checks of a review are: in the pull request, or else at the commit. */
export function checksLink(
  serverUrl: string,
  repository: ReadableRepository,
  { pull, head }: PastReview,
): string {
  const page = `${serverUrl}/${nameOf(repository)}`;
  return pull === null ? `${page}/commit/${head}/checks` : `${page}/pull/${pull}/checks`;
}
