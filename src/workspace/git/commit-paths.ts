import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gitFailure, outputOrThrow, runGit } from './git-command.ts';
import type { GitSetting } from './git-environment.ts';
import { filterOverrides, openRepository } from './repository.ts';

/** Another git may hold the lock of the index: one of a run that was killed comes to its end first. */
const LOCK_TRIES = 50;
const LOCK_INTERVAL = 100;

/**
 * Commits some paths below a folder as they are in the work tree, and nothing else: what a person has
 * staged or changed beside them stays as it is. No hook runs, nothing is signed.
 * @param paths relative to the folder; those that git ignores are left out
 * @returns the commit that HEAD is then; the present one when nothing has changed
 * @throws UsageError when git refuses
 */
export async function commitPaths(
  folder: string,
  paths: readonly string[],
  message: string,
): Promise<string> {
  const settings: GitSetting[] = [
    ...(await filterOverrides(folder)),
    ['commit.gpgSign', 'false'],
    ...(await identity(folder)),
  ];
  const ignored = await runGit(folder, ['check-ignore', '--no-index', '--', ...paths]);
  const left = new Set(ignored.stdout.split('\n'));
  const index = await runGit(folder, ['ls-files', '-z', '--', ...paths.map(literal)]);
  const staged = new Set(index.stdout.split('\0'));
  const head = await runGit(folder, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', ...paths]);
  const committed = new Set(head.stdout.split('\0'));
  // Git refuses the name of what it does not know, and what is not there.
  const own = paths.filter((path) => !left.has(path));
  const known = own.filter((path) => staged.has(path) || existsSync(join(folder, path)));
  if (known.length > 0) {
    await runUnlocked(folder, ['add', '--all', '--', ...known.map(literal)], settings);
  }
  // What a run that was ended had staged as removed is in the last commit alone.
  const changed = own.filter((path) => known.includes(path) || committed.has(path)).map(literal);
  if (changed.length > 0) {
    const same = await runGit(folder, ['diff', '--cached', '--quiet', 'HEAD', '--', ...changed]);
    if (same.status !== 0) {
      const form = ['--quiet', '--no-verify', '--only', '--message', message];
      await runUnlocked(folder, ['commit', ...form, '--', ...changed], settings);
    }
  }
  return await (await openRepository(folder)).commit('HEAD');
}

function literal(path: string): string {
  return `:(literal)${path}`;
}

/** The author of a commit, where git is configured with none. */
async function identity(folder: string): Promise<GitSetting[]> {
  const known = await runGit(folder, ['config', '--get', 'user.email']);
  if (known.status === 0) return [];
  return [
    ['user.name', 'Rustward'],
    ['user.email', 'rustward@localhost'],
  ];
}

/** Runs git, and again while another git holds the lock of the index. */
async function runUnlocked(
  folder: string,
  args: readonly string[],
  settings: readonly GitSetting[],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await runGit(folder, args, settings);
    const isLocked = result.status !== 0 && /index\.lock.*File exists/.test(result.stderr);
    if (isLocked && attempt < LOCK_TRIES) {
      await sleep(LOCK_INTERVAL);
      continue;
    }
    outputOrThrow(result, gitFailure(folder, args[0] ?? ''));
    return;
  }
}
