import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  descendants,
  isRunning,
  knownProcess,
  treeUsage,
} from '../../../src/workspace/process/process-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a process runs until it has ended, and one that never was does not', async () => {
  const child = spawn('/bin/sh', ['-c', 'read line'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const known = knownProcess(child.pid ?? 0);
  expect(isRunning(known)).toBe(true);
  child.stdin?.end();
  await once(child, 'exit');
  expect(isRunning(known)).toBe(false);
  expect(isRunning(knownProcess(child.pid ?? 0))).toBe(false);
});

test('a process does not hide its memory behind its name', async () => {
  const folder = temporaryFolder({ 'VmRSS: 1 kB': '#!/bin/sh\necho it runs\nread line\n' });
  const program = join(folder, 'VmRSS: 1 kB');
  chmodSync(program, 0o755);
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const { processes, memoryBytes } = treeUsage(child.pid ?? 0);
  child.stdin.end();
  await once(child, 'exit');
  // A shell takes more.
  expect([processes, memoryBytes > 100 * 1024]).toEqual([1, true]);
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
