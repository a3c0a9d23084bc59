import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  callPaths,
  findCallees,
  findCallers,
  findDefinition,
} from '../../../src/agent/tools/call-graph-tools.ts';
import { executeScript } from '../../../src/agent/tools/execute-script.ts';
import { gitBlame, gitLog } from '../../../src/agent/tools/history-tools.ts';
import { listFiles } from '../../../src/agent/tools/list-files.ts';
import { readCode } from '../../../src/agent/tools/read-code.ts';
import { searchCode } from '../../../src/agent/tools/search-code.ts';
import { readOnlyTools } from '../../../src/agent/tools/tool-sets.ts';
import { openRepository } from '../../../src/workspace/git/repository.ts';
import { NoSandbox } from '../../../src/workspace/sandbox/unsandboxed.ts';
import { memorySandbox } from '../../fakes/memory-sandbox.ts';
import { agentTree, answerOf } from '../../support/agent-tree.ts';
import { bubblewrapRuns, inSandbox, users } from '../../support/bubblewrap.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILES = {
  'a.c': 'int main(void) {\n  return run();\n}\n',
  'lib/b.c': 'int run(void) { return 0; } // run\n',
  'lib/out.o': '\0binary run',
  'notes.md': 'Run it.\n',
  'ignored/c.c': 'int run2(void);\n',
  '.gitignore': 'ignored/\n',
};

test('the lines of a private key are not shown, also when its beginning is not among them', async () => {
  const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
  const pem = `-----BEGIN PRIVATE KEY-----\n${body}\n${body}\n-----END PRIVATE KEY-----\n`;
  const tree = agentTree(
    temporaryFolder({ 'key.h': `static const char key[] = R"(\n${pem})";\n` }),
  );
  const ranges = [{ file: 'key.h', start: 3, end: 4 }];
  const read = await answerOf(readCode(tree), { ranges });
  const found = await answerOf(searchCode(tree), { pattern: 'MIIE' });
  for (const text of [read, found]) {
    expect(text).toContain('[redacted]');
    expect(text).not.toContain('MIIE');
  }
});

describe('read_code', () => {
  test('numbers the lines of several ranges', async () => {
    const tool = readCode(agentTree(temporaryFolder(FILES)));
    const ranges = [{ file: 'a.c', start: 2, end: 3 }, { file: 'lib/b.c' }];
    expect(await answerOf(tool, { ranges })).toBe(
      'a.c, lines 2 to 3 of 3:\n    2 |   return run();\n    3 | }\n\n' +
        'lib/b.c, lines 1 to 1 of 1:\n    1 | int run(void) { return 0; } // run',
    );
  });

  test('shows a few lines more than the limit rather than leave them for another call', async () => {
    const text = Array.from({ length: 600 }, (_, at) => `int a${at};`).join('\n');
    const tool = readCode(agentTree(temporaryFolder({ 'long.c': text })));
    const whole = await answerOf(tool, { ranges: [{ file: 'long.c', start: 100, end: 520 }] });
    expect(whole).toContain('  520 | int a519;');
    expect(whole).not.toContain('not shown for length');
    const part = await answerOf(tool, { ranges: [{ file: 'long.c', start: 100, end: 600 }] });
    expect(part).toContain('[not shown for length: ask for long.c from 500 to 600]');
    const two = [
      { file: 'long.c', start: 1, end: 420 },
      { file: 'long.c', start: 500, end: 501 },
    ];
    expect(await answerOf(tool, { ranges: two })).toContain('ask for long.c from 500 to 501');
  });

  test.each([
    ['a.c', 9, 12, /only 3 lines/],
    ['none.c', 1, 2, /does not exist; list_files/],
    ['lib', 1, 2, /is a folder/],
    ['lib/out.o', 1, 2, /is binary/],
    ['/etc/passwd', 1, 2, /is absolute/],
    ['../x', 1, 2, /leads upwards/],
    ['a\0.c', 1, 2, /NUL/],
    ['.git/config', 1, 2, /part of git/],
    ['link', 1, 2, /out of the tree/],
    ['up/secret', 1, 2, /out of the tree/],
  ])('refuses %j', async (file, start, end, why) => {
    const folder = temporaryFolder(FILES);
    const outside = temporaryFolder({ secret: 'canary' });
    symlinkSync(join(outside, 'secret'), join(folder, 'link'));
    symlinkSync(outside, join(folder, 'up'));
    const tool = readCode(agentTree(folder));
    const text = await answerOf(tool, { ranges: [{ file, start, end }] });
    expect(text).toMatch(why);
    expect(text).not.toContain('canary');
  });

  test('refuses a device and does not wait for a pipe', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const tool = readCode(agentTree(folder));
    expect(await answerOf(tool, { ranges: [{ file: 'pipe' }] })).toMatch(
      /neither a file nor a folder/,
    );
  });

  test('gives the first lines of what is too long, and says how to get the others', async () => {
    const folder = temporaryFolder({ 'long.c': 'x;\n'.repeat(5000), 'b.c': 'y;\n' });
    const tool = readCode(agentTree(folder));
    const ranges = [{ file: 'long.c', start: 11, end: 3000 }, { file: 'b.c' }];
    const text = await answerOf(tool, { ranges });
    expect(text).toContain('long.c, lines 11 to 410 of 5000:');
    expect(text).toContain('  410 | x;\n[not shown for length: ask for long.c from 411 to 3000]');
    expect(text).toMatch(/\[not shown for length: ask for b\.c from 1 to 1\]$/);
    expect(await answerOf(tool, { ranges: [{ file: 'long.c' }] })).toMatch(
      /lines 1 to 400 of 5000/,
    );
  });
});

