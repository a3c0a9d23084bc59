import { remembered } from '../git/remembered.ts';
import { runGit } from '../git/run-git.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { written } from '../state/written-time.ts';
import { accountJson } from './account-json.ts';
import { apiUrl } from './repository-json.ts';

export interface Commit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

interface Signature {
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

const FIELDS = ['%H', '%T', '%P', '%an', '%ae', '%at', '%cn', '%ce', '%ct', '%B'];

/** Commits as `git log` finds them with these arguments. */
export async function readCommits(folder: string, ...args: string[]): Promise<Commit[]> {
  const format = `--format=${FIELDS.join('%x00')}%x00%x01`;
  const text = (await runGit(folder, ['log', format, ...args, '--'])).toString();
  return text
    .split('\x00\x01')
    .map((part) => part.replace(/^\n/, '').split('\x00'))
    .filter((fields) => fields.length === FIELDS.length)
    .map(
      ([sha = '', tree = '', parents = '', an = '', ae = '', at, cn = '', ce = '', ct, body]) => ({
        ...{ sha, tree, parents: parents.split(' ').filter((parent) => parent !== '') },
        author: { name: an, email: ae, date: written(Number(at) * 1000) },
        committer: { name: cn, email: ce, date: written(Number(ct) * 1000) },
        message: (body ?? '').replace(/\n$/, ''),
      }),
    );
}

/** One commit. @throws GitFailure when there is none. */
export function readCommit(folder: string, sha: string): Promise<Commit> {
  return /^[0-9a-f]{40}$/.test(sha) ? commitOf(folder, sha) : latestCommit(folder, sha);
}

const commitOf = remembered(latestCommit);

async function latestCommit(folder: string, sha: string): Promise<Commit> {
  const [commit] = await readCommits(folder, '-1', sha);
  if (commit === undefined) throw new Error(`no commit ${sha}`);
  return commit;
}

export function commitJson(world: World, repository: Repository, commit: Commit) {
  const { sha, author, committer, message } = commit;
  const url = `${apiUrl(world, repository)}/commits/${sha}`;
  const at = (id: string) => `${apiUrl(world, repository)}/commits/${id}`;
  const verification = verificationJson(repository, commit);
  return {
    ...{ sha, node_id: `C_${sha}`, url, html_url: url, comments_url: `${url}/comments` },
    ...{ author: whoIs(world, author), committer: whoIs(world, committer) },
    commit: {
      ...{ url, message, author, committer, comment_count: 0, verification },
      tree: { sha: commit.tree, url: `${apiUrl(world, repository)}/git/trees/${commit.tree}` },
    },
    parents: commit.parents.map((parent) => ({
      ...{ sha: parent, url: at(parent), html_url: at(parent) },
    })),
  };
}

/** Whose address it is: GitHub believes what a commit says of itself. */
function whoIs(world: World, { email }: Signature) {
  const login = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(email)?.[1] ?? '';
  const account = world.accounts.get(login.toLowerCase());
  return account === undefined ? null : accountJson(world, account);
}

/** Whether GitHub signed it. */
export function verificationJson({ verified }: Repository, { sha, committer }: Commit) {
  if (!verified.has(sha)) {
    const none = { payload: null, signature: null, verified_at: null };
    return { verified: false, reason: 'unsigned', ...none };
  }
  const signature = '-----BEGIN PGP SIGNATURE-----';
  return { verified: true, reason: 'valid', payload: sha, signature, verified_at: committer.date };
}
