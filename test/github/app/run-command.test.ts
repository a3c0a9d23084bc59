import { describe, expect, test } from '@jest/globals';
import { callsOf } from '../../../src/github/api/retrying-calls.ts';
import {
  type CommandHandler,
  type CommandHandlers,
  runCommand,
} from '../../../src/github/app/run-command.ts';
import { TryLaterError } from '../../../src/jobs/queue/try-later-error.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';

const repository = { id: 1, owner: 'ada', name: 'demo' };
const command = { kind: 'abandon-review', installation: 2, repository, pull: 3 };
const run = { signal: new AbortController().signal, attempt: 1, last: false };
const place = { owner: 'ada', repo: 'demo', pull_number: 3 };
const limited = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4000000000' };

/** What comes of a command that reads a pull request, with the patience of the publisher or without. */
async function reading(patient: boolean, fault: { status: number; headers?: typeof limited }) {
  const github = await openedGitHub();
  const { rest } = client(github, github.addUser('ada'));
  github.fail({ operation: 'pulls/get', kind: 'refuse', times: 9, ...fault });
  const calls = callsOf(fakeClock(), run.signal);
  const handle: CommandHandler = async () => {
    if (patient) await calls.read((options) => rest.pulls.get({ ...place, ...options }));
    else await rest.pulls.get(place);
  };
  return await runCommand(everything(handle))(command, run).catch((thrown: unknown) => thrown);
}

describe.each([true, false])('with patience: %s', (patient) => {
  test.each([{ status: 502 }, { status: 403, headers: limited }])(
    '$status comes back later',
    async (fault) => {
      expect(await reading(patient, fault)).toBeInstanceOf(TryLaterError);
    },
  );

  test('a refusal for good counts', async () => {
    const thrown = await reading(patient, { status: 403 });
    expect(thrown).toMatchObject({ status: 403 });
    expect(thrown).not.toBeInstanceOf(TryLaterError);
  });
});

function everything(handle: CommandHandler): CommandHandlers {
  return {
    ...{ 'review-pull-request': handle, 'abandon-review': handle, 'review-merge-group': handle },
    ...{ 'follow-instruction': handle, 'answer-question': handle, 'explain-check': handle },
    ...{ 'migrate-function': handle, 'migration-closed': handle, 'update-dashboard': handle },
    ...{ 'migrate-function': handle, 'look-at-repository': handle, 'update-dashboard': handle },
    ...{ 'migrate-scheduled': handle, 'judge-migration': handle, 'link-migration': handle },
    'exempt-from-gate': handle,
  };
}