describe('list_files', () => {
  test('lists what git does not ignore', async () => {
    const tool = listFiles(agentTree(gitRepository(FILES)));
    expect(await answerOf(tool, {})).toBe(
      [
        '.gitignore (9 bytes)',
        'a.c (35 bytes)',
        'lib/b.c (35 bytes)',
        'lib/out.o (11 bytes)',
        'notes.md (8 bytes)',
      ].join('\n'),
    );
    expect(await answerOf(tool, { folder: 'lib' })).toMatch(/^lib\/b\.c .*\nlib\/out\.o .*$/);
    expect(await answerOf(tool, { folder: '..' })).toMatch(/leads upwards/);
  });
});

describe('search_code', () => {
  const search = (args: object) => answerOf(searchCode(agentTree(gitRepository(FILES))), args);

  test('finds lines by a regular expression, in text files that are not ignored', async () => {
    expect(await search({ pattern: '\\brun\\b' })).toBe(
      'a.c:2:   return run();\nlib/b.c:1: int run(void) { return 0; } // run',
    );
  });

  test('narrows by folder, file, glob and case', async () => {
    expect(await search({ pattern: 'run', folder: 'lib' })).toMatch(/^lib\/b\.c:1: .*$/);
    expect(await search({ pattern: 'run', folder: 'a.c' })).toBe('a.c:2:   return run();');
    expect(await search({ pattern: 'run', glob: '*.md', ignore_case: true })).toBe(
      'notes.md:1: Run it.',
    );
    expect(await search({ pattern: 'run', glob: '*.{c,h}' })).toBe(
      'a.c:2:   return run();\nlib/b.c:1: int run(void) { return 0; } // run',
    );
    expect(await search({ pattern: 'run', glob: '{a,lib/{b,d}}.c' })).toContain('lib/b.c:1: ');
    expect(await search({ pattern: '(', literal: true, folder: 'a.c' })).toMatch(/^a\.c:1: /);
    expect(await search({ pattern: 'nowhere' })).toBe('No line matches.');
  });

  test('says what is wrong with a pattern', async () => {
    expect(await search({ pattern: '(' })).toMatch(/no regular expression of RE2 .*set literal/);
  });

  test('a pattern that would take a backtracking engine for ever takes no time', async () => {
    const folder = temporaryFolder({ 'a.c': `${'a'.repeat(50_000)}!\n` });
    const tool = searchCode(agentTree(folder));
    expect(await answerOf(tool, { pattern: '^(a|a)*$' })).toBe('No line matches.');
  });

  test('names matches in tests last', async () => {
    const folder = temporaryFolder({ 'a/test/t.c': 'x;\n', 'b.c': 'x;\n', 'test_a.c': 'x;\n' });
    const text = await answerOf(searchCode(agentTree(folder)), { pattern: 'x' });
    expect(text.split('\n').map((line) => line.split(':')[0])).toEqual([
      'b.c',
      'a/test/t.c',
      'test_a.c',
    ]);
  });

  test('stops at a hundred matches, and says so', async () => {
    const folder = temporaryFolder({ 'a.c': 'x;\n'.repeat(1000) });
    const text = await answerOf(searchCode(agentTree(folder)), { pattern: 'x' });
    expect(text.split('\n')).toHaveLength(101);
    expect(text).toMatch(/more than 100 matches/);
  });
});

