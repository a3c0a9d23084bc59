import { folderOfIgnoreFile, type IgnoreFile, MAX_IGNORE_BYTES } from '../files/ignore-file.ts';
import type { CommitFiles } from './repository.ts';

/**
 * The ignore files of a commit, as those of a change's base: what its head says must not leave it out of its own review.
 * @param git seen from the root of the tree
 */
export async function ignoreFilesAt(git: CommitFiles, commit: string): Promise<IgnoreFile[]> {
  const files = (await git.files(commit)).flatMap(({ path, object, bytes }) => {
    const folder = folderOfIgnoreFile(path);
    return folder === undefined || bytes > MAX_IGNORE_BYTES ? [] : [{ folder, object }];
  });
  const contents = await git.contents(files.map(({ object }) => object));
  return files.map(({ folder }, at) => ({ folder, text: contents[at]?.toString('utf8') ?? '' }));
}
