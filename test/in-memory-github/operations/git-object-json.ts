import { runGit } from '../git/run-git.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { type Commit, verificationJson } from './commit-json.ts';
import { apiUrl } from './repository-json.ts';

/** A commit as the git part of the interface shows it. */
export function gitCommitJson(world: World, repository: Repository, commit: Commit) {
  const { sha, tree, parents, author, committer, message } = commit;
  const git = `${apiUrl(world, repository)}/git`;
  const at = (id: string) => {
    const url = `${git}/commits/${id}`;
    return { sha: id, url, html_url: url };
  };
  return {
    ...{ ...at(sha), node_id: `C_${sha}`, author, committer, message, parents: parents.map(at) },
    tree: { sha: tree, url: `${git}/trees/${tree}` },
    verification: verificationJson(repository, commit),
  };
}

/** @param recursive whether what is in its folders is listed too */
export async function treeJson(
  world: World,
  repository: Repository,
  sha: string,
  recursive: boolean,
) {
  const git = `${apiUrl(world, repository)}/git`;
  const options = ['ls-tree', '-z', '-l', ...(recursive ? ['-r', '-t'] : [])];
  const text = (await runGit(repository.folder, [...options, sha])).toString();
  const tree = text.split('\0').flatMap((line) => {
    const [, mode, type, id, size, path] = /^(\d+) (\w+) (\w+) +(\S+)\t(.*)$/s.exec(line) ?? [];
    if (path === undefined) return [];
    const url = `${git}/${type}s/${id}`;
    return [{ path, mode, type, sha: id, ...(size !== '-' && { size: Number(size) }), url }];
  });
  const shown = recursive ? tree.slice(0, world.treeEntries) : tree;
  const truncated = shown.length < tree.length;
  return { sha, url: `${git}/trees/${sha}`, tree: shown, truncated };
}
