import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { rustward } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { git, gitRepository } from '../support/git-repository.ts';
import { CLI } from '../support/once/program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CLEAN = 'int twice(int x) { return x + x; }\n';
const ONLY_RUST = 'review: { languages: [rust] }\n';

/** One line, no stack trace, and nothing on the standard output. */
function expectRefusal(args: readonly string[], message: string): void {
  const { status, stdout, stderr } = rustward(args);
  expect(stderr).toMatch(/^rustward: [^\n]*\n$/);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  expect(stdout).toBe('');
  expect(status).toBe(2);
}

/** The result of a scan that keeps no state, with its JSON report. */
function scanned(folder: string) {
  const { status, stdout, stderr } = rustward(['scan', folder, '--no-state', '--format', 'json']);
  return { status, stderr, report: JSON.parse(stdout) };
}

describe('a request that cannot be met is refused on one line', () => {
  const folder = () =>
    temporaryFolder({ 'a.c': CLEAN, 'notes.txt': 'x', 'broken.json': '{"runs":' });

  test('a path that does not exist', () => {
    expectRefusal(['scan', '/no/such/place'], '/no/such/place does not exist');
  });

  test('a file that is no source', () => {
    expectRefusal(['scan', join(folder(), 'notes.txt')], 'is no source file');
  });

  test('a folder for the state below a file; one that is missing is made', () => {
    const root = folder();
    expectRefusal(
      ['scan', root, '--state-dir', join(root, 'notes.txt/x')],
      'cannot make the folder',
    );
    const place = join(root, 'kept', 'here');
    expect(rustward(['scan', root, '--state-dir', place]).status).toBe(0);
    expect(readdirSync(join(place, '.rustward', 'sec'))).toContain('candidates.jsonl');
  });

  test.each([
    ['notes.txt/report.json', 'a part of its path is not a folder'],
    ['notes.txt/absent/report.json', 'a part of its path is not a folder'],
  ])('an output at %s', (place, message) => {
    const root = folder();
    expectRefusal(['scan', root, '--output', join(root, place)], message);
    expect(readdirSync(root)).toEqual(['a.c', 'broken.json', 'notes.txt']);
  });

  test('an output in a place where nobody may write', () => {
    expectRefusal(
      ['scan', folder(), '--report', 'sarif=/proc/r.sarif'],
      'cannot write /proc/r.sarif',
    );
  });

  test('two reports to one file', () => {
    const root = folder();
    const file = join(root, 'r');
    expectRefusal(
      ['scan', root, '--output', file, '--report', `json=${file}`],
      'cannot both go to',
    );
  });

  test.each([
    ['broken.json', 'cannot be used: it is neither a JSON report'],
    ['notes.txt', 'cannot be used'],
    ['a-commit', 'is neither a file nor a commit'],
  ])('the baseline %s', (name, message) => {
    const root = folder();
    const baseline = name === 'a-commit' ? name : join(root, name);
    expectRefusal(['scan', root, '--baseline', baseline], message);
  });

  test('a broken suppression file', () => {
    const root = temporaryFolder({ 'a.c': CLEAN, '.rustward/suppressions.json5': '[{' });
    expectRefusal(['scan', root], 'suppressions.json5:1: this is not JSON5');
  });

  test('a review outside of git, or since an unknown commit', () => {
    expectRefusal(['review', folder(), '--base', 'main'], 'is not in a git work tree');
    expectRefusal(['review', '.', '--base', 'no-such-branch'], 'no-such-branch');
    expectRefusal(['review', '.', '--base', '--output=x'], 'is not the name of a commit');
    expectRefusal(['review', '.', '--base'], '--base');
  });

  test.each([
    [['rules', 'no_such_rule_at_all'], 'there is no rule no_such_rule_at_all'],
    [['scan', '.', '--formt', 'json'], "unknown option '--formt' (Did you mean --format?)"],
    [
      ['scan', '.', '--format', 'jsn'],
      'Allowed choices are sarif, json, markdown, html, gitlab, junit, checkstyle, badge, gcc, text',
    ],
    [['scan', '.', '--report', 'sarf=x'], 'Did you mean sarif?'],
    [['scan', '.', '--fail-on', 'all'], 'high, medium, low, none'],
    [['scan', '.', '--jobs', '0'], 'whole number from 1 to 256'],
    [['scan', '.', '--min-confidence', 'much'], 'a number from 0 to 1'],
    [['scan', '.', '--only-new'], '--only-new needs a --baseline'],
    [['scan', '.', '--quiet', '--verbose'], '--quiet and --verbose do not fit'],
    [['scan', '.', '--no-state', '--state-dir', '.'], '--state-dir and --no-state do not fit'],
    [['scan', 'src', '-'], 'src is a folder: name only files beside the standard input'],
    [['scan', '--staged', '--watch'], '--staged and --watch do not fit'],
    [['scan', '-', '--watch'], 'the standard input cannot be watched'],
    [['scan', '.', '--watch', '--format', 'json'], 'json goes to a file, by --report json=FILE'],
    [['scan'], "missing required argument 'path'"],
    [['scna', '.'], 'Did you mean scan?'],
  ])('%j', (args, message) => {
    expectRefusal(args, message);
  });
});

