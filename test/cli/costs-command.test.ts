import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { CostRecord } from '../../src/model/cost/cost-journal.ts';
import { modelServer } from '../fakes/model-server.ts';
import { reviewingModel } from '../fakes/reviewing-model.ts';
import { billedModel } from '../support/billed-model.ts';
import { rustward } from '../support/command-line.ts';
import { COMPILED } from '../support/compiled.ts';
import { commitAll, git } from '../support/git-repository.ts';
import { CLI } from '../support/once/program.ts';
import { readers } from '../support/readers.ts';
import { type ServedReview, servedReview } from '../support/served-review.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function journal(home: string): string {
  return join(home, '.local/share/rustward/costs.jsonl');
}

function costs(home: string, ...options: string[]) {
  return rustward(['costs', ...options], home, { PATH: process.env['PATH'], HOME: home });
}

function sums({ home }: ServedReview): CostRecord[] {
  return JSON.parse(costs(home, '--format', 'json').stdout);
}

const MONTH = /^\d{4}-\d{2}$/;

test('each run that billed something is added to its repository and month', async () => {
  const server = await billedModel({ isRisk: () => false });
  const root = temporaryFolder({ 'a.c': readers(1) });
  git(root, 'init', '--quiet');
  git(root, 'remote', 'add', 'origin', 'https://user:hunter22@git.example.org/team/a?token=x');
  commitAll(root);
  const review = servedReview(root, server);
  expect(costs(review.home).stdout).toBe('Nothing was billed yet.\n');
  await review.run('--no-cache');
  const bill = server.bills().get('all');
  const [first] = sums(review);
  expect(first).toMatchObject({
    month: expect.stringMatching(MONTH),
    repository: 'https://git.example.org/team/a',
    calls: bill?.calls,
    tokens_in: bill?.input,
    tokens_cached: bill?.cached,
    tokens_out: bill?.output,
    unpriced: 0,
  });
  expect(readFileSync(journal(review.home), 'utf8')).not.toContain('hunter22');
  // What an earlier run has found out costs nothing, and leaves no line.
  await review.run();
  expect(sums(review)).toEqual([first]);
  await review.run('--no-state', '--no-cache');
  expect(sums(review)[0]?.calls).toBe(server.bills().get('all')?.calls);
  expect(costs(review.home).stdout).toMatch(
    /^\d{4}-\d{2} {2}https:\/\/git\.example\.org\/team\/a {2}\d calls, [\d,]+ tokens in \([\d,]+ cached\), [\d,]+ out, \$0\.\d{4}\n$/,
  );
});

test('without a remote a repository is a hash of its path, and the name of its folder', async () => {
  const server = await billedModel({ isRisk: () => false });
  const root = temporaryFolder({ 'demo/a.c': readers(1) });
  const review = servedReview(join(root, 'demo'), server);
  const { stderr } = await review.run('--no-state', '--verbose');
  expect(sums(review)[0]?.repository).toMatch(/^folder:[0-9a-f]{16}$/);
  expect(sums(review)[0]?.folder_name).toBe('demo');
  expect(costs(review.home).stdout).toMatch(
    /^\d{4}-\d{2} {2}folder:[0-9a-f]{16} \(demo\) {2}\d calls?, /,
  );
  expect(readFileSync(journal(review.home), 'utf8')).not.toContain(root);
  expect(stderr).toMatch(/about a\.c\|\S+ \(\w+ at a\.c:\d+\): 1 call, /);
});

test('a month whose cap is reached asks nobody any more', async () => {
  const server = await billedModel({ isRisk: () => false });
  const review = servedReview(temporaryFolder({ 'a.c': readers(1) }), server);
  await review.run('--no-state', '--no-cache', '--max-month-cost', '0.5');
  const [spent] = sums(review);
  const asked = server.requests.length;
  const repeated = () => review.run('--no-state', '--no-cache', '--max-month-cost', '0.5');
  writeFileSync(journal(review.home), `${JSON.stringify({ ...spent, cost: 0.499 })}\n`);
  const { report } = await repeated();
  expect(server.requests).toHaveLength(asked);
  expect(report.candidates.map(({ examination }) => examination)).toEqual([
    {
      kind: 'unexamined',
      reason: expect.stringMatching(
        /^the cap of \$0\.5 a month leaves no room: \$0\.4990 are spent, .*; raise --max-month-cost$/,
      ),
    },
  ]);
  // Another month's money is not this one's.
  writeFileSync(journal(review.home), `${JSON.stringify({ ...spent, month: '2020-01' })}\n`);
  await repeated();
  expect(server.requests.length).toBeGreaterThan(asked);
});

test('a cap that nobody can check is refused', async () => {
  const server = await billedModel();
  const review = servedReview(temporaryFolder({ 'a.c': readers(1) }), server);
  mkdirSync(journal(review.home), { recursive: true });
  await expect(review.run('--no-state', '--max-month-cost', '1')).rejects.toThrow('ENOENT');
  expect(server.requests).toHaveLength(0);
  // Without a cap the review goes on, and says that its costs are not written down.
  const { stderr } = await review.run('--no-state');
  expect(stderr).toMatch(/warning: the costs of this run are not written down: cannot write/);
});

test('a run that is interrupted is written down, too', async () => {
  const answer = reviewingModel();
  const server = await modelServer(({ messages }, index) =>
    index === 0 ? { kind: 'answer', content: answer(messages) } : { kind: 'hang' },
  );
  const { root, home } = servedReview(temporaryFolder({ 'a.c': readers(1) }), server);
  const child = spawn(process.execPath, [CLI, 'review', root, '--no-state', '--no-cache'], {
    stdio: 'ignore',
    env: {
      ...{ PATH: process.env['PATH'], HOME: home, RUSTWARD_MODEL_CACHE: 'off' },
      ...{ RUSTWARD_MODEL_BASE_URL: server.baseUrl, RUSTWARD_MODEL_NAME: 'm' },
      ...COMPILED,
    },
  });
  await server.hanging();
  child.kill('SIGINT');
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGINT');
  const record: unknown = JSON.parse(readFileSync(journal(home), 'utf8'));
  expect(record).toMatchObject({ calls: 1, unpriced: 1 });
});

test('names in the journal cannot move the cursor', () => {
  const home = temporaryFolder();
  const record = {
    ...{ month: '2026-11', repository: 'folder:\u001b[2Jx\ny', calls: 1, unpriced: 1 },
    ...{ tokens_in: 1, tokens_cached: 0, tokens_out: 1, cost: 0 },
  };
  mkdirSync(dirname(journal(home)), { recursive: true });
  writeFileSync(journal(home), `${JSON.stringify(record)}\n{"torn`);
  const { stdout, stderr } = costs(home);
  expect(stdout).not.toContain('\u001b');
  expect(stdout.split('\n')).toHaveLength(2);
  expect(stdout).toContain('price unknown');
  expect(stderr).toMatch(/1 line of \S+ is no record/);
});
