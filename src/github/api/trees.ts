import { z } from 'zod';
import { IncompleteError } from '../../errors.ts';
import { parseAnswer } from './parse-answer.ts';
import type { RepositoryCalls } from './repository-client.ts';

/** Modes of git. */
export const FILE_MODE = '100644';
export const EXECUTABLE_MODE = '100755';
const FOLDER_MODE = '040000';

export interface TreeEntry {
  readonly mode: string;
  /** Of the blob, the tree or the commit. */
  readonly sha: string;
}

/** The files and folders of a commit. */
export interface CommitTree {
  readonly commit: string;
  /** The id of the tree itself. */
  readonly sha: string;
  /** What is at a path; undefined where nothing is. */
  entryAt(path: string): Promise<TreeEntry | undefined>;
}

const treeSchema = z.object({
  sha: z.string(),
  truncated: z.boolean(),
  tree: z.array(z.object({ path: z.string(), mode: z.string(), sha: z.string() })),
});

type Listing = ReadonlyMap<string, TreeEntry>;

/**
 * Opens the tree of a commit. It is read with one request. GitHub cuts the list of a large
 * repository short: then each folder on the way to a path is read by itself, once.
 */
export async function openTree(client: RepositoryCalls, commit: string): Promise<CommitTree> {
  const whole = await fetchTree(client, commit, true);
  const listing = listingOf(whole);
  if (!whole.truncated) {
    return { commit, sha: whole.sha, entryAt: (path) => Promise.resolve(listing.get(path)) };
  }
  const folders = new Map<string, Promise<Listing>>();
  const listFolder = (sha: string): Promise<Listing> => {
    const known = folders.get(sha);
    if (known !== undefined) return known;
    const listed = fetchFolder(client, sha);
    folders.set(sha, listed);
    return listed;
  };
  return {
    ...{ commit, sha: whole.sha },
    async entryAt(path) {
      let found: TreeEntry | undefined = { mode: FOLDER_MODE, sha: whole.sha };
      for (const part of path.split('/')) {
        if (found?.mode !== FOLDER_MODE) return undefined;
        found = (await listFolder(found.sha)).get(part);
      }
      return found;
    },
  };
}

/** The files and folders right below a tree, by name. */
export async function fetchFolder(client: RepositoryCalls, sha: string): Promise<Listing> {
  const folder = await fetchTree(client, sha, false);
  if (folder.truncated) throw new IncompleteError('GitHub does not list all files of a folder');
  return listingOf(folder);
}

/**
 * What of a tree is where one of some files is to be written: a link, a submodule, a file in the
 * place of a folder, or a folder in that of a file.
 * @param allowed the modes that a file to be replaced may have
 * @returns a sentence without its full stop; undefined where nothing is in the way
 */
export async function findBlockedPath(
  tree: CommitTree,
  paths: readonly string[],
  allowed: readonly string[],
): Promise<string | undefined> {
  for (const path of paths) {
    const parts = path.split('/');
    for (const [at] of parts.entries()) {
      const part = parts.slice(0, at + 1).join('/');
      const mode = (await tree.entryAt(part))?.mode;
      if (mode === undefined) break;
      const isAllowed = part === path ? allowed.includes(mode) : mode === FOLDER_MODE;
      if (!isAllowed) return `${part} has the mode ${mode} in the repository`;
    }
  }
  return undefined;
}

/** The text of a file. */
export async function fetchBlobText(
  { github, calls, ownerRepo }: RepositoryCalls,
  file_sha: string,
): Promise<string> {
  const { data } = await calls.read((options) =>
    github.rest.git.getBlob({ ...ownerRepo, ...options, file_sha }),
  );
  return Buffer.from(parseAnswer(z.string(), data.content), 'base64').toString();
}

async function fetchTree(
  { github, calls, ownerRepo }: RepositoryCalls,
  tree_sha: string,
  recursive: boolean,
) {
  const { data } = await calls.read((options) =>
    github.rest.git.getTree({
      ...{ ...ownerRepo, ...options, tree_sha, ...(recursive && { recursive: 'true' }) },
    }),
  );
  return parseAnswer(treeSchema, data);
}

function listingOf({ tree }: z.infer<typeof treeSchema>): Listing {
  return new Map(tree.map(({ path, mode, sha }) => [path, { mode, sha }]));
}
