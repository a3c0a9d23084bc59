import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { IncompleteError } from '../../../src/errors.ts';
import { fetchCommits } from '../../../src/workspace/git/fetch-commits.ts';
import { openRepository } from '../../../src/workspace/git/repository.ts';
import { runGit } from '../../in-memory-github/git/run-git.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';
import { openedGitHub } from '../../support/opened-github.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

/** A repository on GitHub with what a folder has on `main` and before that. */
async function published(folder: string, isPrivate = false) {
  const github = await openedGitHub();
  github.addUser('ada');
  const repository = await github.addRepository('ada/demo', { private: isPrivate });
  // Past the interface: the tree may hold what no interface would make.
  await runGit(repository.folder, ['fetch', '--quiet', folder, '+refs/heads/*:refs/heads/*']);
  const token = github.actionsToken('ada/demo', { contents: 'read' });
  const head = git(folder, 'rev-parse', 'HEAD').trim();
  const base = git(folder, 'rev-parse', 'HEAD~1').trim();
  return { url: `${github.url}/ada/demo.git`, token, commits: { head, base } };
}

describe('fetchCommits', () => {
  test('checks out the head, and has what the base needs to be compared', async () => {
    const source = gitRepository({ 'src/a.c': 'int a;\nint b;\n', 'gone.c': 'int c;\n' });
    addFiles(source, { 'src/a.c': 'int a;\nint changed;\n', 'né w.c': 'int d;\n' });
    git(source, 'rm', '--quiet', 'gone.c');
    commitAll(source);
    const { url, commits } = await published(source);
    const folder = temporaryFolder();
    expect(await fetchCommits(folder, { url }, commits)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['.git', 'né w.c', 'src']);
    const repository = await openRepository(folder);
    expect(await repository.head()).toBe(commits.head);
    expect(await repository.remote()).toBe(url);
    expect(await repository.commonAncestor(commits.base)).toBeUndefined();
    expect((await repository.changes(commits.base)).map(({ path }) => path)).toEqual([
      'né w.c',
      'src/a.c',
    ]);
  });

  test('needs a token for a private repository, and leaves no trace of it', async () => {
    const source = gitRepository({ 'a.c': 'int a;\n' });
    commitAll(source);
    const { url, token, commits } = await published(source, true);
    await expect(fetchCommits(temporaryFolder(), { url }, commits)).rejects.toThrow(
      IncompleteError,
    );
    const folder = temporaryFolder();
    await fetchCommits(folder, { url, token }, commits);
    const secrets = [token, Buffer.from(`x-access-token:${token}`).toString('base64')];
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), 'latin1');
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  test('files come as git stores them, whatever their attributes and a filter say', async () => {
    const source = gitRepository({ 'a.c': 'int a;\n' });
    addFiles(source, { 'a.c': 'char *id = "$Id$";\r\n', 'wide.c': 'int w;\n' });
    commitAll(source);
    addFiles(source, {
      '.gitattributes': [
        '*.c text eol=crlf ident filter=lfs diff=bad',
        'wide.c working-tree-encoding=UTF-16',
      ].join('\n'),
    });
    // The attributes must not change what is committed either.
    git(source, '-c', 'core.attributesFile=/dev/null', 'add', '.gitattributes');
    git(source, 'commit', '--quiet', '--message=attributes');
    const { url, commits } = await published(source);
    const folder = temporaryFolder();
    await fetchCommits(folder, { url }, commits);
    expect(readFileSync(join(folder, 'a.c'), 'utf8')).toBe('char *id = "$Id$";\r\n');
    expect(readFileSync(join(folder, 'wide.c'), 'utf8')).toBe('int w;\n');
    expect(await (await openRepository(folder)).uncommitted()).toEqual({
      changed: [],
      untracked: [],
    });
  });

  test('links, submodules and huge files stay out; what should have been looked at is named', async () => {
    const source = gitRepository({ 'a.c': 'int a;\n' });
    const blob = (content: string) => {
      addFiles(source, { blob: content });
      const id = git(source, 'hash-object', '-w', '--', 'blob').trim();
      git(source, 'rm', '--quiet', '--force', '--ignore-unmatch', 'blob');
      return id;
    };
    const link = blob('/etc/passwd');
    const head = git(source, 'rev-parse', 'HEAD').trim();
    git(source, 'update-index', '--add', '--cacheinfo', `120000,${link},link.c`);
    git(source, 'update-index', '--add', '--cacheinfo', `120000,${blob('/etc')},etc`);
    git(source, 'update-index', '--add', '--cacheinfo', `160000,${head},sub`);
    git(source, 'update-index', '--add', '--cacheinfo', `100644,${blob('x'.repeat(5000))},huge.c`);
    git(source, 'update-index', '--add', '--cacheinfo', `100644,${blob('y'.repeat(900))},big.bin`);
    git(source, 'commit', '--quiet', '--message=odd things');
    const { url, commits } = await published(source);
    const folder = temporaryFolder();
    const skips = await fetchCommits(folder, { url }, commits, 1000);
    expect(readdirSync(folder).sort()).toEqual(['.git', 'a.c', 'big.bin', 'sub']);
    expect(skips).toEqual([
      { file: 'huge.c', reason: 'has 1000 bytes or more', failed: true },
      { file: 'sub', reason: 'is a submodule, which is another repository', failed: false },
    ]);
    const repository = await openRepository(folder);
    const files = async () =>
      (await repository.changes(commits.base, ['huge.c'])).map(({ path }) => path);
    expect(await files()).toEqual(['big.bin', 'etc', 'link.c']);
  });

  test('no commit, no address: one line', async () => {
    const source = gitRepository({ 'a.c': 'int a;\n' });
    commitAll(source);
    const { url, commits } = await published(source);
    const absent = { ...commits, head: '0123456789'.repeat(4) };
    await expect(fetchCommits(temporaryFolder(), { url }, absent)).rejects.toThrow(
      /^git fetch of 0123456789 and [0-9a-f]{10} failed: .+$/,
    );
    await expect(
      fetchCommits(temporaryFolder(), { url: 'file:///tmp/x' }, commits),
    ).rejects.toThrow('file:///tmp/x is no address that commits are fetched from');
  });
});
