import { expect, test } from '@jest/globals';
import { openRepositoryClient, sealOn } from '../../../src/github/api/repository-client.ts';
import { type Dismissal, dismissalWords } from '../../../src/github/dismissals/dismissal.ts';
import {
  fetchDismissalHistory,
  fetchDismissals,
} from '../../../src/github/dismissals/fetch-dismissals.ts';
import { type Marker, printMarker } from '../../../src/github/text/marker.ts';
import { demo, instructed } from '../instructions/instructed.ts';

/** A pull request, and a way to have the app say there what bears such a marker. */
async function commented() {
  const { deps, repository, installation, pull, bot } = await instructed();
  const access = await openRepositoryClient(
    { repository, installation },
    { pull_requests: 'read' },
    deps,
  );
  const say = async (kind: Marker['kind'], comment: number, record: Dismissal) => {
    const words = ['issue', `${comment}`, '0', ...dismissalWords(record)];
    const body = `Said.\n\n${printMarker({ kind, words }, sealOn(access, pull))}`;
    await bot.rest.issues.createComment({ ...demo, issue_number: pull, body });
  };
  return { access, pull, say };
}

const RECORD: Dismissal = {
  ...{ key: '0123abcd', state: 'false-positive', rule: 'unsafe_api', file: 'src/a.c' },
  ...{ fingerprint: 'a1:1', reason: 'bounded', by: 'wanda', at: '2026-01-01T00:00:02Z' },
};

test('the words of a decision are one in a record alone, and in no other comment of ours', async () => {
  const { access, pull, say } = await commented();
  for (const kind of ['status', 'finding', 'review', 'returned'] as const) {
    await say(kind, 1, RECORD);
  }
  expect(await fetchDismissals(access, pull)).toEqual([]);
  await say('triage', 1, RECORD);
  expect(await fetchDismissals(access, pull)).toEqual([RECORD]);
});

test('decisions are told by when they were asked for, and in one second by the comments that asked', async () => {
  const { access, pull, say } = await commented();
  const earlier = { ...RECORD, at: '2026-01-01T00:00:01Z', reason: 'earlier' };
  const same = { ...RECORD, reason: 'same second' };
  const other = { ...RECORD, key: '4567cdef', at: '2026-01-01T00:00:00Z' };
  await say('triage', 12, RECORD);
  await say('triage', 9, same);
  await say('triage', 13, earlier);
  await say('triage', 14, other);
  expect(await fetchDismissalHistory(access, pull)).toEqual([other, earlier, same, RECORD]);
  expect(await fetchDismissals(access, pull)).toEqual([other, RECORD]);
});
