import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { HARDENING_BRANCH, hardenProject } from '../../../src/entry/migrate/harden-project.ts';
import { hardeningSchema } from '../../../src/migration/state/hardening.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';
import {
  edit,
  fixAnswer,
  GREET,
  GREETING_PROJECT,
  MENDED,
  type ScriptedReplies,
  STRCPY,
} from '../../support/greeting-project.ts';
import { modelEnvironment } from '../../support/model-environment.ts';

/** A file that is worse than `greet.c`: two copies without a bound. */
const NAMES = `#include <stdio.h>
#include <string.h>
#include "names.h"

void first(const char *name)
{
    char text[8];
    strcpy(text, name);
}

void second(const char *name)
{
    char word[4];
    strcpy(word, name);
}
`;
const FIRST = '    char text[8];\n    strcpy(text, name);\n';
const SECOND = '    char word[4];\n    strcpy(word, name);\n';

const PROJECT = {
  ...GREETING_PROJECT,
  'names.c': NAMES,
  'names.h': 'void first(const char *name);\nvoid second(const char *name);\n',
  'main.c':
    '#include "greet.h"\n#include "names.h"\n\nint main(int argc, char **argv)\n{\n    if (argc > 1) {\n        first(argv[1]);\n        second(argv[1]);\n        greet(argv[1]);\n    }\n    return 0;\n}\n',
  Makefile:
    'greeter: main.c greet.c names.c\n\t$(CC) -o $@ main.c greet.c names.c\n\ntest: greeter\n\ttest "$$(./greeter Ada)" = Ada\n',
};

const bounded = (text: string) =>
  text.replace(/strcpy\((\w+), name\)/, 'snprintf($1, sizeof $1, "%s", name)');
const fixOf = (file: string, old: string, fresh: string) => [
  edit(file, old, fresh),
  fixAnswer(true, `the copy in ${file} is bounded`),
];
const NAMES_FIXES = [
  ...fixOf('names.c', FIRST, bounded(FIRST)),
  ...fixOf('names.c', SECOND, bounded(SECOND)),
];
const GREET_FIX = fixOf('greet.c', STRCPY, MENDED);

async function harden(
  root: string,
  replies: ScriptedReplies,
  options: { readonly maxFixes?: number; readonly retry?: boolean; readonly dryRun?: boolean } = {},
) {
  const server = await modelServer(replies);
  const env = { PATH: process.env['PATH'], ...modelEnvironment(server) };
  const warnings: string[] = [];
  const all = { maxFixes: 10, maxMinutes: 5, retry: false, dryRun: false, models: {}, ...options };
  const hardened = await hardenProject(
    { path: root, ...all },
    {
      ...{ env, signal: new AbortController().signal, onProgress: () => undefined },
      ...{ onOutcome: () => undefined, onWarning: (line) => warnings.push(line) },
    },
  );
  const committed = git(root, 'log', '--format=%s', `main..${HARDENING_BRANCH}`).trim().split('\n');
  return { ...hardened, committed: committed.filter(Boolean).toReversed(), warnings, server };
}

