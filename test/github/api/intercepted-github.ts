import { afterAll, afterEach, expect } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import nock from 'nock';
import {
  type RepositoryClient,
  repositoryClientOf,
} from '../../../src/github/api/repository-client.ts';
import { type FakeClock, fakeClock } from '../../fakes/fake-clock.ts';

const URL = 'https://api.github.com';

/** The id of the app's bot, and of the repository `ada/demo`. */
export const BOT = 7;
const REPOSITORY = { id: 1, owner: 'ada', name: 'demo' };

afterEach(() => {
  const left = nock.pendingMocks();
  nock.cleanAll();
  nock.enableNetConnect();
  // A request that a test expects and nothing has made.
  expect(left).toEqual([]);
});

// nock changes the network of the whole process, where the tests of other files run next.
if (!nock.isActive()) nock.activate();
afterAll(() => nock.restore());

/** The id of a commit, a tree or a blob. */
export function sha(digit: string): string {
  return digit.repeat(40);
}

interface InterceptedGitHub {
  /** Requests below `/repos/ada/demo`; each is answered once, and no other one is let through. */
  readonly requests: nock.Scope;
  readonly client: RepositoryClient;
  readonly clock: FakeClock;
  readonly ending: AbortController;
}

/** The real client, whose requests nock answers as a test says, and a clock that waits for nothing. */
export function interceptedGitHub(clock = fakeClock()): InterceptedGitHub {
  nock.disableNetConnect();
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const github = new Octokit({ baseUrl: URL, auth: 'token', log });
  const ending = new AbortController();
  const client = repositoryClientOf(github, REPOSITORY, {
    ...{ identity: { app: 5, bot: BOT }, markerKey: new Uint8Array(32) },
    ...{ clock, signal: ending.signal },
  });
  return { requests: nock(`${URL}/repos/ada/demo`), client, clock, ending };
}
