import { spawnSync } from 'node:child_process';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SHORT_LIVED } from '../../support/compiled.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';
import { CLI } from '../../support/once/program.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';
const SOUND = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n}\n';

function review(cwd: string, input: string, ...args: readonly string[]) {
  const all = ['review', '-', ...args, '--no-model', '--no-cache', '--format', 'json'];
  const done = spawnSync(process.execPath, [...SHORT_LIVED, CLI, ...all], {
    ...{ cwd, input, encoding: 'utf8' },
  });
  const report = done.stdout === '' ? undefined : JSON.parse(done.stdout);
  const files: string[] = report?.candidates.map(({ file }: { file: string }) => file) ?? [];
  return { status: done.status, said: done.stderr, files: files.sort(), report };
}

test('what a patch introduces is reported, and nothing that the tree has besides', () => {
  const root = gitRepository({ 'a.c': SOUND, 'src/b.c': SOUND, 'old.c': FREED });
  // Neither committed nor a part of the patch.
  addFiles(root, { 'untracked.c': FREED, 'a.c': FREED });
  git(root, 'add', 'a.c');
  addFiles(root, { 'src/b.c': FREED });
  const { status, files, report } = review(root, git(root, 'diff'));
  expect({ status, files }).toEqual({ status: 1, files: ['src/b.c'] });
  expect(report.comparison).toMatchObject({
    base: 'the tree without the patch',
    changed_files: 1,
    changed_functions: ['src/b.c: drop'],
  });
  expect(report.notice).toContain('Examined since the tree without the patch: 1 changed function');
  expect(review(root, git(root, 'diff', 'HEAD')).files).toEqual(['a.c', 'src/b.c']);
  expect(review(root, git(root, 'diff', 'HEAD'), 'a.c').files).toEqual(['a.c']);
  // From a folder of it, with names from the top and from there on.
  const src = join(root, 'src');
  expect(review(src, git(root, 'diff')).files).toEqual(['src/b.c']);
  expect(review(src, git(src, 'diff', '--relative')).files).toEqual(['src/b.c']);
});

test('a check that a patch takes away, and what it moves elsewhere, are seen', () => {
  const checked =
    'int at(const int *all, int count, int index) {\n  if (index < 0 || index >= count) return 0;\n  return all[index];\n}\n';
  const root = gitRepository({ 'a.c': checked, 'moved.c': FREED });
  writeFileSync(join(root, 'a.c'), checked.replace(/ {2}if .*\n/, ''));
  renameSync(join(root, 'moved.c'), join(root, 'there.c'));
  git(root, 'add', '--all');
  const { files, report } = review(root, git(root, 'diff', '--cached', '--find-renames'));
  expect(files).toEqual(['a.c']);
  expect(report.candidates[0].pattern).toBe('bounds_check_removed');
});

test('outside of git a patch is reviewed as well', () => {
  const root = temporaryFolder({ 'a.c': FREED, 'b.c': FREED });
  const patch = `--- a.c.orig\t2026-01-01\n+++ a.c\t2026-01-02\n@@ -2,4 +2,5 @@\n${' void drop(char *p) {\n   free(p);\n+  free(p);\n }\n'}`;
  const whole = patch.replace('-2,4 +2,5', '-2,3 +2,4');
  expect(review(root, whole)).toMatchObject({ status: 1, files: ['a.c'] });
});

test('a patch that the tree does not have is one line, and no review', () => {
  const root = gitRepository({ 'a.c': SOUND });
  addFiles(root, { 'a.c': FREED });
  const patch = git(root, 'diff');
  git(root, 'checkout', '--quiet', 'a.c');
  expect(review(root, patch)).toMatchObject({
    ...{ status: 2, report: undefined },
    said: "rustward: line 4 of a.c is not as the patch has it: the work tree must have the patch, such as by 'git apply'\n",
  });
  expect(review(root, 'int a;\n')).toMatchObject({
    status: 2,
    said: "rustward: the standard input is no patch, such as 'git diff' prints\n",
  });
  expect(review(root, patch, '--base', 'main').said).toContain('it fits neither --base nor --all');
  expect(review(root, '')).toMatchObject({ status: 0, files: [] });
});

test('a patch loosens nothing about its own review', () => {
  const root = gitRepository({
    'a.c': SOUND,
    'gone/b.c': SOUND,
    '.rustwardignore': 'none/\n',
    'gone/.rustwardignore': 'b.c\n',
    '.github/rustward.yml': 'review: { fail_on: high }\n',
  });
  addFiles(root, {
    'a.c': FREED,
    'gone/b.c': FREED,
    '.rustwardignore': '*.c\n',
    '.github/rustward.yml': 'review: { fail_on: none, exclude: ["*.c"] }\n',
  });
  rmSync(join(root, 'gone/.rustwardignore'));
  const { status, files, report } = review(root, git(root, 'diff'));
  expect({ status, files }).toEqual({ status: 1, files: ['a.c'] });
  expect(report.notice).toContain('gone/b.c is left out by the pattern /gone/**/b.c');
});

test('a link with the name of a source is not read, and not clean', () => {
  const outside = temporaryFolder({ 'x.c': FREED });
  const root = gitRepository({ 'a.c': SOUND });
  symlinkSync(join(outside, 'x.c'), join(root, 'b.c'));
  git(root, 'add', '--all');
  const { status, files } = review(root, git(root, 'diff', '--cached'));
  expect({ status, files }).toEqual({ status: 3, files: [] });
  commitAll(root);
});
