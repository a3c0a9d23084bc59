import { describe, expect, test } from '@jest/globals';
import { loadJob } from '../../../action/runner/job.ts';
import { UsageError } from '../../../src/errors.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HEAD = 'a'.repeat(40);
const BASE = 'b'.repeat(40);
const DEMO = { id: 7, name: 'demo', owner: { login: 'ada' }, default_branch: 'trunk' };

/** The job of an event, with these variables of the runner besides those that always are there. */
function jobOf(event: unknown, variables: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder({ 'event.json': JSON.stringify(event) });
  return loadJob({
    ...{ GITHUB_WORKSPACE: '/work', GITHUB_EVENT_NAME: 'some_event', RUNNER_TEMP: '/temp' },
    GITHUB_EVENT_PATH: `${folder}/event.json`,
    ...variables,
  });
}

test('a runner that says no more than it must has defaults', () => {
  expect(jobOf({})).toEqual({
    ...{ workspace: '/work', temporaryFolder: '/temp', event: 'some_event', ref: '' },
    ...{ sha: undefined, apiUrl: 'https://api.github.com', serverUrl: 'https://github.com' },
    ...{ repository: undefined, defaultBranch: undefined, change: undefined },
  });
});

test('what the runner says is taken', () => {
  const job = jobOf(
    {},
    {
      ...{ GITHUB_REF: 'refs/heads/x', GITHUB_SHA: HEAD },
      ...{ GITHUB_API_URL: 'https://ghe.test/api/v3', GITHUB_SERVER_URL: 'https://ghe.test' },
      ...{ GITHUB_REPOSITORY: 'ada/demo', GITHUB_REPOSITORY_ID: '7' },
    },
  );
  expect(job).toMatchObject({
    ...{ ref: 'refs/heads/x', sha: HEAD, repository: { id: 7, owner: 'ada', name: 'demo' } },
    ...{ apiUrl: 'https://ghe.test/api/v3', serverUrl: 'https://ghe.test' },
  });
});

test('the repository is the one of the event, whatever the runner says', () => {
  const { repository, defaultBranch } = jobOf(
    { repository: DEMO },
    { GITHUB_REPOSITORY: 'eve/other', GITHUB_REPOSITORY_ID: '8' },
  );
  expect(repository).toEqual({ id: 7, owner: 'ada', name: 'demo' });
  expect(defaultBranch).toBe('trunk');
});

test('a repository that is not named as GitHub names them is none', () => {
  expect(jobOf({ repository: { ...DEMO, name: '../demo' } }).repository).toBeUndefined();
  const nameless = jobOf({}, { GITHUB_REPOSITORY: 'ada', GITHUB_REPOSITORY_ID: '7' });
  expect(nameless.repository).toBeUndefined();
});

describe('a change', () => {
  const pull = {
    ...{ number: 3, user: { login: 'ada' } },
    ...{ head: { sha: HEAD, repo: DEMO }, base: { sha: BASE, repo: DEMO } },
  };

  test('is the pull request, with its number, head and base', () => {
    expect(jobOf({ pull_request: pull }).change).toEqual({
      ...{ pull: 3, head: HEAD, base: BASE, isForeign: false },
    });
  });

  test('of an account that is gone is one of the repository where its branch is there', () => {
    expect(jobOf({ pull_request: { ...pull, user: null } }).change?.isForeign).toBe(false);
  });

  test('in the merge queue has no pull request, and secrets', () => {
    expect(jobOf({ merge_group: { base_sha: BASE, head_sha: HEAD } }).change).toEqual({
      ...{ pull: undefined, head: HEAD, base: BASE, isForeign: false },
    });
  });
});

test.each([
  ['no commit', { GITHUB_SHA: 'main' }, 'GITHUB_SHA'],
  ['no address', { GITHUB_API_URL: 'ghe' }, 'GITHUB_API_URL'],
  ['no folder', { GITHUB_WORKSPACE: '' }, 'GITHUB_WORKSPACE'],
  ['no event', { GITHUB_EVENT_NAME: '' }, 'GITHUB_EVENT_NAME'],
  ['no place for files', { RUNNER_TEMP: '' }, 'RUNNER_TEMP'],
])('a runner that names %s is refused by the variable', (_what, variables, name) => {
  expect(() => jobOf({}, variables)).toThrow(UsageError);
  expect(() => jobOf({}, variables)).toThrow(name);
});

test('an event that cannot be read, or is none, is refused', () => {
  expect(() => jobOf({}, { GITHUB_EVENT_PATH: '/gone.json' })).toThrow(/cannot read .*gone\.json/);
  expect(() => jobOf({ pull_request: 7 })).toThrow(/event is not as GitHub makes it.*pull_request/);
});