describe('the tools of the call graph', () => {
  const at = (name: string, calls: readonly string[], fieldCalls: readonly string[] = []) => ({
    ...{ file: 'a.c', name, line: 1, endLine: 3, calls, fieldCalls },
  });
  const tree = agentTree('/', [
    ...[at('main', ['run']), at('run', ['memcpy'], ['on_read']), at('on_read', [])],
  ]);

  test('answer from the graph', async () => {
    expect(await answerOf(findDefinition(tree), { name: 'run' })).toBe('run (a.c:1-3)');
    expect(await answerOf(findCallers(tree), { name: 'memcpy' })).toBe('run (a.c:1-3)');
    const perhaps = 'run (a.c:1-3), perhaps, through a field';
    expect(await answerOf(findCallers(tree), { name: 'on_read' })).toBe(perhaps);
    expect(await answerOf(findCallers(tree), { name: 'main' })).toBe(
      'Nothing is known to call main.',
    );
    expect(await answerOf(findCallees(tree), { name: 'run' })).toBe(
      'run (a.c:1-3) calls:\n  memcpy (not defined in the project)\n  on_read (a.c:1-3), perhaps, through a field',
    );
    expect(await answerOf(callPaths(tree), { from: 'main', to: 'memcpy' })).toBe(
      'main -> run -> memcpy',
    );
    expect(await answerOf(callPaths(tree), { from: 'run', to: 'main' })).toMatch(/^No known calls/);
  });

  test('show the body of a definition, and say how the rest of a long one is read', async () => {
    const body = (lines: number) => `int run(void)\n{\n${'    step();\n'.repeat(lines)}}\n`;
    const run = { ...at('run', []), endLine: 4 };
    const short = agentTree(temporaryFolder({ 'a.c': body(1) }), [run]);
    expect(await answerOf(findDefinition(short), { name: 'run' })).toBe(
      'run (a.c:1-4)\n    1 | int run(void)\n    2 | {\n    3 |     step();\n    4 | }',
    );
    const long = agentTree(temporaryFolder({ 'a.c': body(397) }), [{ ...run, endLine: 400 }]);
    expect(await answerOf(findDefinition(long), { name: 'run' })).toMatch(
      /320 \| {5}step\(\);\n\[80 more lines: read_code shows them, a\.c from 321 to 400\]$/,
    );
  });

  test('show the long body of the one function of a name that is called most', async () => {
    const body = `int run(void)\n{\n${'    step();\n'.repeat(37)}}\n`;
    const run = (file: string) => ({ ...at('run', []), file, endLine: 40 });
    const caller = { ...at('main', ['run']), file: 'two/main.c' };
    const several = agentTree(temporaryFolder({ 'one/a.c': body, 'two/a.c': body }), [
      ...[run('one/a.c'), run('two/a.c'), caller],
    ]);
    const text = await answerOf(findDefinition(several), { name: 'run' });
    expect(text).toMatch(/^run \(two\/a\.c:1-40\)\n {4}1 \| int run/);
    expect(text).toMatch(/\nrun \(one\/a\.c:1-40\): for its body give file one\/a\.c$/);
    const other = await answerOf(findDefinition(several), { name: 'run', file: 'one/a.c' });
    expect(other).toMatch(/^run \(one\/a\.c:1-40\)\n {4}1 \| int run/);
  });

  test('search_code names the function around each match', async () => {
    const files = { 'a.c': 'int limit;\nint run(void)\n{\n    return limit;\n}\n' };
    const run = { ...at('run', []), line: 2, endLine: 5 };
    const found = await answerOf(searchCode(agentTree(temporaryFolder(files), [run])), {
      pattern: 'limit',
    });
    expect(found).toBe('a.c:1: int limit;\na.c:4: in run:     return limit;');
  });

  test('give the lines of calls', async () => {
    const files = {
      'a.c': 'int main(void)\n{\n    step();\n    run();\n}\n',
      'b.c': 'int run(void)\n{\n    memcpy(a, b, n);\n}\n',
    };
    const place = (file: string, name: string, calls: string[], endLine: number) => ({
      ...{ file, name, calls, line: 1, endLine, fieldCalls: [] },
    });
    const called = agentTree(temporaryFolder(files), [
      place('a.c', 'main', ['run', 'step'], 5),
      place('b.c', 'run', ['memcpy'], 4),
    ]);
    expect(await answerOf(findCallers(called), { name: 'run' })).toBe('main (a.c:1-5), on line 4');
    expect(await answerOf(callPaths(called), { from: 'main', to: 'memcpy' })).toBe(
      'main (a.c:4) -> run (b.c:3) -> memcpy',
    );
  });

  test('name a function that may be meant', async () => {
    const named = agentTree('/', [at('xmlSaveUri', []), at('other', [])]);
    expect(await answerOf(findDefinition(named), { name: 'xmlSaveURI' })).toMatch(
      /no function xmlSaveURI; there is xmlSaveUri; search_code/,
    );
  });

  test('say how to go on where there is no such function', async () => {
    expect(await answerOf(findDefinition(tree), { name: 'x' })).toMatch(
      /no function x; search_code/,
    );
    expect(await answerOf(callPaths(tree), { from: 'x', to: 'run' })).toMatch(/no function x/);
  });
});

