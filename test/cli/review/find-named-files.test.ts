import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { SOURCE_EXTENSIONS } from '../../../src/workspace/files/source-files.ts';
import { rustward } from '../../support/command-line.ts';
import { SHORT_LIVED } from '../../support/compiled.ts';
import { git } from '../../support/git-repository.ts';
import { CLI } from '../../support/once/program.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';

function scan(cwd: string, args: readonly string[], input = '', env = {}) {
  return run(cwd, ['scan', ...args], input, env);
}

function run(cwd: string, args: readonly string[], input = '', more = {}) {
  const all = [...args, '--format', 'json', '--no-cache'];
  const env = { ...process.env, ...more };
  const done = args.includes('-')
    ? spawnSync(process.execPath, [...SHORT_LIVED, CLI, ...all], {
        cwd,
        env,
        input,
        encoding: 'utf8',
      })
    : rustward(all, cwd, env);
  const report = done.stdout === '' ? undefined : JSON.parse(done.stdout);
  // Some places are candidates of two rules.
  const everyFile: string[] = report?.candidates.map(({ file }: { file: string }) => file) ?? [];
  const files = [...new Set(everyFile)];
  const ids: string[] = report?.candidates.map(({ id }: { id: string }) => id) ?? [];
  return {
    ...{ status: done.status, said: done.stderr, files, ids, report },
    scanned: report?.summary.scanned_files,
  };
}

test('several files are examined, whatever their folder, and nothing else', () => {
  const cwd = temporaryFolder({
    ...{ 'a.c': FREED, 'b.c': FREED, 'build/c [1].c': FREED, 'src/d/e.c': FREED },
    '.gitignore': 'src\n',
  });
  const { status, files, scanned } = scan(cwd, ['a.c', 'build/c [1].c', './src/d/e.c', 'a.c']);
  expect(files).toEqual(['a.c', 'build/c [1].c', 'src/d/e.c']);
  expect([status, scanned]).toEqual([1, 3]);
  // Some files are not the folder.
  expect(existsSync(join(cwd, '.rustward'))).toBe(false);
});

test('of a file that is named it is said that a pattern leaves it out, also among others', () => {
  const cwd = temporaryFolder({ 'src/a.c': FREED, 'b.c': FREED, 'src/c.c': FREED });
  const { files, said } = scan(cwd, ['src/a.c', 'b.c', '--exclude', 'src']);
  expect(files).toEqual(['b.c']);
  expect(said).toContain('warning: src/a.c is named, and left out by the pattern src\n');
  expect(said).not.toContain('src/c.c');
});

test('an empty name is none', () => {
  const cwd = temporaryFolder({ 'a.c': FREED });
  for (const names of [[''], ['a.c', '']]) {
    const { status, said } = scan(cwd, names);
    expect([status, said]).toEqual([2, 'rustward: an empty name is no file and no folder\n']);
  }
});

test('the standard input is a file among others', () => {
  const cwd = temporaryFolder({ 'sub/a.c': FREED, 'b.c': FREED });
  const { files, status } = scan(cwd, ['sub/a.c', '-'], FREED);
  expect(files).toEqual(['stdin.c', 'sub/a.c']);
  expect(status).toBe(1);
  const named = scan(cwd, ['-', '--stdin-name', 'x.rs'], 'fn twice(x: u8) -> u8 { x + x }\n');
  expect([named.status, named.scanned]).toEqual([0, 1]);
  expect(readFileSync(join(cwd, 'b.c'), 'utf8')).toBe(FREED);
});

test('one file is named, settled and identified as it is among others', () => {
  const cwd = temporaryFolder({
    ...{ 'src/a.c': FREED, 'src/b.c': FREED, 'src/c.c': FREED },
    '.rustward/suppressions.json5': "[{ rule: 'double_free', file: 'src/a.c', reason: 'known' }]",
    '.github/rustward.yml': 'review: { exclude: [src/b.c] }\n',
  });
  expect(scan(cwd, ['src/a.c'])).toMatchObject({ status: 0, files: ['src/a.c'] });
  // A pattern leaves it out: nothing was examined.
  expect(scan(cwd, ['src/b.c'])).toMatchObject({ status: 3, files: [], scanned: 0 });
  const alone = scan(cwd, ['src/c.c']);
  expect(alone).toMatchObject({ status: 1, files: ['src/c.c'], scanned: 1 });
  expect(scan(cwd, ['src/a.c', 'src/c.c']).ids.at(-1)).toBe(alone.ids[0]);
  // From elsewhere it is the same, and a file of no project is at home in its own folder.
  const other = temporaryFolder({ 'x/d.c': FREED });
  expect(scan(other, [join(cwd, 'src/a.c')])).toMatchObject({ status: 0, files: ['src/a.c'] });
  expect(scan(other, [join(cwd, 'src')])).toMatchObject({ files: ['src/a.c', 'src/c.c'] });
  expect(scan(cwd, [join(other, 'x/d.c')])).toMatchObject({ status: 1, files: ['d.c'] });
});

