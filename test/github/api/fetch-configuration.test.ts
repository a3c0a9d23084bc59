import { expect, test } from '@jest/globals';
import nock from 'nock';
import { fetchConfiguration } from '../../../src/github/api/fetch-configuration.ts';
import { interceptedGitHub } from './intercepted-github.ts';

test('a limit of what there is none of is refused with its line', async () => {
  const { requests, client } = interceptedGitHub();
  requests.get(/rustward[.]yml$/).reply(200, 'review:\n  fail_above:\n    medum: 3\n');
  const ofOwner = nock('https://api.github.com/repos/ada/.github')
    .get(/rustward[.]yml$/)
    .reply(404);
  await expect(fetchConfiguration(client)).rejects.toThrow(
    '.github/rustward.yml:3: review.fail_above: there is no rule medum; did you mean medium?',
  );
  ofOwner.done();
});
