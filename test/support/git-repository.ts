import { execFileSync } from 'node:child_process';
import { NO_SETTINGS } from './no-settings.ts';
import { temporaryFolder } from './temporary-folder.ts';

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];

/** Runs git in a folder, with a fixed identity and date, and returns what it printed. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', [...IDENTITY, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: NO_SETTINGS,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_DATE: '2024-01-01T00:00:00Z',
      GIT_COMMITTER_DATE: '2024-01-01T00:00:00Z',
    },
  });
}

/** A repository on the branch `main` whose first commit holds the files given. */
export function gitRepository(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(files);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  commitAll(folder);
  return folder;
}

export function commitAll(folder: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message=change');
}