test('folders may be named beside each other, and beside files', () => {
  const cwd = temporaryFolder({
    ...{ 'svc/api/a.c': FREED, 'svc/web/b.c': FREED, 'rust/c.c': FREED, 'd.c': FREED },
    ...{ 'svc/api/vendor/e.c': FREED, 'svc/api/x/f.c': FREED },
  });
  expect(scan(cwd, ['svc/api', 'rust']).files).toEqual([
    'rust/c.c',
    'svc/api/a.c',
    'svc/api/x/f.c',
  ]);
  expect(scan(cwd, ['svc/api/x/f.c', 'svc/api', 'd.c']).files).toEqual([
    ...['d.c', 'svc/api/a.c', 'svc/api/x/f.c'],
  ]);
  expect(scan(cwd, ['d.c', '.']).scanned).toBe(5);
  expect(scan(join(cwd, 'rust'), ['.', '../svc/web']).files).toEqual(['rust/c.c', 'svc/web/b.c']);
});

test('a folder that is named is examined, whatever it is called', () => {
  const cwd = temporaryFolder({
    ...{ '.github/rustward.yml': '', 'a.c': FREED, 'x/vendor/b.c': FREED, 'x/build/c.c': FREED },
  });
  expect(scan(cwd, ['.']).files).toEqual(['a.c']);
  expect(scan(cwd, ['x/vendor']).files).toEqual(['x/vendor/b.c']);
  expect(scan(cwd, ['a.c', 'x/build']).files).toEqual(['a.c', 'x/build/c.c']);
  expect(scan(join(cwd, 'x/vendor'), ['.'])).toMatchObject({ status: 1, files: ['x/vendor/b.c'] });
  expect(scan(cwd, ['x/vendor', '--skip-folders', 'vendor']).files).toEqual([]);
});

test('paths may come from a file, and none of an empty one', () => {
  const folder = temporaryFolder({
    ...{ 'a.c': FREED, 'b c.c': FREED, 'd.c': FREED },
    ...{ list: 'a.c\r\n\nb c.c\n', empty: '\n' },
  });
  expect(scan(folder, ['--files-from', 'list'])).toMatchObject({
    ...{ status: 1, files: ['a.c', 'b c.c'], scanned: 2 },
  });
  expect(scan(folder, ['d.c', '--files-from', 'list']).scanned).toBe(3);
  expect(scan(folder, ['--files-from', 'empty'])).toMatchObject({
    ...{ status: 2, said: expect.stringContaining('empty lists no path: one a line') },
  });
  expect(scan(folder, ['--files-from', 'none'])).toMatchObject({
    ...{ status: 2, said: expect.stringContaining('cannot read none: no such file') },
  });
});

test.each([
  ['diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-int a;\n+int b;\n'],
  ['--- x.c\t2026-01-01\n+++ x.c\t2026-01-02\n@@ -1 +1 @@\n-int a;\n+int b;\n'],
])('a patch is no source: %j', (patch) => {
  const { status, said } = scan(temporaryFolder(), ['-'], patch);
  expect(status).toBe(2);
  expect(said).toContain('the standard input is a patch and no source');
});

test('the standard input may be a file of a folder', () => {
  const cwd = temporaryFolder({ '.github/rustward.yml': 'review: { fail_on: none }\n' });
  const { files, status } = scan(cwd, ['-', '--stdin-name', 'src/new/a.c'], FREED);
  expect([files, status]).toEqual([['src/new/a.c'], 0]);
});

