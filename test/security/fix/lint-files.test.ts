import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { lintFiles } from '../../../src/security/fix/lint-files.ts';
import { SourceIndex } from '../../../src/security/slice/source-index.ts';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import { NoSandbox } from '../../../src/workspace/sandbox/unsandboxed.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const grammars = loadGrammars();
const { signal } = new AbortController();

type Files = Readonly<Record<string, string>>;

function indexed(files: Files): SourceIndex {
  const root = temporaryFolder(files);
  const all = Object.keys(files).filter((file) => /\.(?:c|cpp|h|rs)$/.test(file));
  return new SourceIndex({ root, files: all.map((file) => ({ file, functions: [] })) }, grammars);
}

async function linted(before: Files, change: Files) {
  const after = { ...before, ...change };
  const sandbox = await findSandbox({ path: process.env['PATH'] });
  const paths = Object.keys(change);
  return await lintFiles(paths, indexed(before), indexed(after), { sandbox, signal });
}

const body = (lines: string) => `int f(int a, int b)\n{\n${lines}    return a + b;\n}\n`;

inSandbox('lintFiles', () => {
  test('a warning that was there before counts once, wherever it has moved to', async () => {
    const before = { 'a.c': body('    int unused;\n') };
    const good = await linted(before, { 'a.c': body('    a += 1;\n    int unused;\n') });
    expect(good).toEqual({
      check: { state: 'passed', detail: '-Wall -Wextra on a.c: no new warning' },
      output: '',
    });
    const bad = await linted(before, { 'a.c': body('    int unused;\n    if (a = b) b = 1;\n') });
    expect(bad?.check.state).toBe('failed');
    expect(bad?.check.detail).toMatch(/^the compiler warns anew: a\.c:4: suggest parentheses/);
    expect(bad?.output).toContain('[-Wparentheses]');
  });

  test('headers are found in their folders, and macros in the list of commands', async () => {
    const source = '#include "deep.h"\nint g(void)\n{\n    return DEEP + WIDTH;\n}\n';
    const command = {
      directory: '/there',
      file: 'src/g.c',
      arguments: ['cc', '-DWIDTH=3', '-Iinc', '-c', 'src/g.c'],
    };
    const files = { 'src/g.c': source, 'inc/deep.h': '#define DEEP 1\n' };
    const change = { 'src/g.c': `${source}\n` };
    const listed = { ...files, 'compile_commands.json': JSON.stringify([command]) };
    expect((await linted(listed, change))?.check.state).toBe('passed');
    expect((await linted(files, change))?.check).toMatchObject({
      state: 'not run',
      detail: expect.stringMatching(/^src\/g\.c does not compile by itself: src\/g\.c:4: .*WIDTH/),
    });
    const plain = { 'src/g.c': source.replace(' + WIDTH', '') };
    expect(
      (await linted({ ...files, ...plain }, { 'src/g.c': `${plain['src/g.c']}\n` }))?.check.state,
    ).toBe('passed');
  });

  test('what does not compile any more is new, and C++ has a compiler of its own', async () => {
    const before = { 'a.cpp': 'int f() { return 0; }\n' };
    expect((await linted(before, { 'a.cpp': 'auto f() { return nullptr; }\n' }))?.check.state).toBe(
      'passed',
    );
    expect((await linted(before, { 'a.cpp': 'int f() { return x; }\n' }))?.check).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('a.cpp:1:'),
    });
  });
});

test('Rust has no such compiler, and nothing runs without a sandbox', async () => {
  const [rust, c] = [indexed({ 'a.rs': '' }), indexed({ 'a.c': '' })];
  const deps = { sandbox: new NoSandbox(['none here']), signal };
  expect(await lintFiles(['a.rs'], rust, rust, deps)).toBeUndefined();
  expect((await lintFiles(['a.c'], c, c, deps))?.check).toMatchObject({
    state: 'not run',
    detail: expect.stringContaining('there is no sandbox'),
  });
});
