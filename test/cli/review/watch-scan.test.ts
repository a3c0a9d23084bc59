import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { COMPILED, SHORT_LIVED } from '../../support/compiled.ts';
import { eventually } from '../../support/eventually.ts';
import { CLI } from '../../support/once/program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOUND = 'int twice(int x) { return x + x; }\n';
const FREED = `#include <stdlib.h>
int first(void) {
  int *list = malloc(4);
  if (list == NULL) return 0;
  *list = 1;
  free(list);
  return *list;
}
`;

/** Starts a watch of a folder, and waits until it has scanned it once. */
async function watching(folder: string, args: readonly string[] = [], path = '.') {
  const command = [...SHORT_LIVED, CLI, 'scan', path, '--watch', '--no-state', ...args];
  const env = { ...process.env, ...COMPILED, XDG_CACHE_HOME: temporaryFolder() };
  const child = spawn(process.execPath, command, {
    ...{ cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  const ended = once(child, 'close');
  const hears = (stream: 'stdout' | 'stderr', text: string) =>
    eventually(() => said[stream].includes(text) || Promise.reject(new Error(said.stderr)));
  await hears('stderr', 'Ctrl-C ends');
  return {
    said,
    hears,
    async end() {
      child.kill('SIGINT');
      const [status] = await ended;
      return status;
    },
  };
}

test('what comes and what goes is told, of folders that are made meanwhile too', async () => {
  const folder = temporaryFolder({ 'a.c': SOUND });
  const watch = await watching(folder, ['--report', 'json=report.json']);
  expect(watch.said.stdout).toContain('Everything was examined and nothing stood out.');
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  writeFileSync(join(folder, 'src/deep/b.c'), FREED);
  await watch.hears('stdout', '`*list` uses memory that has been freed');
  await watch.hears('stderr', '1 new, 0 gone; findings: 1 candidate in 2 files');
  // It moves: it is neither new nor gone.
  writeFileSync(join(folder, 'src/deep/b.c'), `/* more */\n${FREED}`);
  await watch.hears('stderr', 'b.c changed: 0 new, 0 gone; findings: 1 candidate');
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).verdict).toBe('findings');
  writeFileSync(join(folder, 'src/deep/b.c'), SOUND);
  await watch.hears('stdout', 'gone  src/deep/b.c:8  `*list` uses memory');
  await watch.hears('stderr', '0 new, 1 gone; clean: 0 candidates in 2 files');
  expect(await watch.end()).toBe(0);
});

test('the exit status is that of the last scan; what is settled counts at once', async () => {
  const folder = temporaryFolder({ 'a.c': FREED });
  const watch = await watching(folder, ['--format', 'gcc']);
  expect(watch.said.stderr).toContain('watching 1 folder');
  expect(watch.said.stdout).toMatch(/^a\.c:7:\d+: error: .*\[use_after_free\]\na\.c:3:\d+: note: /);
  mkdirSync(join(folder, '.github'));
  const settings = join(folder, '.github/rustward.yml');
  writeFileSync(settings, 'review: { severty: {} }\n');
  await watch.hears('stderr', 'did you mean "severity"?');
  writeFileSync(settings, 'review: { severity: { use_after_free: off } }\n');
  await watch.hears('stderr', '0 new, 1 gone; clean');
  rmSync(settings);
  await watch.hears('stderr', '1 new, 0 gone; findings');
  expect(watch.said.stdout.match(/use_after_free/g)).toHaveLength(2);
  expect(await watch.end()).toBe(1);
});

test('a file that is gone is said, and makes the exit status that of a wrong path', async () => {
  const folder = temporaryFolder({ 'a.c': SOUND });
  const watch = await watching(folder, [], 'a.c');
  rmSync(join(folder, 'a.c'));
  await watch.hears('stderr', 'rustward: a.c does not exist');
  expect(await watch.end()).toBe(2);
});