test.each([
  [['sub', '-'], 'is a folder: name only files beside the standard input'],
  [['a.c', 'gone.c'], 'gone.c does not exist'],
  [['a.c', 'b.txt'], 'b.txt is no source file'],
  [['-', '--stdin-name', '../x.c'], 'is no name of a source file'],
  [['-', '--stdin-name', '/x.c'], 'is no name of a source file'],
  [['-', '--stdin-name', 'a/../../x.c'], 'is no name of a source file'],
  [['stdin.c', '-'], 'name the standard input with --stdin-name'],
])('%j is refused on one line', (args, message) => {
  const cwd = temporaryFolder({ 'a.c': FREED, 'b.txt': '', 'stdin.c': FREED, 'sub/c.c': '' });
  const { status, said } = scan(cwd, args);
  expect(said).toContain(message);
  expect([status, said.trim().split('\n').length]).toEqual([2, 1]);
});

test('a folder of a project has its names and settings; a project in another one its own', () => {
  const cwd = temporaryFolder({
    ...{ 'svc/api/a.c': FREED, 'svc/api/b.c': FREED, 'other/c.c': FREED, 'deps/d/e.c': FREED },
    '.rustward/suppressions.json5':
      "[{ rule: 'double_free', file: 'svc/api/a.c', reason: 'known' }]",
    'deps/d/.git': 'gitdir: ../../.git/modules/d\n',
  });
  const part = scan(cwd, ['svc/api']);
  expect(part.report.summary.scanned_root).toBe('svc/api');
  expect(part).toMatchObject({ status: 1, scanned: 2 });
  expect(part.files).toEqual(['svc/api/a.c', 'svc/api/b.c']);
  expect(part.ids.at(-1)).toBe(scan(cwd, ['svc/api/b.c']).ids[0]);
  // What a run over some files leaves must not stand for the whole.
  expect(existsSync(join(cwd, 'svc/api/.rustward'))).toBe(false);
  expect(scan(cwd, ['deps/d']).files).toEqual(['e.c']);
  // Wherever one is in the project, and whatever it is named by.
  for (const path of ['api', './api/', '.', join(cwd, 'svc')])
    expect(scan(join(cwd, 'svc'), [path]).files).toEqual(['svc/api/a.c', 'svc/api/b.c']);
});

test('what is staged is examined, and not what the work tree has', () => {
  const cwd = temporaryFolder({
    ...{ 'src/a.cu': 'int a;\n', 'src/b.hxx': 'int b;\n', 'c.c': 'int c;\n', 'vendor/d.c': '' },
    '.rustward/suppressions.json5': "[{ rule: 'double_free', file: 'c.c', reason: 'known' }]",
    '.github/rustward.yml': 'review: { exclude: [src/gen] }\n',
  });
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '--quiet', '--message=one');
  expect(scan(cwd, ['--staged'])).toMatchObject({ status: 0, files: [], scanned: 0 });
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  for (const name of ['src/a.cu', 'src/b.hxx', 'c.c', 'vendor/d.c', 'src/gen/e.c', 'f.md'])
    write(name, FREED);
  git(cwd, 'add', 'src/a.cu', 'c.c', 'vendor/d.c', 'src/gen/e.c', 'f.md');
  write('src/a.cu', 'int fixed_since;\n');
  // Of two that are staged and wanted one is settled; what is not staged does not count.
  expect(scan(cwd, ['--staged'])).toMatchObject({
    status: 1,
    files: ['c.c', 'src/a.cu'],
    scanned: 2,
  });
  expect(scan(join(cwd, 'src'), ['--staged'])).toMatchObject({ status: 1, files: ['src/a.cu'] });
  // `git commit -a` and `git commit FILE` have an index of their own.
  const index = join(temporaryFolder(), 'index');
  copyFileSync(join(cwd, '.git/index'), index);
  const hook = { GIT_INDEX_FILE: index };
  git(cwd, 'reset', '--quiet');
  expect(scan(cwd, ['--staged']).scanned).toBe(0);
  expect(scan(cwd, ['--staged'], '', hook)).toMatchObject({ status: 1, scanned: 2 });
  git(cwd, 'add', '.');
  git(cwd, 'rm', '--quiet', '--cached', 'src/b.hxx');
  expect(scan(cwd, ['--staged'])).toMatchObject({ status: 0, files: ['c.c'], scanned: 2 });
  expect(scan(cwd, ['--staged', '.'])).toMatchObject({
    status: 2,
    said: expect.stringContaining('--staged takes no path'),
  });
  expect(scan(temporaryFolder(), ['--staged']).said).toContain('is not in a git work tree');
});

