import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SHORT_LIVED } from '../../support/compiled.ts';
import { CLI } from '../../support/once/program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';

function scan(cwd: string, args: readonly string[], input = '') {
  const all = [...SHORT_LIVED, CLI, 'scan', ...args, '--format', 'json'];
  const run = spawnSync(process.execPath, [...all, '--no-cache'], { cwd, input, encoding: 'utf8' });
  const report = run.stdout === '' ? undefined : JSON.parse(run.stdout);
  const files: string[] = report?.candidates.map(({ file }: { file: string }) => file) ?? [];
  return { status: run.status, said: run.stderr, files, scanned: report?.summary.scanned_files };
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

test('the standard input is a file among others', () => {
  const cwd = temporaryFolder({ 'sub/a.c': FREED, 'b.c': FREED });
  const { files, status } = scan(cwd, ['sub/a.c', '-'], FREED);
  expect(files).toEqual(['stdin.c', 'sub/a.c']);
  expect(status).toBe(1);
  const named = scan(cwd, ['-', '--stdin-name', 'x.rs'], 'fn twice(x: u8) -> u8 { x + x }\n');
  expect([named.status, named.scanned]).toEqual([0, 1]);
  expect(readFileSync(join(cwd, 'b.c'), 'utf8')).toBe(FREED);
});

test.each([
  [['a.c', '.'], 'is a folder: name it alone, or only files'],
  [['a.c', 'gone.c'], 'gone.c does not exist'],
  [['a.c', 'b.txt'], 'b.txt is no source file'],
  [['-', '--stdin-name', '../x.c'], 'is no name of a source file'],
  [['stdin.c', '-'], 'name the standard input with --stdin-name'],
])('%j is refused on one line', (args, message) => {
  const cwd = temporaryFolder({ 'a.c': FREED, 'b.txt': '', 'stdin.c': FREED });
  const { status, said } = scan(cwd, args);
  expect(said).toContain(message);
  expect([status, said.trim().split('\n').length]).toEqual([2, 1]);
});
