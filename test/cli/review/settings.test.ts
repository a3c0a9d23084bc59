import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { rustward } from '../../support/command-line.ts';
import { git } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';
const SETTINGS = '.github/rustward.yml';

interface Found {
  readonly file: string;
  readonly severity: string;
  readonly suppression?: { readonly reason: string };
}

function run(cwd: string, args: readonly string[]) {
  const done = rustward([...args, '--no-cache', '--no-state', '--format', 'json'], cwd);
  const report = done.stdout === '' ? undefined : JSON.parse(done.stdout);
  const files: string[] = report?.candidates.map(({ file }: { file: string }) => file) ?? [];
  return { status: done.status, said: done.stderr, files, report };
}

function repository(settings: string): string {
  const root = temporaryFolder({
    ...{ [SETTINGS]: settings, 'a.c': FREED, 'sub/b.c': FREED, 'sub/gen/c.c': FREED },
  });
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message=one');
  return root;
}

test('what the repository has settled counts, also below its root, unless an option says otherwise', () => {
  const root = repository('review:\n  fail_on: none\n  exclude: [sub/gen/]\n');
  expect(run(root, ['scan', '.'])).toMatchObject({ status: 0, files: ['a.c', 'sub/b.c'] });
  expect(run(root, ['scan', 'sub'])).toMatchObject({ status: 0, files: ['sub/b.c'] });
  expect(run(root, ['scan', '.', '--fail-on', 'high']).status).toBe(1);
  expect(run(root, ['scan', '.', '--no-config'])).toMatchObject({
    ...{ status: 1, files: ['a.c', 'sub/b.c', 'sub/gen/c.c'] },
  });
});

test('a folder that is not there is named, and what is asked for goes before folders', () => {
  const root = repository(
    'review:\n  folders:\n    - { path: sub, severity: { double_free: high }, min_confidence: 0.3 }\n    - { path: sbu }\n',
  );
  const said = 'review.folders names sbu, which is not in what is scanned';
  const all = run(root, ['scan', '.', '--exclude-rule', 'double_free']);
  expect(all).toMatchObject({ status: 0, said: expect.stringContaining(said) });
  expect(run(root, ['scan', '.', '--min-confidence', '1']).files).toEqual([]);
  const quiet = run(root, ['scan', '.', '--quiet']);
  expect(quiet.files).toHaveLength(3);
  // Also where little is to be told: what stands there does nothing.
  expect(quiet.said).toContain(said);
});

test('a name that means no rule is told with its line, also to who wants quiet; a limit of one is refused', () => {
  const settled = (more: string) =>
    repository(`review:\n  severity: { memory_leek: low }\n${more}`);
  const slip =
    'rustward: warning: .github/rustward.yml:2: there is no rule memory_leek; did you mean memory_leak?\n';
  expect(run(settled(''), ['scan', '.', '--quiet'])).toMatchObject({ status: 1, said: slip });
  const foreign = run(settled('  fail_above: { cppcheck/x: 0 }\n'), ['scan', '.', '--quiet']);
  expect(foreign.said).toBe(
    `rustward: warning: .github/rustward.yml:3: this limit counts nothing: no rules and no results of cppcheck are part of this run\n${slip}`,
  );
  const refused = run(settled('  fail_above:\n    medum: 3\n'), ['scan', '.', '--quiet']);
  expect(refused).toMatchObject({
    status: 2,
    said: 'rustward: .github/rustward.yml:4: review.fail_above: there is no rule medum; did you mean medium?\n',
  });
});

test('folders with headers that are not there are told, also to who wants quiet, and the scan goes on', () => {
  const root = repository('build:\n  include: [gen, sub]\n');
  const { status, said } = run(root, ['scan', '.', '--quiet', '-I', 'gone']);
  const why = 'it is no folder, so that no header is looked for in it';
  expect(said).toBe(
    `rustward: warning: -I gone: ${why}\nrustward: warning: build.include gen: ${why}\n`,
  );
  expect(status).toBe(1);
});

