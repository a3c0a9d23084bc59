import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  APP_MANIFEST,
  assetFile,
  ENGINE,
  grammarFiles,
  ISOLATED_WORKER,
  PACKAGE_FILE,
  promptFile,
  SCAN_THREAD,
} from '../../src/workspace/own-files.ts';

test.each([
  ['package.json', PACKAGE_FILE],
  ['app.yml', APP_MANIFEST],
  ['src/security/scan/scan-thread.ts', SCAN_THREAD],
  ['src/isolated-worker.ts', ISOLATED_WORKER[0]],
  ['src', ENGINE.sources],
  ['package-lock.json', ENGINE.lockFile],
  ['prompts/analyst.md', promptFile('analyst')],
  ['assets/rustfmt.toml', assetFile('rustfmt.toml')],
  ['tree-sitter-c.wasm', grammarFiles('tree-sitter-c').wasm],
  ['tree-sitter-c/src/node-types.json', grammarFiles('tree-sitter-c').nodeTypes],
])('%s is there', (path, place = '') => {
  expect(`${place}`.endsWith(`/${path}`)).toBe(true);
  expect(existsSync(place)).toBe(true);
});

test('nothing but the module starts the isolated worker', () => {
  expect(ISOLATED_WORKER).toHaveLength(1);
});
