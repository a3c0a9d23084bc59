import { expect, test } from '@jest/globals';
import { repositoryClientOf } from '../../../../src/github/api/repository-client.ts';
import { fetchHeadChecks } from '../../../../src/github/migrate/checks/head-checks.ts';
import { client } from '../../../support/opened-github.ts';
import { demo, openedAccess } from '../opened-access.ts';

/** A commit, a way to say something of it as a job does, and what others say of it. */
async function opened() {
  const { github, ada, access, deps, command } = await openedAccess();
  const sha = await github.commit('ada/demo', 'topic', { 'b.c': 'int b;\n' });
  const job = client(
    github,
    github.actionsToken('ada/demo', { checks: 'write', statuses: 'write' }),
  );
  const owner = repositoryClientOf(ada, command.repository, deps);
  return {
    ...{ access, sha, ada },
    async check(
      name: string,
      status: 'queued' | 'in_progress' | 'completed',
      conclusion?: Conclusion,
    ) {
      const output = { title: 'a title', summary: 'a summary', text: 'a text' };
      const { data } = await job.rest.checks.create({
        ...{ ...demo, name, head_sha: sha, output, details_url: 'https://ci.test/1' },
        ...(conclusion === undefined ? { status } : { status, conclusion }),
      });
      return data.id;
    },
    said: (
      may: { readStatuses: boolean; readActions: boolean } = {
        readStatuses: true,
        readActions: false,
      },
    ) => fetchHeadChecks(owner, sha, may),
  };
}

type Conclusion =
  | 'success'
  | 'failure'
  | 'timed_out'
  | 'cancelled'
  | 'neutral'
  | 'skipped'
  | 'action_required';

test.each<[Conclusion, string]>([
  ['success', 'passed'],
  ['failure', 'failed'],
  ['timed_out', 'failed'],
  ['cancelled', 'cancelled'],
  ['action_required', 'pending'],
  ['neutral', 'skipped'],
  ['skipped', 'skipped'],
])('a check that ended as %s is %s', async (conclusion, state) => {
  const { check, said } = await opened();
  await check('build', 'completed', conclusion);
  expect(await said()).toMatchObject([{ name: 'build', state }]);
});

test('a check that has not ended is pending, and is told with its job, its texts and its address', async () => {
  const { check, said } = await opened();
  const job = await check('build', 'in_progress');
  expect(await said()).toEqual([
    {
      ...{ name: 'build', state: 'pending', job, url: expect.stringContaining('http') },
      said: 'a title\na summary\na text',
    },
  ]);
});

test('our own checks do not count', async () => {
  const { access, sha } = await opened();
  const own = { ...demo, name: 'Rustward migration', head_sha: sha, status: 'queued' } as const;
  await access.github.rest.checks.create(own);
  expect(await fetchHeadChecks(access, sha, { readStatuses: false, readActions: false })).toEqual(
    [],
  );
});

test.each(['success', 'failure', 'error', 'pending'] as const)(
  'a status that is %s counts where it may be read, and is not asked for where it may not',
  async (state) => {
    const { ada, access, sha, said } = await opened();
    const status = { ...demo, sha, state, context: 'lint', description: 'as said' };
    await ada.rest.repos.createCommitStatus({ ...status, target_url: 'https://ci.test/2' });
    const expected = { success: 'passed', failure: 'failed', error: 'failed', pending: 'pending' };
    expect(await said()).toEqual([
      {
        ...{ name: 'lint', state: expected[state], job: undefined },
        ...{ said: 'as said', url: 'https://ci.test/2' },
      },
    ]);
    const may = { readStatuses: false, readActions: false };
    expect(await said(may)).toEqual([]);
    // With a token that could not.
    expect(await fetchHeadChecks(access, sha, may)).toEqual([]);
  },
);
