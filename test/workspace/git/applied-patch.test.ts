import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { findAppliedPatch } from '../../../src/workspace/git/applied-patch.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const TEN = Array.from({ length: 10 }, (_, at) => `int line${at};\n`).join('');

function found(folder: string, patch: string | Buffer, root = folder) {
  const { before, ...rest } = findAppliedPatch(Buffer.from(patch), [folder])(root);
  const texts = Object.fromEntries([...before].map(([path, text]) => [path, text.toString()]));
  return { ...rest, added: [...rest.added], before: texts };
}

function refused(folder: string, patch: string): string {
  try {
    found(folder, patch);
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown.message;
    throw thrown;
  }
  throw new Error('it was taken');
}

/** A repository with a change of each kind that is in no commit. */
function changed() {
  const root = realpathSync(
    gitRepository({
      ...{ 'a.c': TEN, 'gone.c': 'int gone;\n', 'src/old name.c': TEN, 'moved.c': 'int same;\n' },
      'é.c': 'int é;\n',
    }),
  );
  addFiles(root, {
    'a.c': TEN.replace('int line4;\n', 'long line4;\nlong more;\n').replace('int line9;\n', ''),
    'made.c': 'int made;\n',
    'é.c': 'long é;\n',
  });
  rmSync(join(root, 'gone.c'));
  renameSync(join(root, 'src/old name.c'), join(root, 'src/new name.c'));
  writeFileSync(join(root, 'src/new name.c'), TEN.replace('line0', 'first'));
  renameSync(join(root, 'moved.c'), join(root, 'src/moved.c'));
  git(root, 'add', '--all');
  return root;
}

const BEFORE = {
  'a.c': TEN,
  'gone.c': 'int gone;\n',
  'src/old name.c': TEN,
  'moved.c': 'int same;\n',
  'é.c': 'int é;\n',
};

test.each([
  ['as git writes it', []],
  ['with paths that are not escaped, and much context', ['-c', 'core.quotePath=false']],
  ['without prefixes', ['-c', 'diff.noprefix=true']],
  ['with prefixes of other letters', ['-c', 'diff.mnemonicPrefix=true']],
])('a change of each kind is taken back: %s', (_how, settings) => {
  const root = changed();
  const patch = git(root, ...settings, 'diff', '--cached', '--find-renames', '--unified=5');
  const { before, added, differences, submodules } = found(root, patch);
  expect(before).toEqual(BEFORE);
  expect(added).toEqual(['made.c', 'src/moved.c', 'src/new name.c']);
  expect(submodules).toEqual([]);
  expect(differences.find(({ path }) => path === 'a.c')?.hunks).toEqual([
    { oldStart: 5, oldCount: 1, start: 5, count: 2 },
    { oldStart: 10, oldCount: 1, start: 10, count: 0 },
  ]);
  expect(differences.map(({ oldPath, path }) => [oldPath, path])).toEqual([
    ['a.c', 'a.c'],
    ['gone.c', undefined],
    [undefined, 'made.c'],
    ['moved.c', 'src/moved.c'],
    ['src/old name.c', 'src/new name.c'],
    ['é.c', 'é.c'],
  ]);
});

test('below another root, what lies outside of it is left out', () => {
  const root = changed();
  const patch = git(root, 'diff', '--cached', '--find-renames');
  const { before, differences } = found(root, patch, join(root, 'src'));
  expect(before).toEqual({ 'old name.c': TEN });
  expect(differences.map(({ oldPath, path }) => [oldPath, path])).toEqual([
    [undefined, 'moved.c'],
    ['old name.c', 'new name.c'],
  ]);
});

test('mails, and bytes that are no UTF-8, are read', () => {
  const root = realpathSync(gitRepository({}));
  const latin1 = (text: string) => writeFileSync(join(root, 'a.c'), Buffer.from(text, 'latin1'));
  latin1('// \xe9\nint a;\n');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=one');
  latin1('// \xe9\nlong a;\n');
  git(root, 'commit', '--quiet', '--all', '--message=two');
  const lines = '@@ -1,2 +1,2 @@\n // \xe9\n-int a;\n+long a;\n';
  const mail = `From ${'a'.repeat(40)} Mon Sep 17\nSubject: two\n\n---\n a.c | 2 +-\n\ndiff --git a/a.c b/a.c\nindex 1..2 100644\n--- a/a.c\n+++ b/a.c\n${lines}-- \n2.39.5\n\n`;
  const { before } = findAppliedPatch(Buffer.from(mail, 'latin1'), [root])(root);
  expect(before.get('a.c')?.toString('latin1')).toBe('// \xe9\nint a;\n');
});

const patchOf = (name: string, lines = '@@ -1 +1 @@\n-int a;\n+int b;\n') =>
  `--- a/${name}\n+++ b/${name}\n${lines}`;