test('rules are off, or less severe, for the repository and for its folders', () => {
  const root = repository(
    'review:\n  severity: { double_free: low }\n  folders:\n    - { path: sub, severity: { double_free: off } }\n    - { path: sub/gen, min_confidence: 0.99 }\n',
  );
  const found = (folder: string) => {
    const { status, report } = run(root, ['scan', folder]);
    const said = report?.candidates.map(({ file, severity, suppression }: Found) =>
      [file, severity, suppression?.reason ?? ''].join(' ').trim(),
    );
    return { status, said };
  };
  const off = 'high the rule double_free is off';
  expect(found('.')).toEqual({ status: 0, said: ['a.c low', `sub/b.c ${off} for sub`] });
  expect(found('sub')).toEqual({ status: 0, said: [`sub/b.c ${off} for sub`] });
  const wrong = repository('review:\n  folders:\n    - { path: sub, severities: {} }\n');
  expect(run(wrong, ['scan', '.'])).toMatchObject({
    status: 2,
    said: expect.stringContaining(
      'there is no key "severities" in review.folders.0; did you mean "severity"?',
    ),
  });
});

test('the build that the repository has settled counts, and what an option says of it goes before', () => {
  const code = `#include <header.h>\n#if LEVEL > SIZE\n${FREED}#endif\n`;
  const root = temporaryFolder({
    ...{ 'sub/a.c': code, 'sub/inc/header.h': '#define SIZE 2\n' },
    [SETTINGS]: 'build:\n  define: [LEVEL=1, SIZE=2]\n  include: [sub/inc]\n',
  });
  git(root, 'init', '--quiet', '--initial-branch=main');
  expect(run(root, ['scan', '.']).files).toEqual([]);
  expect(run(root, ['scan', 'sub']).files).toEqual([]);
  expect(run(root, ['scan', '.', '-DLEVEL=3']).files).toEqual(['sub/a.c']);
  expect(run(root, ['scan', '.', '--no-config']).files).toEqual(['sub/a.c']);
  const wrong = run(root, ['scan', '.', '--target', 'toaster']);
  expect(wrong).toMatchObject({ status: 2, files: [] });
  expect(wrong.said).toMatch(/^rustward: the target toaster is not known; [^\n]*\n$/);
  expect(run(root, ['scan', '.', '--compile-commands', 'absent.json']).status).toBe(2);
});

test('a mistake in it is one line with its place', () => {
  const { status, said } = run(repository('review:\n  fial_on: low\n'), ['scan', '.']);
  expect(said).toMatch(/^rustward: \.github\/rustward\.yml:2: .*"fial_on".*\n$/);
  expect(status).toBe(2);
});

test('without a path a review is of what changed here, and a change settles nothing for itself', () => {
  const root = repository('review:\n  languages: [c]\n');
  git(root, 'switch', '--quiet', '--create', 'topic');
  writeFileSync(join(root, 'new.c'), FREED.replace('drop', 'drop_it'));
  writeFileSync(join(root, SETTINGS), 'review:\n  exclude: ["*"]\n');
  const changed = run(root, ['review', '--no-model']);
  expect(changed).toMatchObject({ status: 1, files: ['new.c'] });
  expect(changed.said).toContain('rustward: since main\n');
  expect(run(root, ['review', '.', '--base', 'main', '--no-model']).files).toEqual(['new.c']);
  expect(run(root, ['review', '--all', '--no-model', '--no-config']).files).toHaveLength(4);
});

test('outside of git a review without a path is of all that is here', () => {
  const root = temporaryFolder({ 'a.c': FREED });
  mkdirSync(join(root, 'empty'));
  const all = run(root, ['review', '--no-model']);
  expect(all).toMatchObject({ status: 1, files: ['a.c'] });
  expect(all.said).toContain('there is no base: all of this folder');
});

test.each([
  ['/dev/zero', 'it is a link; make it a file, or remove it'],
  ['rustward.yml', 'it is a link; make it a file, or remove it'],
  [undefined, 'it is not a regular file'],
])('settings that are no file are refused, and not waited for: a link to %s', (target, why) => {
  const root = temporaryFolder({ 'a.c': FREED, '.github/keep': '' });
  if (target === undefined) spawnSync('mkfifo', [join(root, SETTINGS)]);
  else symlinkSync(target, join(root, SETTINGS));
  expect(run(root, ['scan', '.'])).toMatchObject({
    ...{ status: 2, said: `rustward: cannot read ${SETTINGS}: ${why}\n` },
  });
});

test('settings in a folder that is a link to itself are refused', () => {
  const root = temporaryFolder({ 'a.c': FREED, '.github/keep': '' });
  rmSync(join(root, '.github'), { recursive: true });
  symlinkSync('.github', join(root, '.github'));
  expect(run(root, ['scan', '.'])).toMatchObject({
    ...{
      status: 2,
      said: `rustward: cannot read ${SETTINGS}: too many symbolic links encountered\n`,
    },
  });
});

