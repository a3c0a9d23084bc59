import { expect, test } from '@jest/globals';
import { checkEvent } from '../../../action/migrate/check-event.ts';
import { UsageError } from '../../../src/errors.ts';

const JOB = {
  ...{ workspace: '/w', temporaryFolder: '/t', event: 'push', ref: 'refs/heads/main' },
  ...{ sha: 'a'.repeat(40), apiUrl: '', serverUrl: '', defaultBranch: 'main', change: undefined },
  repository: { id: 7, owner: 'ada', name: 'demo' },
};
const TRUNK = { repository: JOB.repository, base: JOB.sha, branch: 'main' };

test.each(['push', 'workflow_dispatch'])('%s to the default branch is migrated', (event) => {
  expect(checkEvent({ ...JOB, event })).toEqual(TRUNK);
});

test('so is a schedule, whose event names no branch', () => {
  expect(checkEvent({ ...JOB, event: 'schedule', defaultBranch: undefined })).toEqual(TRUNK);
});

test.each([
  ...['pull_request', 'pull_request_target', 'pull_request_review', 'issue_comment', 'issues'],
  ...['workflow_run', 'merge_group', 'check_run', 'create', 'fork', 'watch', ''],
])('the event %j is refused', (event) => {
  expect(() => checkEvent({ ...JOB, event })).toThrow(UsageError);
  expect(() => checkEvent({ ...JOB, event })).toThrow(`does not run on ${event}`);
});

test.each(['refs/heads/topic', 'refs/tags/main', 'refs/pull/1/merge', 'main', ''])(
  'a push to %j is refused',
  (ref) => {
    expect(() => checkEvent({ ...JOB, ref })).toThrow('on the default branch alone (main)');
  },
);

test('so is one whose default branch is unknown', () => {
  const job = { ...JOB, ref: 'refs/heads/undefined', defaultBranch: undefined };
  expect(() => checkEvent(job)).toThrow('the event names none');
});
