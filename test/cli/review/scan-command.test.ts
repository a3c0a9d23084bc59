import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { rustward } from '../../support/command-line.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const CLEAN = 'int twice(int x) { return x + x; }\n';

describe('rustward scan', () => {
  test('prints a listing without colours into a pipe, and no progress', () => {
    const { status, stdout, stderr } = rustward(['scan', temporaryFolder({ 'a.c': CLEAN })]);
    expect(stdout).toMatch(/^No model was asked: .*\n\n0 findings in 1 file, 1 line\.\n.*\n$/);
    expect(stdout).not.toContain('\u001b');
    expect([status, stderr]).toEqual([0, '']);
  });

  test('writes several reports in one run, and nothing but them', () => {
    const folder = temporaryFolder({ 'src/a.c': CLEAN });
    const to = (name: string) => join(folder, name);
    const { status, stdout } = rustward([
      ...['scan', to('src'), '--format', 'sarif', '--output', to('r.sarif')],
      ...['--report', `json=${to('r.json')}`, '--report', `html=${to('r.html')}`, '--no-state'],
    ]);
    expect([status, stdout]).toEqual([0, '']);
    expect(readdirSync(folder)).toEqual(['r.html', 'r.json', 'r.sarif', 'src']);
    expect(JSON.parse(readFileSync(to('r.sarif'), 'utf8')).version).toBe('2.1.0');
    expect(JSON.parse(readFileSync(to('r.json'), 'utf8')).mode).toBe('scan');
  });

  test('gives the same bytes for any number of threads', () => {
    const files = Array.from({ length: 20 }, (_, index) => [
      `f${index}.c`,
      CLEAN.repeat(2 * index),
    ]);
    const folder = temporaryFolder(Object.fromEntries(files));
    const print = (jobs: string) =>
      rustward(['scan', folder, '--format', 'sarif', '--jobs', jobs]).stdout;
    expect(print('1')).toBe(print('3'));
  });

  test('names what is left when its time is over, and is inconclusive', () => {
    const folder = temporaryFolder({ 'a.c': CLEAN, 'b.rs': 'fn f() {}\n' });
    const args = ['scan', folder, '--no-state', '--no-cache', '--timeout'];
    const { status, stdout } = rustward([...args, '0.001']);
    expect(status).toBe(3);
    expect(stdout).toContain('a.c the analysis failed: it was not done within the 0.001 seconds');
    expect(stdout).toContain('b.rs the analysis failed: it was not done within the 0.001 seconds');
    expect(rustward([...args, '1000'])).toEqual(rustward(args.slice(0, -1)));
    for (const wrong of ['0', '-1', 'soon', ''])
      expect(rustward([...args, wrong])).toMatchObject({ status: 2, stdout: '' });
  });

  test('patterns that no file fits are refused', () => {
    const folder = temporaryFolder({ 'src/a.c': CLEAN, 'b.c': CLEAN });
    const only = (pattern: string) => rustward(['scan', folder, '--only-files', pattern]);
    expect(only('srx/*.c')).toMatchObject({ status: 2, stdout: '' });
    expect(only('src/*.c')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('0 findings in 1 file'),
    });
  });

  test('says nothing else with --quiet', () => {
    const folder = temporaryFolder({ 'a.c': Buffer.from([0]) });
    const args = ['scan', folder, '--quiet', '--format', 'markdown', '--output', '/dev/null'];
    expect(rustward(args)).toEqual({ status: 3, stdout: '', stderr: '' });
  });

  test('fails on findings until they are fixed, accepted or known', () => {
    const free = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';
    const folder = temporaryFolder({ 'a.c': free });
    const found = rustward(['scan', folder, '--no-state']);
    expect([found.status, found.stdout]).toEqual([
      1,
      expect.stringContaining('double_free CWE-415'),
    ]);
    expect(rustward(['scan', folder, '--fail-on', 'none']).status).toBe(0);
    const known = join(folder, '.rustward/sec/candidates.jsonl');
    const old = join(temporaryFolder({ 'old.jsonl': readFileSync(known) }), 'old.jsonl');
    expect(rustward(['scan', folder, '--baseline', old, '--only-new']).status).toBe(0);
    addFiles(folder, {
      'a.c': free.replace('(p);\n}', '(p); // rustward-ignore: double_free test\n}'),
    });
    const accepted = rustward(['scan', folder, '--fail-on', 'low']);
    expect([accepted.status, accepted.stdout]).toEqual([
      0,
      expect.stringContaining('1 suppressed'),
    ]);
    addFiles(folder, { 'a.c': free.replace('(p);\n}', '(p); // rustward-ignore: double_fre\n}') });
    const { status, stderr } = rustward(['scan', folder]);
    expect(status).toBe(1);
    expect(stderr).toBe(
      'rustward: warning: a.c:4: rustward-ignore gives no reason, so it does nothing\n' +
        'rustward: warning: a.c:4: rustward-ignore names the unknown rule double_fre; did you mean double_free?\n',
    );
  });

  test('explains itself', () => {
    expect(rustward(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const args of [
      ['--help'],
      ['scan', '--help'],
      ['review', '--help'],
      ['rules', '--help'],
    ]) {
      const { status, stdout, stderr } = rustward(args);
      expect(stdout).toContain('Usage: rustward');
      expect([status, stderr]).toEqual([0, '']);
    }
  });
});