test('findings in generated code are suppressed where the repository says so, and analysed in any case', () => {
  const settings =
    'review:\n  fail_on: medium\n  generated: suppress\n  folders: [{ path: sub, generated: report }]\n';
  const generated = `/* A Bison parser, made by GNU Bison 3.8.2.  */\n${FREED}`;
  const root = temporaryFolder({
    ...{ [SETTINGS]: settings, 'a.tab.c': generated, 'sub/b.tab.c': generated },
  });
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message=one');
  const { report } = run(root, ['scan', '.']);
  const reason = 'line 1 says that the file is generated, and the configuration suppresses that';
  expect(report.candidates).toMatchObject([
    { file: 'a.tab.c', suppression: { kind: 'external', reason } },
    { file: 'sub/b.tab.c' },
  ]);
  expect(report.candidates[1].suppression).toBeUndefined();
});

test('rules are chosen on the command line as well: by id, by weakness, by category', () => {
  const root = repository('review: { fail_on: high }\n');
  const open = (...args: string[]) => {
    const { status, report, said } = run(root, ['scan', 'a.c', ...args]);
    const left = report?.candidates.filter(({ suppression }: Found) => suppression === undefined);
    return { status, left: left?.length, said };
  };
  expect(open()).toMatchObject({ status: 1, left: 1 });
  for (const name of ['double_free', 'CWE-415', 'category:memory', '*']) {
    expect(open('--exclude-rule', name)).toMatchObject({ status: 0, left: 0 });
    expect(open('--only-rule', name)).toMatchObject({ status: 1, left: 1 });
  }
  expect(open('--only-rule', 'memory_leak')).toMatchObject({ status: 0, left: 0 });
  expect(open('--exclude-rule', 'memory_leak', '--exclude-rule', 'CWE-78').status).toBe(1);
  // What the repository has settled of a rule stays so.
  const settled = repository('review: { severity: { double_free: low } }\n');
  const { report } = run(settled, ['scan', 'a.c', '--only-rule', 'double_free']);
  expect(report.candidates).toMatchObject([{ pattern: 'double_free', severity: 'low' }]);
  const misspelt = open('--only-rule', 'double_fre');
  expect(misspelt).toMatchObject({ status: 2 });
  expect(misspelt.said).toContain('there is no rule double_fre; did you mean double_free?');
  expect(open('--exclude-rule', 'category:bound').said).toContain(
    'there is no rule category:bound; categories are bounds, ',
  );
  expect(open('--exclude-rule', 'CWE-99999').said).toContain('there is no rule for CWE-99999');
  expect(open('--exclude-rule', 'category:none').status).toBe(2);
});

test('where patterns leave out all that a change touches, the report says so', () => {
  const root = repository('review: { fail_on: high }\n');
  writeFileSync(`${root}/a.c`, FREED.replace('drop', 'give'));
  const notice = (...args: string[]) =>
    run(root, ['review', '.', '--base', 'main', '--no-model', '--no-reproduce', ...args]).report
      .notice;
  expect(notice('--exclude', 'a.c')).toContain(
    '1 source file differs from main, and what is to be examined leaves out all of it: nothing was examined.',
  );
  expect(notice('--exclude', 'sub/')).toContain('1 changed file');
});

test('a change of vendored sources is clean, and says that they were not examined, and why', () => {
  const root = repository('review: { fail_on: high }\n');
  mkdirSync(`${root}/vendor`);
  writeFileSync(`${root}/vendor/v.c`, FREED);
  const review = () => run(root, ['review', '.', '--base', 'main', '--no-model', '--no-reproduce']);
  const text = () => rustward(['review', '--base', 'main', '--no-model', '--no-reproduce'], root);
  const all = review();
  expect(all).toMatchObject({
    status: 0,
    report: { verdict: 'clean', comparison: { changed_files: 0, left_out_files: 1 } },
  });
  expect(all.report.notice).toContain(
    'nothing was examined. vendor/v.c is left out for its folder, vendor.',
  );
  expect(text().stdout).toContain('The one changed source is left out of what is to be examined');
  // What is examined beside it must not speak for it.
  writeFileSync(`${root}/new.c`, 'int one(void) { return 1; }\n');
  const some = review();
  expect(some).toMatchObject({
    status: 0,
    report: { verdict: 'clean', comparison: { changed_files: 1, left_out_files: 1 } },
  });
  expect(some.report.notice).toContain(
    '1 changed source more is no part of that, and not examined. vendor/v.c is left out for its folder, vendor.',
  );
  expect(text().stdout).toContain('1 changed source is left out, and is not examined.');
});
