import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGitOrThrow } from '../../src/workspace/git/git-command.ts';
import type { GitSetting } from '../../src/workspace/git/git-environment.ts';
import { filterOverrides, openRepository } from '../../src/workspace/git/repository.ts';
import type { Fix } from './fixes-file.ts';

/**
 * bug: the fix is undone in its sources; control: the fix itself; ordinary: a commit that fixes no
 * memory error.
 */
export type PullRequestKind = 'bug' | 'control' | 'ordinary';

/** A pull request on the whole repository of a commit. */
export interface PullRequest extends Fix {
  readonly kind: PullRequestKind;
}

/** A work tree with the head of a pull request checked out. */
export interface CheckedOut {
  readonly folder: string;
  /** The commit that the head stands on. */
  readonly base: string;
}

const IDENTITY: readonly GitSetting[] = [
  ['user.name', 'bench'],
  ['user.email', 'bench@localhost'],
  ['commit.gpgSign', 'false'],
];

// They go before the attributes in the tree: files are written as git stores them.
const ATTRIBUTES = '* -text -ident !eol !filter !working-tree-encoding\n';

/** The name of a pull request in messages and in the file of results. */
export function nameOf({ kind, repo, fix }: Pick<PullRequest, 'kind' | 'repo' | 'fix'>): string {
  return `${kind} ${repo} ${fix}`;
}

/**
 * Checks out the head of a pull request in a temporary repository, calls `use` with it and removes
 * it. The repository is new, so no configuration or hook of the other one takes part: its objects
 * alone are shared, and are only read.
 *
 * A review compares the work tree with the best common ancestor of base and HEAD. So HEAD is a child
 * of the base: the commit itself, or for a bug a commit made here on top of the fix.
 * @param objects the folder with the git objects of the repository
 * @throws UsageError when they lack the commit or its parent
 */
export async function withPullRequest<Result>(
  objects: string,
  pull: PullRequest,
  use: (checkedOut: CheckedOut) => Promise<Result>,
): Promise<Result> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-fixes-')));
  try {
    await runGitOrThrow(folder, ['init', '--quiet', '--initial-branch=main']);
    mkdirSync(join(folder, '.git/info'), { recursive: true });
    writeFileSync(join(folder, '.git/info/attributes'), ATTRIBUTES);
    writeFileSync(join(folder, '.git/objects/info/alternates'), `${objects}\n`);
    const git = await openRepository(folder);
    const fix = await git.commit(pull.fix);
    const parent = await git.commit(`${fix}^`);
    const overrides = [...(await filterOverrides(folder)), ...IDENTITY];
    const run = (...args: string[]) => runGitOrThrow(folder, args, overrides);
    await run('read-tree', fix);
    const isBug = pull.kind === 'bug';
    const head = isBug ? await commitUndone(run, { fix, parent, files: pull.files }) : fix;
    await run('update-ref', 'HEAD', head);
    await run('checkout-index', '--all', '--quiet');
    return await use({ folder, base: isBug ? fix : parent });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Commits the fix with some files as they were before; the index holds the fix. */
async function commitUndone(
  run: (...args: string[]) => Promise<string>,
  { fix, parent, files }: { fix: string; parent: string; files: readonly string[] },
): Promise<string> {
  for (const file of files) {
    const entry = /^(\d+) blob ([0-9a-f]+)\t/.exec(await run('ls-tree', parent, '--', file));
    const [, mode, object] = entry ?? [];
    // A file that the fix has added is gone where the fix is undone.
    if (entry === null) await run('update-index', '--force-remove', '--', file);
    else await run('update-index', '--add', '--cacheinfo', `${mode},${object},${file}`);
  }
  const tree = (await run('write-tree')).trim();
  return (await run('commit-tree', '-p', fix, '-m', 'the fix undone', tree)).trim();
}