describe('the tools of the history', () => {
  test('tell of commits and lines', async () => {
    const folder = gitRepository(FILES);
    writeFileSync(join(folder, 'a.c'), 'int main(void) {\n  return walk();\n}\n');
    commitAll(folder);
    const tree = agentTree(folder, [], { git: await openRepository(folder) });
    const log = await answerOf(gitLog(tree), { path: 'a.c' });
    expect(log).toMatch(/^[0-9a-f]+ 2024-01-01 change\n[0-9a-f]+ 2024-01-01 change$/);
    const blame = await answerOf(gitBlame(tree), { file: 'a.c', start: 2, end: 2 });
    expect(blame).toMatch(/Test +2024-01-01 +2\) {3}return walk\(\);$/);
    expect(await answerOf(gitBlame(tree), { file: 'a.c', start: 90, end: 91 })).toMatch(
      /error: git blame/,
    );
    expect(await answerOf(gitLog(tree), { path: '../x' })).toMatch(/leads upwards/);
  });

  test('run no program that the repository names', async () => {
    const folder = gitRepository({ ...FILES, '.gitattributes': '*.c diff=evil\n' });
    const mark = join(temporaryFolder(), 'ran');
    const program = join(folder, 'evil.sh');
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\ncat "$1"\n`, { mode: 0o755 });
    for (const [name, value] of [
      ['diff.evil.textconv', program],
      ['log.showSignature', 'true'],
      ['gpg.program', program],
      ['core.fsmonitor', program],
      ['core.pager', program],
    ] as const) {
      git(folder, 'config', name, value);
    }
    const tree = agentTree(folder, [], { git: await openRepository(folder) });
    await answerOf(gitLog(tree), { path: 'a.c' });
    await answerOf(gitBlame(tree), { file: 'a.c', start: 1, end: 2 });
    expect(() => execFileSync('ls', [mark], { stdio: 'ignore' })).toThrow();
  });

  test('say so where there is no git', async () => {
    const tree = agentTree(temporaryFolder(FILES));
    expect(await answerOf(gitLog(tree), { path: 'a.c' })).toMatch(/no git history/);
  });
});

describe('execute_script', () => {
  test('runs in the sandbox, with the tree for reading', async () => {
    const sandbox = memorySandbox(() => ({ stdout: 'ok\n' }));
    const root = temporaryFolder();
    const text = await answerOf(executeScript(agentTree(root, [], { sandbox })), { script: 'ls' });
    expect(text).toMatch(
      /^The script exited with status 0\.\nStandard output:\nok\n\nStandard error:\n\(empty\)\nMachine: \d+ CPUs; installed: .+\.$/,
    );
    expect(sandbox.commands).toEqual([
      expect.objectContaining({
        command: ['/bin/sh', '-s'],
        input: 'ls',
        tree: root,
        access: 'read',
      }),
    ]);
    expect(sandbox.commands[0]?.environment).toBeUndefined();
  });

  test.each([
    [{ end: { kind: 'exited', status: 2 } }, /exited with status 2/],
    [
      { end: { kind: 'stopped', limit: 'memory' }, reached: ['memory'] },
      /limit of memory; limits reached: memory/,
    ],
  ] as const)('a run that did not end well is an error: %j', async (result, message) => {
    const sandbox = memorySandbox(() => result);
    const text = await answerOf(executeScript(agentTree('/', [], { sandbox })), { script: 'x' });
    expect(text).toMatch(/^error: The script/);
    expect(text).toMatch(message);
  });

  test('what was printed until the time was over is given, long as it is', async () => {
    const stdout = `${'line\n'.repeat(1000)}last line`;
    const end = { kind: 'stopped', limit: 'wall time' } as const;
    const sandbox = memorySandbox(() => ({ end, stdout }));
    const text = await answerOf(executeScript(agentTree('/', [], { sandbox })), { script: 'x' });
    expect(text).toContain('stopped at its limit of wall time');
    expect(text).toContain(stdout);
  });

  test('its description names the limits', () => {
    const { description } = executeScript(agentTree('/', [], { sandbox: memorySandbox() }));
    expect(description).toMatch(/256 MB in \/tmp.*1024 MB of memory; 60 seconds.*compilers/);
  });

  test('says how to go on where nothing can run', async () => {
    const sandbox = new NoSandbox(['install bubblewrap']);
    const text = await answerOf(executeScript(agentTree('/', [], { sandbox })), { script: 'x' });
    expect(text).toMatch(/install bubblewrap.*Go on without running anything/);
  });
});

inSandbox.each(users)('execute_script in bubblewrap, run by %s (needs bubblewrap)', (user) => {
  test('reads the tree, and changes nothing', async () => {
    const { tree: ownTree, sandbox } = bubblewrapRuns(user);
    const root = ownTree();
    const tool = executeScript(agentTree(root, [], { sandbox: sandbox() }));
    expect(await answerOf(tool, { script: 'ls; x=1\necho $((x + 1))' })).toMatch(/escape\n2\n/);
    expect(await answerOf(tool, { script: 'rm escape' })).toMatch(
      /status 1[\s\S]*Read-only file system/,
    );
  });
});

test('the tools for reading neither write nor go by the same name', () => {
  const tools = readOnlyTools(agentTree('/'));
  expect(new Set(tools.map(({ name }) => name)).size).toBe(10);
  expect(tools.filter(({ permission }) => permission !== 'read').map(({ name }) => name)).toEqual([
    'execute_script',
  ]);
  for (const { parameters } of tools) {
    expect(parameters).toMatchObject({ type: 'object', additionalProperties: false });
  }
});
