import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

const RUN = join(import.meta.dirname, 'fuzz/run.ts');

async function fuzz(...args: readonly string[]) {
  const options = ['--disable-warning=ExperimentalWarning', RUN, '--seed', '7', ...args];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const said = text(child.stdout);
  const problems = text(child.stderr);
  return { said: await said, problems: await problems, status: await closed };
}

test('a small run of npm run test:fuzz tries some of each kind, and nothing fails', async () => {
  const counts = ['--files', '8', '--configurations', '6', '--sarifs', '6', '--webhooks', '8'];
  const { said, problems, status } = await fuzz(...counts);
  expect(problems).toBe('');
  expect(said.replaceAll(/, \d+ s; .*/g, '').split('\n')).toEqual([
    ...['seed 7', 'files: 8 tried, 0 failed', 'configurations: 6 tried, 0 failed'],
    ...['sarifs: 6 tried, 0 failed', 'webhooks: 8 tried, 0 failed', ''],
  ]);
  expect(status).toBe(0);
});

test('what cannot be meant is refused', async () => {
  const { problems, status } = await fuzz('--only', 'cats');
  expect(problems).toMatch(/^usage: npm run test:fuzz -- /);
  expect(status).toBe(2);
});
