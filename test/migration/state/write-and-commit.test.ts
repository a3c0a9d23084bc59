import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { loadProgress, type Progress } from '../../../src/migration/state/progress.ts';
import { finishPending, writeAndCommit } from '../../../src/migration/state/write-and-commit.ts';
import { git, gitRepository } from '../../support/git-repository.ts';

const progress: Progress = {
  ...{ version: 1, crate: 'rust', has_interface: false, places: {}, commit: '', current: null },
  ...{ converted: [], blocked: [] },
};
const FILES = { 'rust/src/a.rs': 'fn a() {}\n', 'rust/src/old.rs': null };

/** A project whose run was ended right after it had written down what it was about to do. */
function interrupted(): { project: string; base: string } {
  const files = { 'a.c': 'int a;', 'rust/src/old.rs': '', '.gitignore': '.rustward\n' };
  const project = gitRepository(files);
  git(project, 'config', 'user.name', 'Test');
  git(project, 'config', 'user.email', 'test@example.org');
  const base = git(project, 'rev-parse', 'HEAD').trim();
  mkdirSync(join(project, '.rustward/c2rust'), { recursive: true });
  const pending = { base, message: 'Carry a over', files: FILES, progress };
  writeFileSync(join(project, '.rustward/c2rust/pending.json'), JSON.stringify(pending));
  return { project, base };
}

function expectFinished(project: string, base: string): void {
  const log = git(project, 'log', '--format=%s%n%P', '-1').trim().split('\n');
  expect(log).toEqual(['Carry a over', base]);
  const changed = git(project, 'show', '--name-status', '--format=', '--no-renames');
  expect(changed.trim().split('\n')).toEqual(['A\trust/src/a.rs', 'D\trust/src/old.rs']);
  expect(git(project, 'status', '--porcelain')).toBe('');
  expect(loadProgress(project)?.commit).toBe(git(project, 'rev-parse', 'HEAD').trim());
  expect(existsSync(join(project, '.rustward/c2rust/pending.json'))).toBe(false);
}

test('nothing is written through a link that a project has in place of a folder', async () => {
  const project = gitRepository({ 'a.c': 'int a;' });
  const other = gitRepository({ 'b.c': 'int b;' });
  symlinkSync(other, join(project, 'rust'));
  const files = { 'rust/src/a.rs': 'fn a() {}\n' };
  await expect(writeAndCommit(project, files, 'Carry a over', progress)).rejects.toThrow(
    UsageError,
  );
  expect(existsSync(join(other, 'src'))).toBe(false);
});

describe('what a run had begun to write is finished', () => {
  test('before any file was written', async () => {
    const { project, base } = interrupted();
    expect(await finishPending(project)).toBe(true);
    expectFinished(project, base);
    expect(await finishPending(project)).toBe(false);
  });

  test('after some files were written, and staged', async () => {
    const { project, base } = interrupted();
    writeFileSync(join(project, 'rust/src/a.rs'), FILES['rust/src/a.rs']);
    git(project, 'add', 'rust');
    await finishPending(project);
    expectFinished(project, base);
  });

  test('after all of it was staged', async () => {
    const { project, base } = interrupted();
    writeFileSync(join(project, 'rust/src/a.rs'), FILES['rust/src/a.rs']);
    git(project, 'rm', '--quiet', 'rust/src/old.rs');
    git(project, 'add', 'rust');
    await finishPending(project);
    expectFinished(project, base);
  });

  test('after the commit, before it was known', async () => {
    const { project, base } = interrupted();
    const pending = readFileSync(join(project, '.rustward/c2rust/pending.json'));
    await finishPending(project);
    writeFileSync(join(project, '.rustward/c2rust/pending.json'), pending);
    rmSync(join(project, '.rustward/c2rust/progress.json'));
    await finishPending(project);
    expectFinished(project, base);
  });
});

describe('what a person did in the meantime is never lost', () => {
  test('a file that is to be written', async () => {
    const { project } = interrupted();
    writeFileSync(join(project, 'rust/src/a.rs'), '// mine\n');
    await expect(finishPending(project)).rejects.toThrow(UsageError);
    expect(readFileSync(join(project, 'rust/src/a.rs'), 'utf8')).toBe('// mine\n');
  });

  test('a file that is to go', async () => {
    const { project } = interrupted();
    writeFileSync(join(project, 'rust/src/old.rs'), '// mine\n');
    await expect(finishPending(project)).rejects.toThrow(/rust\/src\/old\.rs was changed since/);
    expect(readFileSync(join(project, 'rust/src/old.rs'), 'utf8')).toBe('// mine\n');
  });

  test('a commit', async () => {
    const { project } = interrupted();
    writeFileSync(join(project, 'b.c'), 'int b;');
    git(project, 'add', 'b.c');
    git(project, 'commit', '--quiet', '--message=mine');
    await expect(finishPending(project)).rejects.toThrow(/HEAD has moved since/);
    expect(git(project, 'log', '--format=%s', '-1').trim()).toBe('mine');
  });

  test('what is staged elsewhere', async () => {
    const { project } = interrupted();
    writeFileSync(join(project, 'b.c'), 'int b;');
    git(project, 'add', 'b.c');
    await finishPending(project);
    expect(git(project, 'status', '--porcelain')).toBe('A  b.c\n');
  });
});

test('with nothing to change there is no commit', async () => {
  const project = gitRepository({ 'rust/src/a.rs': 'fn a() {}\n', '.gitignore': '.rustward\n' });
  const head = git(project, 'rev-parse', 'HEAD').trim();
  const files = { 'rust/src/a.rs': 'fn a() {}\n' };
  expect((await writeAndCommit(project, files, 'Nothing', progress)).commit).toBe(head);
});