describe('odd input is examined as far as it goes', () => {
  test('an empty folder is not clean: nothing was examined', () => {
    const { status, stdout, stderr } = rustward(['scan', temporaryFolder(), '--no-state']);
    expect(status).toBe(3);
    expect(stdout).toContain('0 findings in 0 files');
    expect(stdout).toContain('No C, C++ or Rust source was examined');
    expect(stderr).toMatch(/^rustward: nothing to scan: [^\n]+\n$/);
  });

  test.each([
    ['a grammar alone', { 'g.y': '%%\n' }, []],
    ['sources that a pattern leaves out', { 'a.c': CLEAN }, ['--exclude', '*.c']],
    ['sources of other languages', { 'a.c': CLEAN, '.github/rustward.yml': ONLY_RUST }, []],
  ])('%s: neither JSON nor SARIF says that it is clean', (_, files, args) => {
    const folder = temporaryFolder(files);
    const sarif = join(folder, 'out/r.sarif');
    const given = ['--no-state', '--format', 'json', '--report', `sarif=${sarif}`, ...args];
    const { status, stdout } = rustward(['scan', folder, ...given]);
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ verdict: 'inconclusive', incomplete: true, summary: { scanned_files: 0 } },
      notice: expect.stringContaining('There was no source file to examine.'),
    });
    const [run] = JSON.parse(readFileSync(sarif, 'utf8')).runs;
    expect(run.invocations[0].executionSuccessful).toBe(false);
    expect(rustward(['scan', folder, '--no-state', '--allow-empty', ...args]).status).toBe(0);
  });

  test('what is left out as less sure is counted, and nothing is said to have stood out not', () => {
    const defect = 'void f(void) { char b[8]; gets(b); }\n';
    const folder = temporaryFolder({ 'a.c': defect });
    const args = ['scan', folder, '--no-state', '--min-confidence', '1'];
    expect(rustward(args).stdout).toContain(
      'nothing stood out that is sure enough. 1 candidate below the confidence that was asked for is left out.',
    );
    const { stdout } = rustward([...args, '--format', 'json']);
    expect(JSON.parse(stdout).summary).toMatchObject({ total: 0, less_sure: 1 });
    expect(rustward(['scan', folder, '--no-state']).stdout).not.toContain('left out');
  });

  test('a commit or a change without a source has nothing that could be wrong', () => {
    const folder = gitRepository({ 'a.c': CLEAN, 'README.md': 'one\n' });
    writeFileSync(join(folder, 'README.md'), 'two\n');
    git(folder, 'add', '.');
    for (const args of [
      ['scan', '--staged'],
      ['review', '--base', 'HEAD', '--no-model'],
    ]) {
      expect(rustward([...args, '--no-state', '--format', 'json'], folder)).toMatchObject({
        ...{ status: 0, stdout: expect.stringContaining('"verdict": "clean"') },
      });
    }
  });

  test('a binary named .c is left out and named, since it may be compiled all the same', () => {
    const { status, report } = scanned(temporaryFolder({ 'a.c': Buffer.from([0x7f, 0x45, 0, 1]) }));
    expect(report.summary.skipped).toEqual([{ file: 'a.c', reason: 'is binary' }]);
    expect([status, report.verdict]).toEqual([3, 'inconclusive']);
  });

  test('a file of 50 MB is named, and the rest examined', () => {
    const folder = temporaryFolder({ 'a.c': CLEAN });
    const big = openSync(join(folder, 'big.c'), 'w');
    ftruncateSync(big, 50_000_000);
    writeSync(big, 'int x;\n');
    closeSync(big);
    const { status, report } = scanned(folder);
    const reason = 'has 50000000 bytes, more than the 20000000 that are read';
    expect(report.summary.skipped).toEqual([{ file: 'big.c', reason }]);
    expect([status, report.verdict, report.summary.scanned_files]).toEqual([3, 'inconclusive', 1]);
  });

  test('bytes that are not UTF-8 are replaced', () => {
    const bytes = Buffer.concat([
      Buffer.from('// '),
      Buffer.from([0xc3, 0x28]),
      Buffer.from(`\n${CLEAN}`),
    ]);
    const { status, report } = scanned(temporaryFolder({ 'a.c': bytes }));
    expect(report.summary.skipped[0]?.reason).toContain('is not UTF-8');
    expect([status, report.summary.scanned_files]).toEqual([0, 1]);
  });

  test('links in a circle and out of the tree are not followed', () => {
    const outside = temporaryFolder({ 'secret.c': CLEAN });
    const folder = temporaryFolder({ 'sub/a.c': CLEAN });
    symlinkSync('..', join(folder, 'sub/up'));
    symlinkSync(outside, join(folder, 'outside'));
    symlinkSync('/dev/zero', join(folder, 'zero.c'));
    symlinkSync('self.c', join(folder, 'self.c'));
    const { status, report } = scanned(folder);
    expect([status, report.summary.scanned_files]).toEqual([0, 1]);
    expect(report.summary.skipped.map(({ file }: { file: string }) => file)).toEqual([
      ...['outside', 'self.c', 'sub/up', 'zero.c'],
    ]);
  });

  test('nesting of 10,000 levels is followed as far as it makes sense', () => {
    const deep = `int f(void) { return ${'('.repeat(10_000)}1${')'.repeat(10_000)}; }\n`;
    const blocks = `void g(void) ${'{'.repeat(10_000)}${'}'.repeat(10_000)}\n`;
    const { status, report } = scanned(
      temporaryFolder({ 'a.c': deep, 'b.c': blocks, 'c.c': CLEAN }),
    );
    expect(report.summary.skipped.map(({ file }: { file: string }) => file)).toEqual([
      'a.c',
      'a.c',
      'b.c',
    ]);
    expect([status, report.verdict]).toEqual([3, 'inconclusive']);
  });

  test('files that are deleted during the scan are named', async () => {
    const files = Array.from({ length: 400 }, (_, index) => [`f${index}.c`, CLEAN.repeat(40)]);
    const folder = temporaryFolder(Object.fromEntries(files));
    const cache = temporaryFolder();
    const options = ['--no-state', '--cache-dir', cache, '--jobs', '1', '--format', 'json'];
    const args = [CLI, 'scan', folder, ...options];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    // It is at work when it keeps the first result. Wherever it is by then: every file ends up examined
    // or named.
    await eventually(() => expect(readdirSync(cache)).not.toEqual([]), 240_000);
    for (let index = 0; index < 400; index += 3) rmSync(join(folder, `f${index}.c`));
    const [status] = await once(child, 'close');
    const { summary, verdict } = JSON.parse(stdout);
    for (const { reason } of summary.skipped) expect(reason).toBe('was deleted during the scan');
    expect(summary.scanned_files).toBeGreaterThanOrEqual(266);
    expect([status, verdict]).toEqual(
      summary.skipped.length > 0 ? [3, 'inconclusive'] : [0, 'clean'],
    );
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  });
});
