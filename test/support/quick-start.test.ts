import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { endQuickStart, quickStart } from './quick-start.ts';

const isHere = process.platform === 'linux' && process.arch === 'x64';

/** Starts programs with and without an environment and a folder of their own, and two that cannot start. */
const STARTER = `
const { execFileSync, spawnSync } = require('node:child_process');
const seen = [];
for (let at = 0; at < 3; at += 1) {
  process.env['NUMBER_' + at] = 'x'.repeat(1000 * at);
  seen.push(execFileSync('/usr/bin/env', { env: { ONE: '1' }, encoding: 'utf8' }));
  seen.push(execFileSync('sh', ['-c', 'echo $OWN; pwd'], { cwd: '/', encoding: 'utf8' }));
  seen.push(spawnSync('/no/such', { env: { ONE: '1' } }).error.code);
  seen.push(spawnSync('sh', { cwd: '/no/such', env: { ONE: '1' } }).error.code);
  seen.push(process.env.OWN + process.env['NUMBER_' + at].length);
}
console.log(JSON.stringify(seen));
`;

(isHere ? test : test.skip)('what is started quickly is started as ever', async () => {
  const preloaded = await quickStart();
  expect(preloaded).toHaveProperty('LD_PRELOAD');
  const env = { ...process.env, OWN: 'own', ...preloaded };
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', STARTER], {
    encoding: 'utf8',
    env,
  });
  expect(stderr).toBe('');
  const each = (at: number) => ['ONE=1\n', 'own\n/\n', 'ENOENT', 'ENOENT', `own${1000 * at}`];
  expect(JSON.parse(stdout)).toEqual([0, 1, 2].flatMap(each));
});

test('what a test starts has nothing preloaded', () => {
  expect(process.env['LD_PRELOAD'] ?? '').not.toContain('quick-start');
});

test('a process tells whether it starts others so', () => {
  process.env['LD_PRELOAD'] = '/somewhere/quick-start.so';
  expect([endQuickStart(), process.env['LD_PRELOAD']]).toEqual([true, undefined]);
  process.env['LD_PRELOAD'] = '/somewhere/else.so';
  expect([endQuickStart(), process.env['LD_PRELOAD']]).toEqual([false, '/somewhere/else.so']);
});
