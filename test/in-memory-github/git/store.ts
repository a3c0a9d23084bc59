import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRef } from './refs.ts';
import { runGit, tryGit } from './run-git.ts';

/** A change of one file: its new content, or null where it is removed. */
export type FileChanges = Readonly<Record<string, string | Buffer | null>>;

// Pull requests' own refs can be fetched, and written by nobody. Nothing here outlives the machine:
// git need not wait for the disk.
const SETTINGS = `
[core]
  fsync = none
[http]
  receivepack = true
[uploadpack]
  allowFilter = true
  allowAnySHA1InWant = true
[receive]
  hideRefs = refs/pull
[gc]
  auto = 0
`;

/** Makes a bare repository that serves clones as GitHub does: shallow, partial, by commit. */
export async function makeStore(folder: string, branch: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await runGit(folder, ['init', '--quiet', '--bare', `--initial-branch=${branch}`]);
  await appendFile(join(folder, 'config'), SETTINGS);
}

/** Adds a commit to a branch, which is begun when it does not exist. Returns the commit's id. */
export async function commitFiles(
  folder: string,
  commit: {
    readonly branch: string;
    /** What a new branch begins at; without, it has no history. */
    readonly from?: string;
    readonly message: string;
    readonly author: string;
    readonly seconds: number;
    readonly files: FileChanges;
  },
): Promise<string> {
  const ref = `refs/heads/${commit.branch}`;
  const parent =
    (await resolveCommit(folder, ref)) ??
    (commit.from === undefined ? undefined : await resolveCommit(folder, commit.from));
  const identity = `${commit.author} <${commit.author}@users.noreply.github.com> ${commit.seconds} +0000`;
  const stream: Buffer[] = [
    Buffer.from(`commit ${ref}\nauthor ${identity}\ncommitter ${identity}\n`),
    ...data(commit.message),
    Buffer.from(parent === undefined ? '' : `from ${parent}\n`),
  ];
  for (const [path, content] of Object.entries(commit.files)) {
    const name = JSON.stringify(path);
    if (content === null) stream.push(Buffer.from(`D ${name}\n`));
    else stream.push(Buffer.from(`M 100644 inline ${name}\n`), ...data(content));
  }
  await runGit(folder, ['fast-import', '--quiet', '--force'], { input: Buffer.concat(stream) });
  return (await resolveCommit(folder, ref)) ?? '';
}

function data(content: string | Buffer): Buffer[] {
  const bytes = Buffer.from(content);
  return [Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')];
}

/** The id of the commit that a branch, a tag, a ref or an id means. */
export async function resolveCommit(folder: string, name: string): Promise<string | undefined> {
  if (name.startsWith('-') || name.includes('..')) return undefined;
  if (name.startsWith('refs/heads/')) return readRef(folder, name);
  const known = `${folder} ${name}`;
  if (commits.has(known)) return name;
  const branch = readRef(folder, `refs/heads/${name}`);
  if (branch !== undefined) return branch;
  const found = await tryGit(folder, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  if (found === name) commits.add(known);
  return found;
}

/** Folders with the ids of commits that were seen in them: these stay. */
const commits = new Set<string>();

/** Whether a commit is part of the history of another. */
export async function isAncestor(folder: string, early: string, late: string): Promise<boolean> {
  return (await tryGit(folder, 'merge-base', '--is-ancestor', early, late)) !== undefined;
}
