import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { COMPILED } from '../support/compiled.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = new URL('../../', import.meta.url);

/** Prints each module of ours that is loaded. */
const PRINT_LOADED = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.startsWith(${JSON.stringify(new URL('src/', ROOT).href)})) console.log(url);
    return next(url, context);
  },
});`;

/** The files below `src` that a program loads before it has anything to do. */
function loaded(program: string, ...args: readonly string[]): string[] {
  const hooks = `${temporaryFolder({ 'hooks.mjs': PRINT_LOADED })}/hooks.mjs`;
  const path = new URL(`src/${program}`, ROOT).pathname;
  const node = ['--disable-warning=ExperimentalWarning', '--import', hooks, path, ...args];
  const { stdout } = spawnSync(process.execPath, node, {
    ...{ encoding: 'utf8', input: '', env: { ...process.env, ...COMPILED } },
  });
  const folder = new URL('src/', ROOT).href;
  const lines = stdout.split('\n').filter((line) => line.startsWith(folder));
  return lines.map((line) => line.slice(folder.length));
}

test('the command line loads no command, rule or engine before it knows what to do', () => {
  const files = loaded('cli.ts', '--version');
  expect(files).toContain('cli/program.ts');
  expect(files.length).toBeLessThan(64);
  const engines =
    /^(?:rules\/(?:c|cpp|change|rust)|code\/(?:c|clang|rust|syntax)|equivalence|jobs)\//;
  expect(files.filter((file) => engines.test(file))).toEqual([]);
});

test('the isolated worker loads no task before it has a request', () => {
  const files = loaded('isolated-worker.ts');
  expect(files).toContain('entry/isolated-worker/serve.ts');
  expect(files.length).toBeLessThan(64);
  expect(
    files.filter((file) => /^(?:equivalence\/run|migration|rules\/c|security\/scan)\//.test(file)),
  ).toEqual([]);
});