test('what settles something counts as it is staged, and not as the work tree has it', () => {
  const cwd = temporaryFolder({ 'a.c': FREED });
  const settles = {
    '.rustward/suppressions.json5': "[{ rule: 'double_free', reason: 'known' }]",
    '.github/rustward.yml': 'review: { exclude: [a.c] }\n',
    '.gitattributes': '*.c linguist-generated\n',
  };
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  git(cwd, 'add', 'a.c');
  const scanStaged = () => scan(cwd, ['--staged']);
  for (const [name, text] of Object.entries(settles)) {
    if (name === '.gitattributes') {
      addFiles(cwd, { '.github/rustward.yml': 'review: { generated: suppress }\n' });
      git(cwd, 'add', '.github');
      expect(scanStaged()).toMatchObject({ status: 1, files: ['a.c'] });
    }
    addFiles(cwd, { [name]: text });
    expect(scanStaged()).toMatchObject({ status: 1, files: ['a.c'] });
    git(cwd, 'add', name);
    // Whatever became of it in the work tree since.
    writeFileSync(join(cwd, name), 'no: [such, file');
    expect(scanStaged()).toMatchObject({ status: 0 });
    git(cwd, 'rm', '--quiet', '--force', name);
  }
});

test('the hook for pre-commit takes the endings that a scan reads', () => {
  const file = join(import.meta.dirname, '../../../.pre-commit-hooks.yaml');
  const [hook] = z.array(z.object({ files: z.string() })).parse(parse(readFileSync(file, 'utf8')));
  // Python's `(?i:…)`, as a flag.
  const pattern = new RegExp((hook?.files ?? '').replace('(?i:', '(?:'), 'i');
  expect(hook?.files).toMatch(/^\(\?i:/);
  const endings = [...SOURCE_EXTENSIONS, '.C', '.H', '.CPP'];
  expect(endings.filter((ending) => !pattern.test(`src/a${ending}`))).toEqual([]);
  expect(['a.md', 'a.c.txt', 'c', 'a.py', 'a.CXXX'].filter((name) => pattern.test(name))).toEqual(
    [],
  );
});

const HEADER = 'struct name { char text[8]; };\n';
const USER =
  '#include <string.h>\n#include "name.h"\nvoid set(struct name *n) {\n  strcpy(n->text, "far too long for it");\n}\n';

test('headers that a named file includes are read, and not reported on', () => {
  const cwd = temporaryFolder({
    ...{ 'src/a.c': USER, 'include/name.h': `${HEADER}${FREED}`, 'src/other.c': FREED },
    '.github/rustward.yml': '',
  });
  const whole = scan(cwd, ['.']);
  const alone = scan(cwd, ['src/a.c']);
  expect(alone).toMatchObject({ status: 1, files: ['src/a.c'], scanned: 1 });
  expect(whole.ids).toContain(alone.ids[0]);
  expect(scan(cwd, ['src']).files).toEqual(['src/a.c', 'src/other.c']);
  expect(scan(cwd, ['src/a.c', '-', '--stdin-name', 'src/b.c'], USER).files).toEqual([
    'src/a.c',
    'src/b.c',
  ]);
  expect(scan(cwd, ['-', '--stdin-name', 'src/b.c'], USER).files).toEqual(['src/b.c']);
  // Elsewhere what is beside, and in folders that are named.
  const other = temporaryFolder({
    'a.c': USER,
    'inc/name.h': HEADER,
    'b/a.c': USER,
    'b/name.h': HEADER,
  });
  expect(scan(other, ['a.c']).status).toBe(0);
  expect(scan(other, ['a.c', '-I', 'inc']).status).toBe(1);
  const { report } = scan(other, ['a.c', '-I', 'gone', '-I', '../outside']);
  const skipped = report.summary.skipped.map(({ file }: { file: string }) => file);
  expect(skipped).toEqual(['../outside', 'a.c', 'gone']);
  expect(scan(other, ['b', '-I', 'inc']).files).toEqual(['b/a.c']);
  expect(scan(other, ['b/a.c']).status).toBe(1);
  // In a folder of a project, too.
  const inFolder = join(cwd, 'src');
  expect(scan(inFolder, ['a.c'])).toMatchObject({ status: 1, files: ['src/a.c'] });
  expect(scan(inFolder, ['-', '--stdin-name', 'b.c'], USER).files).toEqual(['src/b.c']);
  expect(scan(cwd, [join(other, 'b/a.c')])).toMatchObject({ status: 1, files: ['a.c'] });
});

test('a review of some files is about what has changed in them, with all of the tree', () => {
  const cwd = temporaryFolder({
    ...{ 'src/a.c': '', 'src/b.c': '', 'lib/c.c': '', 'lib/free.c': '' },
    '.rustward/suppressions.json5': "[{ rule: 'double_free', file: 'src/b.c', reason: 'known' }]",
  });
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '--quiet', '--message=one');
  const twice =
    'void give_back(char *);\nvoid drop(char *p) {\n  give_back(p);\n  give_back(p);\n}\n';
  writeFileSync(
    join(cwd, 'lib/free.c'),
    '#include <stdlib.h>\nvoid give_back(char *p) { free(p); }\n',
  );
  for (const name of ['src/a.c', 'src/b.c', 'lib/c.c']) writeFileSync(join(cwd, name), twice);
  const review = (...paths: string[]) => {
    const args = ['review', ...paths, '--base', 'main', '--no-model', '--no-reproduce'];
    return run(cwd, args);
  };
  expect(review('src/a.c').files).toEqual(['src/a.c']);
  expect(existsSync(join(cwd, '.rustward/sec/candidates.jsonl'))).toBe(false);
  const all = review('.');
  expect(all.files).toEqual(['lib/c.c', 'src/a.c', 'src/b.c']);
  const one = review('src/a.c');
  expect(one).toMatchObject({ status: 1, files: ['src/a.c'], ids: [all.ids[1]] });
  expect(one.report.comparison).toMatchObject({ changed_files: 1 });
  expect(review('src').files).toEqual(['src/a.c', 'src/b.c']);
  expect(review('src/b.c')).toMatchObject({ status: 0, files: ['src/b.c'] });
  expect(review('src/b.c', 'lib').files).toEqual(['lib/c.c', 'src/b.c']);
  expect(review('-')).toMatchObject({
    status: 2,
    said: expect.stringContaining('- stands for a change of its own'),
  });
});

