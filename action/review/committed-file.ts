import { UsageError } from '../../src/errors.ts';
import type { GitRepository } from '../../src/workspace/git/repository.ts';

const MAX_BYTES = 1024 * 1024;

/**
 * The text of a file as a commit has it; undefined where it has none. A link is none.
 * @param path from the folder that git was opened at
 * @throws UsageError when it is absurdly long
 */
export async function committedFile(
  git: GitRepository,
  commit: string,
  path: string,
): Promise<string | undefined> {
  const file = (await git.files(commit)).find((known) => known.path === path);
  if (file === undefined) return undefined;
  if (file.bytes > MAX_BYTES) {
    throw new UsageError(`${path} has ${file.bytes} bytes, more than ${MAX_BYTES}`);
  }
  const [content] = await git.contents([file.object]);
  return content?.toString('utf8');
}
