import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { IncompleteError, UsageError } from '../../../src/errors.ts';
import { runGit, runGitCatFile, runGitOrThrow } from '../../../src/workspace/git/git-command.ts';
import { openRepository } from '../../../src/workspace/git/repository.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const { PATH = '' } = process.env;

afterEach(() => {
  process.env['PATH'] = PATH;
  delete process.env['GIT_DIR'];
});

/** Puts a program called git first on the PATH. */
function installGit(script: string): void {
  const folder = temporaryFolder();
  const program = join(folder, 'git');
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  process.env['PATH'] = `${folder}:${PATH}`;
}

test('runGitOrThrow gives what git printed, or throws what git said or its status', async () => {
  const folder = gitRepository({ 'a.c': '' });
  await expect(runGitOrThrow(folder, ['ls-files'])).resolves.toBe('a.c\n');
  await expect(runGitOrThrow(folder, ['rev-parse', '--verify', 'absent'])).rejects.toThrow(
    new UsageError(`git rev-parse failed in ${folder}: fatal: Needed a single revision`),
  );
  const silent = ['rev-parse', '--verify', '--quiet', 'absent'];
  await expect(runGitOrThrow(folder, silent)).rejects.toThrow(
    new UsageError(`git rev-parse failed in ${folder}: status 1`),
  );
});

describe('runGit', () => {
  test('gives the status, also where git fails without a word', async () => {
    const folder = gitRepository({ 'a.c': '' });
    const missing = await runGit(folder, ['rev-parse', '--verify', '--quiet', 'absent']);
    expect(missing).toEqual({ status: 1, stdout: '', stderr: '' });
    const refused = await runGit(folder, ['rev-parse', '--verify', 'absent']);
    expect([refused.status, refused.stdout]).toEqual([128, '']);
    expect(refused.stderr).toContain('fatal');
  });

  test('keeps variables from git that could lead it to another repository', async () => {
    const folder = gitRepository({ 'a.c': '' });
    process.env['GIT_DIR'] = temporaryFolder();
    const { status, stdout } = await runGit(folder, ['rev-parse', '--show-toplevel']);
    expect([status, stdout.trim()]).toEqual([0, folder]);
    installGit('env');
    const printed = (await runGit(folder, ['diff'], [['filter.a=b.clean', '']])).stdout;
    const names = printed.split('\n').map((line) => line.split('=')[0]);
    const known =
      /^(PATH|HOME|XDG_CONFIG_HOME|LC_ALL|PWD|SHLVL|OLDPWD|_|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY|GIT_(CONFIG_\w+|SSL_CA(INFO|PATH)|TERMINAL_PROMPT|OPTIONAL_LOCKS|NO_LAZY_FETCH|NO_REPLACE_OBJECTS|TEST_DISALLOW_ABBREVIATED_OPTIONS))?$/i;
    expect(names.filter((name) => !known.test(name ?? ''))).toEqual([]);
    expect(printed).toContain('GIT_CONFIG_NOSYSTEM=1\n');
    expect(printed).toContain('=filter.a=b.clean\n');
  });

  test('says that git is missing, and that a signal ended it', async () => {
    const folder = temporaryFolder();
    installGit('kill -9 $$');
    await expect(runGit(folder, ['diff'])).rejects.toThrow(
      new IncompleteError('git diff did not finish: a signal ended it'),
    );
    process.env['PATH'] = temporaryFolder();
    await expect(runGit(folder, ['diff'])).rejects.toThrow(
      new IncompleteError('git is not installed, or not on the PATH'),
    );
  });

  test.each([
    ['exec cat /dev/zero', { bytes: 1000, milliseconds: 60_000 }, 'too much output'],
    ['exec cat /dev/zero >&2', { bytes: 1000, milliseconds: 60_000 }, 'too much output'],
    ['exec sleep 600', { bytes: 1000, milliseconds: 1 }, 'too slow'],
  ])('stops a git that would never end: %s', async (script, limits, why) => {
    installGit(script);
    await expect(runGit(temporaryFolder(), ['diff'], [], limits)).rejects.toThrow(
      new IncompleteError(`git diff was stopped: ${why}`),
    );
  });
});

test('contents come as bytes, text or not', async () => {
  const folder = gitRepository({ 'a.c': '' });
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  writeFileSync(join(folder, 'b.c'), bytes);
  const object = git(folder, 'hash-object', '-w', 'b.c').trim();
  expect(await (await openRepository(folder)).contents([object, object])).toEqual([bytes, bytes]);
  const { stdout } = await runGitCatFile(folder, 'absent\n', []);
  expect(stdout.toString()).toBe('absent missing\n');
});

describe('the filters of a repository', () => {
  const attributes = { 'a.c': 'int x;\n', '.gitattributes': '*.c filter=a=b\n' };

  test('do not run, whatever they are called', async () => {
    const folder = gitRepository(attributes);
    const mark = join(folder, 'mark');
    git(folder, 'config', 'filter.a=b.clean', `touch ${mark}; cat`);
    addFiles(folder, { 'a.c': 'int y;\n' });
    expect(await (await openRepository(folder)).changes('HEAD')).toHaveLength(1);
    expect(existsSync(mark)).toBe(false);
  });

  test('are refused under a name that stands for another program', async () => {
    const folder = gitRepository(attributes);
    git(folder, 'config', 'filter.core.editor.clean', 'false');
    const repository = await openRepository(folder);
    await expect(repository.changes('HEAD')).rejects.toThrow(UsageError);
  });
});
