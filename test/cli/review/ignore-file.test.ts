import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { rustward } from '../../support/command-line.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';
import { addFiles } from '../../support/temporary-folder.ts';

const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';
const SOUND = 'int one(void) { return 1; }\n';

function run(cwd: string, args: readonly string[]) {
  const done = rustward([...args, '--no-cache', '--no-state', '--format', 'json'], cwd);
  const report = JSON.parse(done.stdout);
  const files: string[] = report.candidates.map(({ file }: { file: string }) => file);
  return { status: done.status, said: done.stderr, files: files.sort(), report };
}

const TREE = {
  'a.c': FREED,
  'old/b.c': FREED,
  'src/gen/c.c': FREED,
  'src/d.c': FREED,
  'src/e.c': FREED,
};

test('a scan leaves out what ignore files say, with those of folders, and names it as it names what patterns leave out', () => {
  const root = gitRepository({
    ...TREE,
    '.github/rustward.yml': 'review: { exclude: [a.c, src/e.c] }\n',
    '.rustwardignore': 'old/\n!/src/e.c\n',
    'src/.rustwardignore': '/gen/\n',
  });
  expect(run(root, ['scan', '.'])).toMatchObject({ status: 1, files: ['src/d.c', 'src/e.c'] });
  expect(run(root, ['scan', 'src']).files).toEqual(['src/d.c', 'src/e.c']);
  const { said } = run(root, ['scan', '.', '--verbose']);
  expect(said).toContain('left out by the pattern old/: old/b.c');
  expect(said).toContain('left out by the pattern /src/gen/: src/gen/c.c');
  expect(run(root, ['scan', 'old/b.c']).said).toContain(
    'warning: old/b.c is named, and left out by the pattern old/',
  );
  expect(run(root, ['scan', '.', '--no-config']).files).toHaveLength(5);
  expect(run(root, ['scan', '.', '--exclude', '!old/', '--exclude', 'src/']).files).toEqual([
    'old/b.c',
  ]);
});

test('where all is left out, the file is named as what may do so', () => {
  const root = gitRepository({ 'a.c': FREED, '.rustwardignore': '*.c\n' });
  const { stderr, status } = rustward(['scan', '.', '--no-cache', '--no-state'], root);
  expect(status).toBe(3);
  expect(stderr).toContain('a.c is left out by the pattern *.c: see --exclude, .rustwardignore');
});

test('a change is reviewed by the files of its base: its own silence nothing', () => {
  const root = gitRepository({ 'old/a.c': SOUND, 'b.c': SOUND, '.rustwardignore': 'old/\n' });
  git(root, 'switch', '--quiet', '--create', 'topic');
  addFiles(root, { 'old/a.c': FREED, 'b.c': FREED, '.rustwardignore': '*.c\n' });
  writeFileSync(join(root, '.rustwardignore'), 'old/\n*.c\n');
  commitAll(root);
  const { status, files, report } = run(root, ['review', '.', '--base', 'main', '--no-model']);
  expect({ status, files }).toEqual({ status: 1, files: ['b.c'] });
  expect(report.comparison.left_out_files).toBe(1);
  expect(report.notice).toContain('old/a.c is left out by the pattern old/.');
});

test('where no common ancestor is known, as in a shallow clone, the named commit settles it', () => {
  const root = gitRepository({ 'old/a.c': SOUND, 'b.c': SOUND, '.rustwardignore': 'old/\n' });
  git(root, 'switch', '--quiet', '--orphan', 'other');
  addFiles(root, { 'old/a.c': FREED, 'b.c': FREED });
  commitAll(root);
  expect(run(root, ['review', '.', '--base', 'main', '--no-model']).files).toEqual(['b.c']);
});

test('what is staged is left out by the staged files', () => {
  const root = gitRepository({ 'b.c': SOUND, 'src/c.c': SOUND });
  addFiles(root, { 'b.c': FREED, 'src/c.c': FREED, 'src/.rustwardignore': 'c.c\n' });
  git(root, 'add', '--all');
  addFiles(root, { '.rustwardignore': 'b.c\n', 'src/.rustwardignore': '' });
  expect(run(root, ['scan', '--staged']).files).toEqual(['b.c']);
});
