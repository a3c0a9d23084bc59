import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import {
  descendants,
  isRunning,
  knownProcess,
} from '../../../src/workspace/process/process-tree.ts';

test('a process runs until it has ended, and one that never was does not', async () => {
  const child = spawn('/bin/sh', ['-c', 'read line'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const known = knownProcess(child.pid ?? 0);
  expect(isRunning(known)).toBe(true);
  child.stdin?.end();
  await once(child, 'exit');
  expect(isRunning(known)).toBe(false);
  expect(isRunning(knownProcess(child.pid ?? 0))).toBe(false);
});

test('a later process with the same number is another one', () => {
  const own = knownProcess(process.pid);
  expect(isRunning(own)).toBe(true);
  expect(isRunning({ pid: process.pid, startedAt: '1' })).toBe(false);
  expect(isRunning({ pid: process.pid, startedAt: undefined })).toBe(false);
});

test('what a process has started is found, with what that has started', async () => {
  const child = spawn('/bin/sh', ['-c', 'sh -c "echo; read line; :"; :'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const found = descendants(child.pid ?? 0);
  expect(found[0]).toBe(child.pid);
  expect(found).toHaveLength(2);
  child.stdin.end('\n');
  await once(child, 'exit');
});
