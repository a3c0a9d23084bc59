import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IncompleteError } from '../../errors.ts';
import type { Skip } from '../files/skip.ts';
import { isSourcePath } from '../files/source-files.ts';
import { TEXT_LIMITS } from '../files/source-text.ts';
import { type GitResult, outputOrThrow, runGit } from './git-command.ts';
import type { GitSetting } from './git-environment.ts';
import { filterOverrides } from './repository.ts';

/** Where commits are fetched from. */
export interface GitRemote {
  /** `https://…`, or `http://…` on the loopback interface; without credentials. */
  readonly url: string;
  /** A token that may read the repository, if one is needed. */
  readonly token?: string;
}

/** Larger files are not fetched; the scan would not read them either. */
const MAX_FILE_BYTES = TEXT_LIMITS.maxBytes + 1;

/** A fetch takes longer than what git does on a disk. */
const FETCH_LIMITS = { bytes: 10_000_000, milliseconds: 600_000 };

/** How many paths one command gets. */
const BATCH = 200;

// They go before the attributes in the tree: files are written as git stores them.
const ATTRIBUTES = '* -text -ident !eol !filter !working-tree-encoding\n';

/**
 * Fetches two commits without their history into an empty folder, and checks the first one out, as
 * git stores it: no hook, filter, submodule or link. The token is used by git alone, while it
 * fetches, and is written nowhere.
 * @returns source files and submodules that the commit has and the folder has not, with the reason;
 *   `failed` are those that differ between the commits
 * @throws IncompleteError when a commit cannot be had
 */
export async function fetchCommits(
  folder: string,
  remote: GitRemote,
  commits: { readonly head: string; readonly base: string },
  maxFileBytes = MAX_FILE_BYTES,
): Promise<Skip[]> {
  const { head, base } = commits;
  const run = (...args: string[]) => runGit(folder, args);
  stdoutOf(await run('init', '--quiet', '--initial-branch=main'), 'init');
  mkdirSync(join(folder, '.git', 'info'), { recursive: true });
  writeFileSync(join(folder, '.git', 'info', 'attributes'), ATTRIBUTES);
  stdoutOf(await run('remote', 'add', '--', 'origin', remote.url), 'remote');
  const how = ['--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules'];
  const what = [`--filter=blob:limit=${maxFileBytes}`, 'origin', head, base];
  const fetched = await runGit(
    folder,
    ['fetch', ...how, ...what],
    remoteSettings(remote),
    FETCH_LIMITS,
  );
  stdoutOf(fetched, `fetch of ${head.slice(0, 10)} and ${base.slice(0, 10)}`);
  return await checkOut(folder, commits, maxFileBytes);
}

async function checkOut(
  folder: string,
  { head, base }: { readonly head: string; readonly base: string },
  maxBytes: number,
): Promise<Skip[]> {
  // A user's own filters are switched off like a repository's.
  const overrides = await filterOverrides(folder);
  const run = async (...args: string[]) =>
    stdoutOf(await runGit(folder, args, overrides), args[0] ?? '');
  await run('update-ref', '--no-deref', 'HEAD', head);
  await run('read-tree', head);
  const absent = await missingObjects(run, head);
  const before = new Map((await entries(run, base)).map(({ path, object }) => [path, object]));
  const skips: Skip[] = [];
  const leftOut: string[] = [];
  for (const { mode, object, path } of await entries(run, head)) {
    const reason = reasonToLeave(mode, absent.has(object) ? maxBytes : undefined);
    if (reason === undefined) continue;
    // A submodule is no file, so there is nothing to leave out.
    if (mode !== SUBMODULE) leftOut.push(path);
    if (mode === SUBMODULE) skips.push({ file: path, reason, failed: false });
    else if (mode !== LINK && isSourcePath(path)) {
      skips.push({ file: path, reason, failed: before.get(path) !== object });
    }
  }
  for (let at = 0; at < leftOut.length; at += BATCH) {
    await run('update-index', '--skip-worktree', '--', ...leftOut.slice(at, at + BATCH));
  }
  await run('checkout-index', '--all', '--quiet');
  return skips;
}

const LINK = '120000';
const SUBMODULE = '160000';

/** @param limit the size that a file exceeds which was not fetched */
function reasonToLeave(mode: string, limit: number | undefined): string | undefined {
  if (mode === SUBMODULE) return 'is a submodule, which is another repository';
  if (mode === LINK) return 'is a link';
  return limit === undefined ? undefined : `has ${limit} bytes or more`;
}

type Run = (...args: string[]) => Promise<string>;

async function missingObjects(run: Run, commit: string): Promise<ReadonlySet<string>> {
  const listed = await run('rev-list', '--objects', '--missing=print', '--no-walk', commit);
  const missing = listed.split('\n').filter((line) => line.startsWith('?'));
  return new Set(missing.map((line) => line.slice(1)));
}

async function entries(run: Run, commit: string) {
  const listed = await run('ls-tree', '-r', '-z', '--full-tree', commit);
  return listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const tab = entry.indexOf('\t');
      const [mode = '', , object = ''] = entry.slice(0, tab).split(' ');
      return { mode, object, path: entry.slice(tab + 1) };
    });
}

/** Lets git speak to this address, with this token, and to no other. */
export function remoteSettings({ url, token }: GitRemote): GitSetting[] {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new IncompleteError(`${url} is no address that commits are fetched from`);
  }
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
  return [
    [`protocol.${protocol.slice(0, -1)}.allow`, 'always'],
    ['http.followRedirects', 'false'],
    ['credential.helper', ''],
    ...(token === undefined
      ? []
      : [[`http.${url}.extraHeader`, `Authorization: Basic ${credentials}`] as const]),
  ];
}

function stdoutOf(result: GitResult<string>, what: string): string {
  return outputOrThrow(result, (reason) => new IncompleteError(`git ${what} failed: ${reason}`));
}
