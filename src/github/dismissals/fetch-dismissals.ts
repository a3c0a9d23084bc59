import type { RepositoryClient } from '../api/repository-client.ts';
import { fetchOwnComments } from '../comments/own-comments.ts';
import { type Dismissal, parseDismissal } from './dismissal.ts';

/**
 * All that was decided by comment on a pull request, by when it was asked for. Only what the app
 * itself wrote and signed there counts.
 */
export async function fetchDismissalHistory(
  access: RepositoryClient,
  pull: number,
): Promise<Dismissal[]> {
  const decisions = (await fetchOwnComments(access, pull, true)).flatMap(({ marker }) => {
    const [, comment, , ...words] = marker.words;
    const record = marker.kind === 'triage' ? parseDismissal(words) : undefined;
    return record === undefined ? [] : [{ record, comment: Number(comment) }];
  });
  return decisions
    .toSorted(
      (one, other) =>
        Date.parse(one.record.at) - Date.parse(other.record.at) || one.comment - other.comment,
    )
    .map(({ record }) => record);
}

/** The newest decision on each finding of a pull request. */
export async function fetchDismissals(
  access: RepositoryClient,
  pull: number,
): Promise<Dismissal[]> {
  return newestDismissals(await fetchDismissalHistory(access, pull));
}

/** The last one of each finding, the newest last. */
export function newestDismissals(history: readonly Dismissal[]): Dismissal[] {
  const newest = new Map<string, Dismissal>();
  for (const record of history) {
    newest.delete(record.key);
    newest.set(record.key, record);
  }
  return [...newest.values()];
}
