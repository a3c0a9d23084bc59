import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseCompileCommands } from '../../../src/migration/scan/compile-commands.ts';
import { scanUnits } from '../../../src/migration/scan/scan-units.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const files = new Set(['src/a.c', 'src/b.c']);

test('commands in both forms, with folders relative to where they ran', () => {
  const database = [
    {
      directory: '/p/build',
      file: '../src/a.c',
      command: 'cc -I../inc "-DA=\\"x\\"" -c ../src/a.c',
    },
    { directory: '/p', file: '/p/src/b.c', arguments: ['cc', '-I', 'inc', '-c', 'src/b.c'] },
    { directory: '/p', file: 'src/b.c', arguments: ['cc', '-DSECOND'] },
    { directory: '/p', file: 'other.c', command: 'cc' },
  ];
  expect(parseCompileCommands(JSON.stringify(database), '/p', files)).toEqual({
    flags: new Map([
      ['src/a.c', { kept: ['-I./inc', '-DA="x"'], refused: [] }],
      ['src/b.c', { kept: ['-I./inc'], refused: [] }],
    ]),
    problems: [],
  });
});

test('a list from another machine', () => {
  const database = [
    {
      directory: '/home/x/proj/out',
      file: '/home/x/proj/src/a.c',
      command: 'cc -I../inc -I/home/x',
    },
  ];
  const { flags } = parseCompileCommands(JSON.stringify(database), '/elsewhere', files);
  expect(flags.get('src/a.c')).toEqual({ kept: ['-I./inc'], refused: ['-I /home/x'] });
});

test.each(['', '{', '{}', '[{"file": 1}]', 'null'])('%j is no list of commands', (text) => {
  expect(parseCompileCommands(text, '/p', files)).toEqual({
    flags: new Map(),
    problems: ['compile_commands.json is no such list'],
  });
});

withClang('a project with compile_commands.json', () => {
  test('the flags that matter reach clang', async () => {
    const root = temporaryFolder({
      'src/a.c': '#include <conf.h>\nint f(void) { return ANSWER + N; }\n',
      'inc/conf.h': '#define ANSWER 42\n',
    });
    const database = [{ directory: root, file: 'src/a.c', command: 'cc -Iinc -DN=1 -c src/a.c' }];
    const { units, problems } = await scanUnits(
      withDatabase(root, database),
      ['src/a.c'],
      clangHere(),
    );
    expect(problems).toEqual([]);
    expect(units[0]?.functions[0]?.macros).toEqual(['ANSWER', 'N']);
  });

  test('hostile flags do nothing, and are named', async () => {
    const root = temporaryFolder({ 'a.c': 'int f(void) { return 1; }\n', 'more.rsp': '-DX' });
    const hostile = [
      ...['-fplugin=./evil.so', '-Xclang', '-load', '-Xclang', './evil.so', '@more.rsp', '-B./bin'],
      ...['--config', './evil.cfg', '-include', '/etc/passwd', '-wrapper', 'touch,/work/touched'],
      ...['-specs=evil', '-I', '/etc', '-o', 'a.o', '-MF', 'a.d'],
    ];
    const database = [{ directory: root, file: 'a.c', arguments: ['cc', ...hostile, 'a.c'] }];
    const scanned = await scanUnits(withDatabase(root, database), ['a.c'], clangHere());
    expect(scanned.problems).toEqual([]);
    expect(scanned.units[0]?.flags).toEqual([]);
    expect(scanned.refusedFlags).toEqual([
      {
        file: 'a.c',
        flags: [
          ...['-fplugin=./evil.so', '-Xclang -load', '-Xclang ./evil.so', '@more.rsp', '-B./bin'],
          ...['--config ./evil.cfg', '-include /etc/passwd', '-wrapper touch,/work/touched'],
          ...['-specs=evil', '-I /etc'],
        ],
      },
    ]);
    expect(['touched', 'a.o', 'a.d'].filter((name) => existsSync(join(root, name)))).toEqual([]);
  });
});

function withDatabase(root: string, database: unknown): string {
  addFiles(root, { 'compile_commands.json': JSON.stringify(database) });
  return root;
}
