import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { withClang } from '../../support/clang.ts';
import { rustward } from '../../support/command-line.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { mappedProject } from '../../support/mapped-project.ts';

const FIXTURE = join(import.meta.dirname, 'fixtures/steps');
const NAMES = [
  ...['steps_to_one', 'offered', 'is_done', 'is_odd', 'is_even', 'half', 'next_odd', 'one_more'],
];

const hasTools = ['cargo', 'make', 'gcc'].every((name) => findProgram(name) !== undefined);

function stepsProject(): string {
  const folder = mappedProject(
    [FIXTURE],
    'src/steps.c',
    Object.fromEntries(NAMES.map((name) => [name, name])),
  );
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'Test');
  git(folder, 'config', 'user.email', 'test@example.org');
  commitAll(folder);
  return folder;
}

const source = (folder: string) => readFileSync(join(folder, 'src/steps.c'), 'utf8');

// The compiler, make and cargo run for real.
(hasTools ? withClang : describe.skip)('rustward migrate retire', () => {
  test('takes out what only Rust needs, and leaves what anything else names', () => {
    const folder = stepsProject();
    const before = source(folder);
    const dry = rustward(['migrate', 'retire', folder, '--dry-run']);
    expect(source(folder)).toBe(before);
    expect(dry.stdout).toContain('-static int is_odd(int n) {\n');

    const { status, stdout, stderr } = rustward(['migrate', 'retire', folder]);
    expect({ status, stdout, stderr }).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('3 functions taken out of the C, uncommitted'),
    });
    expect(stdout).toMatch(/^offered {2}stays: the header src\/steps.h offers it to others$/m);
    expect(stdout).toMatch(/^is_done {2}stays: the header src\/inner.h offers it to others$/m);
    expect(stdout).toMatch(
      /^one_more {2}stays: a line of the preprocessor names it, src\/steps.c:15$/m,
    );
    expect(stdout).toMatch(/^next_odd {2}stays: it is defined under #if$/m);
    const after = source(folder);
    const declared = 'int half(int n);\n\n/* Those that are called';
    expect(after).toContain(`#include "inner.h"\n\n${declared}`);
    expect(after).not.toMatch(/is_even|größer|The sign|Half of/);
    expect(after).toContain('#endif\n\n/* ---- What others use ---- */\n\nint offered');
    // No prototype was there: the C of its caller needs one.
    expect(after).toContain('}\n\nint is_odd(int n);\n\n/* How often');
    expect(git(folder, 'diff', '--name-only').trim()).toBe('src/steps.c');

    // What calls it is linked as before, and cannot be C any more.
    const linked = rustward(['migrate', 'link', folder]);
    expect(linked).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^steps_to_one +linked/m),
    });
    expect(linked.stdout).toContain(
      'original: the build was left out, since this has no C any more: half, is_odd',
    );
    const without = rustward(['migrate', 'link', folder, '--without', 'steps_to_one']);
    expect(without).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('was taken out of the C, and cannot be Rust'),
    });
    git(folder, 'checkout', '--', 'src/steps.c');
    expect(source(folder)).toBe(before);
  }, 400_000);

  test('takes out one that is named, also of a private header, and touches no file that git could not bring back', () => {
    const folder = stepsProject();
    const form = ['migrate', 'retire', folder, '--only', 'is_done'];
    writeFileSync(
      join(folder, 'src/inner.h'),
      `${readFileSync(join(folder, 'src/inner.h'), 'utf8')}\n`,
    );
    const headers = ['--private-headers', 'src/inner.h'];
    const dirty = rustward([...form, ...headers]);
    expect(dirty).toMatchObject({ status: 0 });
    expect(source(folder)).not.toContain('int is_done(int n) {');
    expect(source(folder)).toContain('static int is_odd(int n) {');
    git(folder, 'checkout', '--', 'src');

    writeFileSync(join(folder, 'src/steps.c'), `${source(folder)}\n/* Mine. */\n`);
    const refused = rustward([...form, ...headers]);
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('src/steps.c has changes that no commit holds'),
    });
    expect(source(folder)).toContain('int is_done(int n) {');
  }, 300_000);
});
