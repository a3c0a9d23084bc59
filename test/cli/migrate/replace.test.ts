import { cpSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { withClang } from '../../support/clang.ts';
import { startRustward } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { PATH, HOME } = process.env;
const RECORDING = join(import.meta.dirname, '../../fixtures/recordings/library-judge/ranks');

function ranks(): string {
  const folder = realpathSync(temporaryFolder());
  cpSync(join(import.meta.dirname, '../../migration/fixtures/ranks'), folder, { recursive: true });
  return folder;
}

withClang('rustward migrate replace', () => {
  test('prints what was decided, and scans go by it', async () => {
    const project = ranks();
    const env = { PATH, HOME, RUSTWARD_REPLAY: RECORDING };
    const { status, stdout, stderr } = await startRustward(['migrate', 'replace', project], env);
    expect([status, stderr]).toEqual([0, expect.stringContaining('heap_sort is served by std')]);
    expect(stdout).toMatch(/^median {2}kept: no library serves it: /m);
    expect(stdout).toMatch(/^heap_sort {2}served by std: std::slice::sort_unstable$/m);
    expect(stdout).toContain('1 of 2 judged functions are served by a library\n');
    const scan = await startRustward(['migrate', 'scan', project], { PATH, HOME });
    expect(scan.stdout).toContain('not needed, since libraries serve what did: swap\n');
    expect(scan.stdout).toContain('3 steps in the order of translation');
  });

  test('replaces nothing without a model, and says so', async () => {
    const env = { PATH, HOME, RUSTWARD_MODEL_FILE: undefined };
    const { status, stderr } = await startRustward(['migrate', 'replace', ranks()], env);
    expect([status, stderr]).toEqual([
      3,
      expect.stringContaining('nothing is replaced by a library: '),
    ]);
  });
});

test('a stage that there is none of is refused in one line', async () => {
  const { status, stderr } = await startRustward(['migrate', 'run', '--until', 'port'], {
    PATH,
    HOME,
  });
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /'port' is invalid\. Allowed choices are scan, replace, prepare, transpile, optimize\.\n$/,
  );
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
