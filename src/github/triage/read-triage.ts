import type { Access } from '../instructions/access.ts';
import { ownComments } from '../instructions/own-comments.ts';
import { recordIn, type TriageRecord } from './triage-record.ts';

/**
 * All that was decided by comment on a pull request, by when it was asked for. Only what the app
 * itself wrote and signed there counts.
 */
export async function triageHistory(access: Access, pull: number): Promise<TriageRecord[]> {
  const decisions = (await ownComments(access, pull, true)).flatMap(({ marker }) => {
    const [, comment, , ...words] = marker.words;
    const record = marker.kind === 'triage' ? recordIn(words) : undefined;
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
export async function readTriage(access: Access, pull: number): Promise<TriageRecord[]> {
  return newestOf(await triageHistory(access, pull));
}

/** The last one of each finding. */
export function newestOf(history: readonly TriageRecord[]): TriageRecord[] {
  return [...new Map(history.map((record) => [record.key, record])).values()];
}
