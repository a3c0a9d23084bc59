import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { plainFrame } from './plain-frame.ts';

const ROOT = join(import.meta.dirname, '../..');

test('two test files of a worker share src, and nothing else', () => {
  const config = {
    rootDir: join(import.meta.dirname, 'fixtures/one-world'),
    testEnvironment: join(import.meta.dirname, 'test-environment.ts'),
    runtime: join(import.meta.dirname, 'test-runtime.ts'),
    transform: {},
    injectGlobals: false,
  };
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [jest, '--runInBand', '--no-cache', '--config', JSON.stringify(config)],
    { encoding: 'utf8' },
  );
  expect(stderr).toContain('Tests:       6 passed, 6 total');
  expect(`${stdout}${stderr}`).toContain('file 1 of this world');
  expect(`${stdout}${stderr}`).toContain('file 2 of this world');
  expect(status).toBe(0);
});

test('a frame of a stack names its file as it is', () => {
  const url = 'file:///a%20b/test/x.ts?of=cli/y.test.ts';
  expect(plainFrame(`f (${url}:3:4)`)).toBe('f (/a b/test/x.ts:3:4)');
  expect(plainFrame('async file:///a/src/x.ts:5:6')).toBe('async /a/src/x.ts:5:6');
  expect(plainFrame('node:internal/timers:7:8')).toBe('node:internal/timers:7:8');
});