test('a patch that the tree does not have is refused, with the place', () => {
  const root = realpathSync(temporaryFolder({ 'a.c': 'int a;\n', 'b.c': 'int c;\n' }));
  expect(refused(root, patchOf('a.c'))).toBe(
    "line 1 of a.c is as before the patch: the work tree must have the patch, such as by 'git apply'",
  );
  expect(refused(root, patchOf('b.c'))).toContain('line 1 of b.c is not as the patch has it');
  expect(refused(root, patchOf('none.c'))).toContain('none.c, which is not there');
  expect(refused(root, '--- a/a.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-int a;\n')).toContain(
    'deletes a.c, which is there',
  );
  writeFileSync(join(root, 'a.c'), 'int b;\n');
  expect(refused(root, patchOf('a.c') + patchOf('a.c'))).toContain('changes a.c twice');
  expect(refused(root, 'diff --git a/a.c b/a.c\nBinary files a/a.c and b/a.c differ\n')).toContain(
    "no lines of a.c: 'git diff --text' writes them",
  );
  expect(refused(root, 'int a;\n')).toContain('is no patch');
  expect(refused(root, '@@ -1 +1 @@\n-int a;\n+int b;\n')).toContain('does not say which file');
  expect(refused(root, patchOf('a.c', '@@ -1,3 +1 @@\n-int a;\n'))).toContain('cannot be read');
});

test('what is wrong with a name is said of the name that the patch has', () => {
  const root = temporaryFolder({ 'b.c': 'int b;\n' });
  const patch = patchOf('a.c').replaceAll(/[ab]\/a\.c/g, 'a.c');
  expect(patch).toContain('+++ a.c');
  expect(refused(root, patch)).toContain('the patch changes a.c, which is not there');
  expect(refused(root, patch.replaceAll('a.c', '../../a.c'))).toContain(
    'the patch names "../../a.c", which is no path',
  );
  expect(refused(root, `${patch}${patch.replaceAll('a.c', 'src/.git/a.c')}`)).toContain('a.c');
});

test('names lead nowhere but into the tree', () => {
  const outside = realpathSync(temporaryFolder({ 'b.c': 'int b;\n' }));
  const root = realpathSync(temporaryFolder({ 'src/b.c': 'int b;\n', '.git/b.c': 'int b;\n' }));
  symlinkSync(outside, join(root, 'out'));
  symlinkSync(join(root, 'src'), join(root, 'in'));
  mkdirSync(join(root, 'x'.repeat(200)));
  for (const name of ['../b.c', 'src/../../b.c', '/b.c', 'src//b.c', '.git/b.c', 'a/\\0/b.c'])
    expect(refused(root, patchOf(name))).toMatch(/no path of a file|not there/);
  expect(refused(root, patchOf(`../${outside.split('/').at(-1)}/b.c`))).toContain('no path');
  for (const name of ['out/b.c', 'in/b.c'])
    expect(refused(root, patchOf(name))).toContain(`"${name}", which is below a link`);
  expect(refused(root, patchOf(`${'x'.repeat(300)}/b.c`))).toContain('not there');
  expect(refused(root, patchOf('b.c').replace('+++ b/b.c', '+++ /etc/passwd'))).toMatch(/patch/);
});

test('of links nothing is read, and of a mode nothing is said', () => {
  const outside = temporaryFolder({ 'secret.c': 'int secret;\n' });
  const root = realpathSync(temporaryFolder({ 'run.sh': '' }));
  symlinkSync(join(outside, 'secret.c'), join(root, 'a.c'));
  const link = 'diff --git a/a.c b/a.c\nnew file mode 120000\n--- /dev/null\n+++ b/a.c\n';
  const mode = 'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n';
  const target = `@@ -0,0 +1 @@\n+${outside}/secret.c\n\\ No newline at end of file\n`;
  const { differences, before, added } = found(root, `${link}${target}${mode}`);
  expect(differences).toMatchObject([{ oldPath: undefined, path: 'a.c' }]);
  expect([before, added]).toEqual([{}, ['a.c']]);
});

test('a file that became a link is one that was there', () => {
  const root = realpathSync(gitRepository({ 'a.c': 'int a;\n', 'b.c': '' }));
  rmSync(join(root, 'a.c'));
  symlinkSync('b.c', join(root, 'a.c'));
  const { before, differences } = found(root, git(root, 'diff'));
  expect(before).toEqual({ 'a.c': 'int a;\n' });
  expect(differences.map(({ oldPath, path }) => [oldPath, path])).toEqual([
    ['a.c', undefined],
    [undefined, 'a.c'],
  ]);
});

test('a submodule that moves is named', () => {
  const root = realpathSync(temporaryFolder({ 'lib/x.c': '' }));
  const commit = (digit: string) => `Subproject commit ${digit.repeat(40)}\n`;
  const patch = patchOf('lib', `@@ -1 +1 @@\n-${commit('a')}+${commit('b')}`);
  expect(found(root, patch)).toMatchObject({ submodules: ['lib'], differences: [] });
});

test('an empty patch is no change', () => {
  expect(found(temporaryFolder(), '\n').differences).toEqual([]);
});
