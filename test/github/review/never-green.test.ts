import { describe, expect, test } from '@jest/globals';
import { isolatedWorkerEnvironment } from '../../../src/github/isolated-worker/environment.ts';
import type { ReviewDeps } from '../../../src/github/review/review-commits.ts';
import { reviewPullRequest } from '../../../src/github/review/review-pull-request.ts';
import { openModelServer } from '../../fakes/open-model-server.ts';
import type { Reply } from '../../fakes/served-reply.ts';
import { COMPILED } from '../../support/compiled.ts';
import { DEFECT, reviewingApp } from '../../support/reviewing-app.ts';

const SOUND = 'int main(void) { return 0; }\n';

/** Findings alone fail nothing here: what is not green is so for another reason. */
const CONFIGURATION = 'review: { fail_on: none }\n';

/** The check of a change, reviewed once, for the last time. */
async function checkOf(
  change: Readonly<Record<string, string | Buffer>>,
  env: Readonly<Record<string, string>> = {},
  given: Partial<ReviewDeps> = {},
) {
  const app = await reviewingApp({ 'a.c': SOUND, '.github/rustward.yml': CONFIGURATION }, given);
  const { installation, repository, deps } = app;
  await app.github.commit('ada/demo', 'topic', change);
  const number = await app.open('topic');
  const { head } = await app.pull(number);
  const all = { PATH: process.env['PATH'], HOME: deps.dataFolder, ...COMPILED, ...env };
  const reason = 'opened';
  const ended = await reviewPullRequest(
    { kind: 'review-pull-request', installation, repository, pull: number, head: head.sha, reason },
    { signal: new AbortController().signal, last: true },
    { ...deps, workerEnv: isolatedWorkerEnvironment(all, []) },
  ).catch((thrown: unknown) => thrown);
  const check = await app.check(number);
  return {
    ended,
    conclusion: check?.conclusion,
    text: `${check?.output.title}\n${check?.output.summary}`,
  };
}

function modelEnv(baseUrl: string): Record<string, string> {
  return {
    ...{ RUSTWARD_MODEL_BASE_URL: baseUrl, RUSTWARD_MODEL_NAME: 'm', RUSTWARD_MODEL_KEY: 'k' },
    ...{ RUSTWARD_MODEL_CACHE: 'off', RUSTWARD_MODEL_TIMEOUT: '1' },
  };
}

describe('never green without looking', () => {
  test('green is what was examined: by the scan alone, and it says so', async () => {
    const { conclusion, text } = await checkOf({ 'a.c': DEFECT });
    expect(conclusion).toBe('success');
    expect(text).toContain('No model was asked');
  });

  test('a model that cannot be reached', async () => {
    const { conclusion, text } = await checkOf(
      { 'a.c': DEFECT },
      modelEnv('http://127.0.0.1:9/v1'),
    );
    expect(conclusion).toBe('action_required');
    expect(text).toMatch(/^Inconclusive/);
  });

  const garbled: readonly [string, Reply][] = [
    ['answers that make no sense', { kind: 'answer', content: 'I would rather not say.' }],
    ['answers of a page for people', { kind: 'html' }],
    ['a provider that refuses', { kind: 'status', status: 401, message: 'no such key' }],
  ];
  test.each(garbled)('%s', async (_name, reply) => {
    const server = await openModelServer(() => reply);
    try {
      const { conclusion, text } = await checkOf({ 'a.c': DEFECT }, modelEnv(server.baseUrl));
      expect(conclusion).toBe('action_required');
      expect(text).toMatch(/^Inconclusive/);
      expect(server.requests.length).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  });

  test('a budget that is reached', async () => {
    const server = await openModelServer(() => ({ kind: 'status', status: 500 }));
    try {
      const env = { ...modelEnv(server.baseUrl), RUSTWARD_MODEL_MAX_TOKENS: '10' };
      const { conclusion, text } = await checkOf({ 'a.c': DEFECT }, env);
      expect(conclusion).toBe('action_required');
      expect(text).toMatch(/^Inconclusive/);
    } finally {
      await server.close();
    }
  });

  test('a changed file that cannot be read as text, or not as a whole', async () => {
    const binary = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 97) % 256));
    const deep = `int deep(void) { return ${'('.repeat(50_000)}1${')'.repeat(50_000)}; }\n`;
    for (const change of [{ 'b.c': binary }, { 'b.c': deep }]) {
      const { conclusion, text } = await checkOf(change);
      expect(conclusion).toBe('action_required');
      expect(text).toContain('b.c');
    }
  });

  test('a model configuration that is wrong', async () => {
    const env = { RUSTWARD_MODEL_BASE_URL: 'http://127.0.0.1:9/v1', RUSTWARD_MODEL_NAMES: 'm' };
    const { conclusion, text, ended } = await checkOf({ 'a.c': DEFECT }, env);
    expect(ended).toBeInstanceOf(Error);
    expect(conclusion).toBe('action_required');
    expect(text).toContain('there is no variable RUSTWARD');
  });

  test('a repository that cannot be fetched', async () => {
    const { conclusion, ended } = await checkOf(
      { 'a.c': DEFECT },
      {},
      {
        serverUrl: 'http://127.0.0.1:9',
      },
    );
    expect(ended).toBeInstanceOf(Error);
    expect(conclusion).toBe('action_required');
  });

  test('a machine without a sandbox: what runs nothing works, and nothing else is claimed', async () => {
    const server = await openModelServer(() => ({ kind: 'status', status: 503 }));
    try {
      // git alone is there.
      const env = { ...modelEnv(server.baseUrl), PATH: '/usr/lib/git-core' };
      const { conclusion } = await checkOf({ 'a.c': DEFECT }, env);
      expect(conclusion).toBe('action_required');
    } finally {
      await server.close();
    }
    const { conclusion } = await checkOf({ 'a.c': DEFECT }, { PATH: '/usr/lib/git-core' });
    expect(conclusion).toBe('success');
  });
});
