import { spawnSync } from 'node:child_process';
import type { SourceFileOptions } from '../files/source-files.ts';
import { gitEnvironment } from './git-environment.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MILLISECONDS = 20_000;

/**
 * The options for a path, with the files that git tracks although a pattern of `.gitignore` fits them: what is tracked,
 * git does not ignore. They are the same where `.gitignore` does not count.
 */
export function withTracked(path: string, options: SourceFileOptions = {}): SourceFileOptions {
  return options.gitignore === false ? options : { ...options, tracked: trackedIgnored(path) };
}

/** Relative to the folder, `/`-separated; none where it is no folder of a work tree that git opens. */
function trackedIgnored(folder: string): ReadonlySet<string> {
  const { status, stdout } = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard', '--', '.'],
    {
      ...{ cwd: folder, env: gitEnvironment([]), encoding: 'utf8' },
      ...{ maxBuffer: MAX_BYTES, timeout: MAX_MILLISECONDS, stdio: ['ignore', 'pipe', 'ignore'] },
    },
  );
  return new Set(status === 0 ? stdout.split('\0').filter((path) => path !== '') : []);
}