test('folders with headers are those of the tree for the standard input, too', () => {
  const cwd = temporaryFolder({
    'inc/name.h': HEADER,
    'other/x.h': '',
    'a.c': '',
    '.github/rustward.yml': '',
  });
  const { report, status } = scan(
    cwd,
    ['-', '--stdin-name', 'a.c', '-I', 'inc', '-I', 'other', '-I', 'gone'],
    USER,
  );
  expect(status).toBe(1);
  const skipped = report.summary.skipped.map(({ file }: { file: string }) => file);
  expect(skipped).toEqual(['gone']);
});

test('what is staged, and the standard input, is read as the list of commands says', () => {
  const guarded = `#ifdef NEVER\n${FREED}#endif\nint a;\n`;
  const list = JSON.stringify([{ directory: '/b', file: '/b/a.c', command: 'cc -c a.c' }]);
  const cwd = temporaryFolder({ 'a.c': guarded });
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  git(cwd, 'add', '.');
  expect(scan(cwd, ['--staged'])).toMatchObject({ status: 1, files: ['a.c'] });
  mkdirSync(join(cwd, 'build'));
  writeFileSync(join(cwd, 'build/compile_commands.json'), list);
  expect(scan(cwd, ['--staged'])).toMatchObject({ status: 0, files: [] });
  expect(scan(cwd, ['-', '--stdin-name', 'a.c'], guarded)).toMatchObject({ status: 0, files: [] });
  const named = scan(cwd, ['a.c', '--compile-commands', 'build']);
  expect(named).toMatchObject({ status: 0, files: [] });
});

test('what is staged has no commit for a baseline, and says what has', () => {
  const cwd = temporaryFolder({ 'a.c': FREED });
  git(cwd, 'init', '--quiet');
  git(cwd, 'add', 'a.c');
  const { status, said } = scan(cwd, ['--staged', '--baseline', 'HEAD']);
  expect(status).toBe(2);
  expect(said).toContain('--baseline HEAD is no file: --staged is compared with an earlier result');
  expect(said).toContain("'git diff --cached | rustward review -'");
});

test('where no source is staged, that is what is said', () => {
  const cwd = temporaryFolder({ 'a.c': FREED });
  git(cwd, 'init', '--quiet');
  const { status, said } = scan(cwd, ['--staged']);
  expect(status).toBe(0);
  expect(said).toContain('nothing to scan: no C, C++ or Rust source is staged');
});
