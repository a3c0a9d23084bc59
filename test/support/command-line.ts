import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** Unless the environment names another one. */
const CACHE = mkdtempSync(join(tmpdir(), 'rustward-test-cache-'));
process.on('exit', () => rmSync(CACHE, { recursive: true, force: true }));

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real command line in a process of its own. */
export function rustward(
  args: readonly string[],
  folder: string = process.cwd(),
  env: Readonly<Record<string, string | undefined>> = process.env,
): CliResult {
  const node = ['--disable-warning=ExperimentalWarning', CLI, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, {
    cwd: folder,
    // What a test finds out is no business of the next one, nor of whoever runs the tests.
    env: { XDG_CACHE_HOME: CACHE, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}
