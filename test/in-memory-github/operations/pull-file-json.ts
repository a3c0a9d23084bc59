import type { DiffFile } from '../git/diff.ts';
import type { Repository } from '../state/repository.ts';
import { fullName } from '../state/repository-facts.ts';
import type { World } from '../state/world.ts';
import { apiUrl } from './repository-json.ts';

/** A file of a pull request, with its hunks when it is text. */
export function fileJson(world: World, repository: Repository, head: string, file: DiffFile) {
  const { path, previous, status, sha, additions, deletions, patch } = file;
  const page = `${world.url}/${fullName(repository)}`;
  return {
    ...{ sha, filename: path, status, additions, deletions, changes: additions + deletions },
    ...(previous !== undefined && { previous_filename: previous }),
    ...(patch !== undefined && { patch }),
    blob_url: `${page}/blob/${head}/${encodeURI(path)}`,
    raw_url: `${page}/raw/${head}/${encodeURI(path)}`,
    contents_url: `${apiUrl(world, repository)}/contents/${encodeURI(path)}?ref=${head}`,
  };
}
