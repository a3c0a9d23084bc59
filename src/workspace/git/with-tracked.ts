import { IncompleteError } from '../../errors.ts';
import type { SourceFileOptions } from '../files/source-files.ts';
import { runGit } from './git-command.ts';

/**
 * The options for a folder, with the files that git tracks although a pattern of `.gitignore` fits them: what is tracked,
 * git does not ignore. They are the same where `.gitignore` does not count.
 */
export async function withTracked(
  folder: string,
  options: SourceFileOptions = {},
): Promise<SourceFileOptions> {
  return options.gitignore === false
    ? options
    : { ...options, tracked: await trackedIgnored(folder) };
}

/** Relative to the folder, `/`-separated; none where it is in no work tree that git opens. */
async function trackedIgnored(folder: string): Promise<ReadonlySet<string>> {
  const ignored = ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard', '--', '.'];
  try {
    const { status, stdout } = await runGit(folder, ignored);
    return new Set(status === 0 ? stdout.split('\0').filter((path) => path !== '') : []);
  } catch (thrown) {
    // Without git, what `.gitignore` says is all that is known.
    if (thrown instanceof IncompleteError) return new Set();
    throw thrown;
  }
}
