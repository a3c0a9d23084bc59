import { afterEach, describe, expect, test } from '@jest/globals';
import { isolatedWorkerEnvironment } from '../../src/github/isolated-worker/environment.ts';
import { runInIsolatedWorker } from '../../src/github/isolated-worker/run-isolated-worker.ts';
import { loadAppManifest } from '../../src/github/registration/app-manifest.ts';
import { fetchCommits } from '../../src/workspace/git/fetch-commits.ts';
import { modelServer } from '../fakes/model-server.ts';
import { reviewingModel } from '../fakes/reviewing-model.ts';
import { appEnvironment, KEYS } from '../support/app-process.ts';
import { changedRepository } from '../support/changed-repository.ts';
import { rustward, startRustward } from '../support/command-line.ts';
import { forwardProxy } from '../support/forward-proxy.ts';
import { WORKER_COMMAND } from '../support/once/program.ts';
import { openedGitHub } from '../support/opened-github.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

afterEach(() => {
  delete process.env['http_proxy'];
});

const SOUND = 'int main(void) { return 0; }\n';
const DEFECT = `#include <string.h>
#include <stdio.h>
void copy(void) { char big[64]; char small[8]; gets(big); strcpy(small, big); puts(small); }
`;

const SHOWN = 'Basic YWRhOm9wZW4tc2VzYW1l';

function environment(more: Readonly<Record<string, string>>) {
  const home = temporaryFolder();
  return {
    ...{ PATH: process.env['PATH'] ?? '', HOME: home, RUSTWARD_MODEL_CACHE: 'off' },
    ...{ RUSTWARD_MODEL_BASE_URL: 'http://models.test/v1', RUSTWARD_MODEL_NAME: 'usual' },
    ...more,
  };
}

describe('where the environment names a proxy', () => {
  test('models are asked by way of it, with user and password, and these are shown to no person', async () => {
    const server = await modelServer([{ kind: 'answer', content: 'ready' }]);
    const proxy = await forwardProxy({ 'models.test:80': server.baseUrl });
    const env = environment({ HTTP_PROXY: proxy.address });
    const { status, stdout, stderr } = await startRustward(
      ['doctor', '--for', 'review', '--ask-model'],
      env,
    );
    // Beside the question, doctor asks a server of one's own how much it holds.
    expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT models.test:80']));
    expect(new Set(proxy.credentials)).toEqual(new Set([SHOWN]));
    expect(stdout).toMatch(/^ok +usual +answers \(/m);
    expect(stdout).toMatch(
      /^ok +proxy +http by way of http:\/\/127\.0\.0\.1:\d+; not for localhost,/m,
    );
    expect(`${stdout}${stderr}`).not.toContain('open-sesame');
    expect(status).toBe(0);
  });

  test('the isolated worker asks by way of it, too', async () => {
    const answer = reviewingModel();
    const server = await modelServer(({ messages }) => ({
      kind: 'answer',
      content: answer(messages),
    }));
    const proxy = await forwardProxy({ 'models.test:80': server.baseUrl });
    const { root, commit } = changedRepository({ 'a.c': SOUND }, { 'a.c': DEFECT });
    const { costs } = await runInIsolatedWorker(
      {
        ...{ task: 'review', root, base: commit, outputFolder: temporaryFolder() },
        ...{ stateFolder: temporaryFolder(), cacheFolder: temporaryFolder(), exclude: [] },
        ...{
          findingSettings: [],
          minConfidence: 0.4,
          gate: { failOn: 'high' },
          includeExisting: false,
          reproduce: false,
        },
        build: { define: [], undefine: [], include: [] },
        imports: [],
        memory: {
          ...{ kind: 'shared', repository: temporaryFolder(), learns: false },
          installation: temporaryFolder(),
        },
        ...{ maxMinutes: 1, suppressions: [], strangersChange: false, leftOut: [] },
      },
      {
        env: isolatedWorkerEnvironment(environment({ HTTP_PROXY: proxy.address }), []),
        signal: new AbortController().signal,
        command: WORKER_COMMAND,
      },
    );
    expect(costs.calls).toBeGreaterThan(0);
    expect(server.requests).toHaveLength(costs.calls);
    expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT models.test:80']));
  });

  test('GitHub is asked by way of it', async () => {
    const github = await openedGitHub();
    const { default_permissions: granted, default_events: events } = loadAppManifest();
    const id = github.addApp('ward', KEYS.publicKey, granted);
    github.setWebhook(id, { url: 'http://127.0.0.1:9', secret: 'unused', events: [...events] });
    const proxy = await forwardProxy({ 'github.test:80': github.url });
    const place = { APP_ID: `${id}`, GITHUB_API_URL: 'http://github.test' };
    const env = appEnvironment({ folder: temporaryFolder() }, place);
    const asked = await startRustward(['doctor'], { ...env, HTTP_PROXY: proxy.address });
    expect(asked.stdout).toMatch(/^ok +github /m);
    expect(proxy.asked).toContain('CONNECT github.test:80');
  });

  test('git fetches by way of it', async () => {
    const proxy = await forwardProxy();
    process.env['http_proxy'] = proxy.address;
    const url = 'http://github.test/ada/demo.git';
    const commits = { head: 'a'.repeat(40), base: 'b'.repeat(40) };
    await expect(fetchCommits(temporaryFolder(), { url }, commits)).rejects.toThrow('502');
    expect(proxy.asked[0]).toMatch(/^GET http:\/\/github\.test\/ada\/demo\.git\/info\/refs/);
  });

  test('what runs on this machine is not', async () => {
    const server = await modelServer([{ kind: 'answer', content: 'ready' }]);
    const proxy = await forwardProxy();
    const env = environment({
      ...{ HTTP_PROXY: proxy.address, RUSTWARD_MODEL_BASE_URL: server.baseUrl },
      NO_PROXY: 'elsewhere.test',
    });
    const { stdout } = await startRustward(['doctor', '--for', 'review', '--ask-model'], env);
    expect(stdout).toMatch(/^ok +usual +answers \(/m);
    expect(proxy.asked).toEqual([]);
  });

  test('what no name leads to is a model that cannot be reached', async () => {
    const proxy = await forwardProxy();
    const env = environment({
      ...{ HTTPS_PROXY: proxy.address, RUSTWARD_MODEL_BASE_URL: 'https://models.test/v1' },
    });
    const { status, stdout } = await startRustward(
      ['doctor', '--for', 'review', '--ask-model'],
      env,
    );
    expect(proxy.asked).toEqual(['CONNECT models.test:443']);
    expect(stdout).toMatch(/^failed +usual +no model answered: usual cannot be reached \(/m);
    expect(status).toBe(3);
  });
});

test('what is no proxy is refused in one line, but stops nothing that makes no connection', () => {
  const env = environment({ HTTPS_PROXY: 'socks5://ada:open-sesame@one.test' });
  const folder = temporaryFolder({ 'a.c': SOUND });
  const asked = rustward(['doctor'], folder, env);
  expect([asked.status, asked.stderr]).toEqual([
    ...[2, expect.stringMatching(/^rustward: HTTPS_PROXY is no address of a proxy; .*\n$/)],
  ]);
  expect(asked.stderr).not.toContain('open-sesame');
  expect(rustward(['scan', '.'], folder, env).status).toBe(0);
});
