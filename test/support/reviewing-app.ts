import { generateKeyPairSync } from 'node:crypto';
import { openAppClients } from '../../src/github/api/app-clients.ts';
import { isolatedWorkerEnvironment } from '../../src/github/isolated-worker/environment.ts';
import { CHECK_NAME } from '../../src/github/publish/check-name.ts';
import { openChecksIn } from '../../src/github/review/open-checks.ts';
import { openReportStore } from '../../src/github/review/report-store.ts';
import type { ReviewDeps } from '../../src/github/review/review-commits.ts';
import { markerKey } from '../../src/github/text/marker.ts';
import { fakeClock } from '../fakes/fake-clock.ts';
import { memoryNotes } from '../fakes/memory-notes.ts';
import type { FileChanges } from '../in-memory-github/git/store.ts';
import { COMPILED } from './compiled.ts';
import { WORKER_COMMAND } from './once/program.ts';
import { client, openedGitHub } from './opened-github.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const PERMISSIONS = {
  ...{ checks: 'write', contents: 'write', issues: 'write', metadata: 'read' },
  ...{ pull_requests: 'write', security_events: 'write' },
};

const place = { owner: 'ada', repo: 'demo' };

/** A program that copies a line from its user without a limit, twice. */
export const DEFECT = `#include <stdio.h>
#include <string.h>
int main(void) {
    char line[4096];
    char name[8];
    if (gets(line) == NULL) return 1;
    strcpy(name, line);
    return puts(name) < 0;
}
`;

/**
 * An app that is installed on `ada/demo`, with what it takes to review there: real git, a real
 * reader, a clock that jumps when somebody waits. No server and no queue.
 */
export async function reviewingApp(files: FileChanges, given: Partial<ReviewDeps> = {}) {
  let passed = 0;
  const github = await openedGitHub({ now: () => Date.now() + passed });
  const ada = client(github, github.addUser('ada'));
  const { id } = await github.addRepository('ada/demo', { files });
  const appId = github.addApp('rustward', publicKey, PERMISSIONS);
  const installation = github.install(appId, ['ada/demo']);
  const repository = { id, owner: 'ada', name: 'demo' };
  const access = openAppClients({ appId, privateKey, apiUrl: github.url });
  const dataFolder = temporaryFolder();
  const deps: ReviewDeps = {
    ...{ access, dataFolder, serverUrl: github.url },
    identity: await access.identity(installation, repository),
    markerKey: markerKey(privateKey),
    clock: fakeClock(),
    reports: openReportStore(`${dataFolder}/shelf`, Date.now),
    workerEnv: isolatedWorkerEnvironment(
      { PATH: process.env['PATH'], HOME: dataFolder, ...COMPILED },
      [],
    ),
    workerCommand: WORKER_COMMAND,
    budgets: { max_minutes: 5 },
    openChecks: openChecksIn(memoryNotes()),
    ...given,
  };
  return {
    ...{ github, ada, installation, repository, deps },
    /** Lets time pass at GitHub. */
    pass(milliseconds: number): void {
      passed += milliseconds;
    },
    /** Opens a pull request from a branch, or from `owner:branch` of a fork. */
    async open(head: string, draft = false): Promise<number> {
      const made = await ada.rest.pulls.create({
        ...place,
        title: head,
        head,
        base: 'main',
        draft,
      });
      return made.data.number;
    },
    /** The newest check run of a commit, or of the head of a pull request. */
    async check(of: string | number) {
      const ref = typeof of === 'string' ? of : (await pull(of)).head.sha;
      const { data } = await ada.rest.checks.listForRef({ ...place, ref, filter: 'all' });
      const runs = data.check_runs.filter(({ name }) => name === CHECK_NAME);
      return runs.toSorted((one, other) => other.id - one.id)[0];
    },
    comments: async (pull_number: number) =>
      (await ada.rest.pulls.listReviewComments({ ...place, pull_number })).data,
    pull,
  };

  async function pull(pull_number: number) {
    return (await ada.rest.pulls.get({ ...place, pull_number })).data;
  }
}