inSandbox('hardenProject', () => {
  test('the worst file first, each fix a commit on a branch; the next run goes on; the work tree stays', async () => {
    const root = gitRepository(PROJECT);
    writeFileSync(join(root, 'greet.c'), `${GREET}/* mine */\n`);
    const one = await harden(root, NAMES_FIXES.slice(0, 2), { maxFixes: 1 });
    expect(one.committed).toEqual([
      'Fix unsafe_api in first of names.c',
      'Write down what hardening has come to',
    ]);
    expect(one.waiting.map(({ file, function: name }) => `${file} ${name}`)).toEqual([
      'names.c second',
      'greet.c greet',
    ]);
    // What is left of the worst file is no worse than the other one now.
    const rest = await harden(root, [...GREET_FIX, ...NAMES_FIXES.slice(2)]);
    expect(rest.committed.filter((line) => line.startsWith('Fix'))).toEqual([
      'Fix unsafe_api in first of names.c',
      'Fix unsafe_api in greet of greet.c',
      'Fix unsafe_api in second of names.c',
    ]);
    expect(rest.hardening).toMatchObject({ left: [], fixed: [{ risk: 'low' }, {}, {}] });
    const { before, after, base } = rest.hardening;
    expect(base).toBe(git(root, 'rev-parse', 'main').trim());
    expect(before).toEqual(one.hardening.before);
    expect(before.high).toBe(3);
    expect(after.score).toBeLessThan(0.85 * before.score);
    // Each commit holds what it fixed, and what is known by then.
    const shown = git(root, 'show', '--stat=200', '--format=%b', `${HARDENING_BRANCH}~1`);
    expect(shown).toContain('Built: make. Tested: make test. Risk: low');
    expect(shown).toContain(' names.c');
    const text = git(root, 'show', `${HARDENING_BRANCH}:.rustward/c2rust/hardening.json`);
    expect(hardeningSchema.parse(JSON.parse(text))).toEqual(rest.hardening);
    // The work tree, its branch and its index are as they were.
    expect(readFileSync(join(root, 'greet.c'), 'utf8')).toBe(`${GREET}/* mine */\n`);
    expect(git(root, 'status', '--porcelain', '--branch').trim().split('\n')).toEqual([
      '## main',
      ' M greet.c',
      '?? .rustward/',
    ]);
    expect(git(root, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  test('what has no fix is left with its reason, and is tried again only where asked', async () => {
    const root = gitRepository(GREETING_PROJECT);
    const tried = await harden(root, [fixAnswer(false, 'it takes a redesign')]);
    expect(tried.hardening.left).toMatchObject([
      { pattern: 'unsafe_api', file: 'greet.c', line: 8, because: 'it takes a redesign' },
    ]);
    const next = await harden(root, []);
    expect([next.outcomes, next.server.requests, next.hardening.left.length]).toEqual([[], [], 1]);
    const again = await harden(root, GREET_FIX, { retry: true });
    expect(again.hardening).toMatchObject({ left: [], fixed: [{ file: 'greet.c' }] });
  });

  test('a fix that is not small is left', async () => {
    const root = gitRepository(GREETING_PROJECT);
    const long = `${'    /* why */\n'.repeat(70)}${MENDED}`;
    const { hardening, committed } = await harden(root, fixOf('greet.c', STRCPY, long));
    expect(hardening.left).toMatchObject([{ because: 'it changes 72 lines' }]);
    expect(committed).toEqual(['Write down what hardening has come to']);
  });

  test('once it is merged, the branch is begun anew from there, with what is known', async () => {
    const root = gitRepository(GREETING_PROJECT);
    const first = await harden(root, GREET_FIX);
    git(root, 'merge', '--quiet', '--no-ff', '--no-edit', HARDENING_BRANCH);
    for (const path of ['names.c', 'names.h', 'main.c', 'Makefile'] as const) {
      writeFileSync(join(root, path), PROJECT[path]);
    }
    commitAll(root);
    const { hardening, warnings, committed } = await harden(root, NAMES_FIXES);
    expect([warnings, hardening.before]).toEqual([[], first.hardening.before]);
    expect(committed.filter((line) => line.startsWith('Fix'))).toHaveLength(2);
  });

  test('where HEAD has gone on without the branch, that is said', async () => {
    const root = gitRepository(GREETING_PROJECT);
    await harden(root, [fixAnswer(false, 'no')]);
    writeFileSync(join(root, 'more.h'), '\n');
    commitAll(root);
    const { warnings } = await harden(root, []);
    expect(warnings[0]).toContain('and HEAD has other commits: merge the one into the other');
  });
});

test('a dry run names what would be tried, and makes no branch', async () => {
  const root = gitRepository(PROJECT);
  const { waiting, outcomes } = await hardenProject(
    { path: root, maxFixes: 1, maxMinutes: 1, retry: false, dryRun: true, models: {} },
    {
      ...{ env: {}, signal: new AbortController().signal, onProgress: () => undefined },
      ...{ onOutcome: () => undefined, onWarning: () => undefined },
    },
  );
  expect(waiting.map(({ file }) => file)).toEqual(['names.c', 'names.c', 'greet.c']);
  expect(outcomes).toEqual([]);
  expect(git(root, 'branch', '--list').trim()).toBe('* main');
});
