import { openRepository } from '../../workspace/git/repository.ts';
import type { CrateFiles } from './crate-files.ts';

/**
 * The crate as a commit has it; empty where it has none.
 * @param root a folder in a git work tree
 * @param folder of the crate, relative to the root
 */
export async function loadCrateOfCommit(
  root: string,
  commit: string,
  folder: string,
): Promise<CrateFiles> {
  const git = await openRepository(root);
  const isOfCrate =
    /^(?:(?:src|tests)\/.+\.rs|Cargo\.(?:toml|lock)|rust-toolchain\.toml|\.gitignore)$/;
  const found = (await git.files(commit)).filter(
    ({ path }) => path.startsWith(`${folder}/`) && isOfCrate.test(path.slice(folder.length + 1)),
  );
  const contents = await git.contents(found.map(({ object }) => object));
  return new Map(
    found.map(({ path }, at) => [path.slice(folder.length + 1), contents[at]?.toString() ?? '']),
  );
}
