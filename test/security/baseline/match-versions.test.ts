import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { matchVersions } from '../../../src/security/baseline/match-versions.ts';
import { TreeAlignment } from '../../../src/security/baseline/tree-alignment.ts';
import type { Candidate } from '../../../src/security/candidates/candidate.ts';
import { runSecurity } from '../../../src/security/pipeline.ts';
import type { Report } from '../../../src/security/report/report.ts';
import type { SecurityRequest } from '../../../src/security/security-request.ts';
import { candidate } from '../../support/candidates.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const HEAD = '#include <string.h>\n#include <stdio.h>\n#include <stdlib.h>\n';

/** Writes behind the end of an array, which is a finding. */
const writes = (name: string, parameters = 'void') => `
void ${name}(${parameters}) {
  char small[8];
  int at = 8;
  small[at] = 0;
  puts(small);
}
`;

/** The same behind a check. */
const checks = (name: string) =>
  writes(name).replace('  small[at]', '  if (at >= 8) return;\n  small[at]');

async function review(
  folder: string,
  base: string,
  changes: Partial<SecurityRequest> = {},
  onWarning: (line: string) => void = () => {},
): Promise<Report> {
  return await runSecurity(
    {
      scan: { path: folder, threads: 0 },
      ...{ base, includeExisting: false, minConfidence: 0.4, failOn: 'low' },
      ...{ state: 'none', version: '1.2.3', ...changes },
    },
    {
      rules: RULES,
      grammars: loadGrammars(),
      threadScript: new URL('absent.ts', import.meta.url),
      onWarning,
    },
  );
}

/** A repository with one version on `main`, and another one committed on top of it. */
function changed(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string | null>>,
): string {
  const folder = gitRepository(before);
  git(folder, 'checkout', '--quiet', '-b', 'work');
  for (const [path, text] of Object.entries(after)) {
    if (text === null) git(folder, 'rm', '--quiet', path);
    else addFiles(folder, { [path]: text });
  }
  commitAll(folder);
  return folder;
}

const placesOf = ({ candidates }: Report) =>
  candidates.map(({ file, function: name, baseline }) => `${baseline} ${file} ${name}`);

test('a single file that the base does not have is new from end to end', async () => {
  const folder = changed({ 'a.c': HEAD }, { 'b.c': HEAD + writes('load') });
  const report = await review(folder, 'main', {
    scan: { path: join(folder, 'b.c'), threads: 0 },
  });
  expect(placesOf(report)).toEqual(['new b.c load']);
});

describe('what the base has as well is existing', () => {
  test.each<[string, Record<string, string>, Record<string, string | null>]>([
    [
      'a function that is renamed',
      { 'a.c': HEAD + writes('load') },
      { 'a.c': HEAD + writes('load_line') },
    ],
    [
      'a function that moves within its file',
      { 'a.c': HEAD + writes('load') + checks('other') + checks('third') },
      { 'a.c': HEAD + checks('other') + checks('third') + writes('load') },
    ],
    [
      'a function that moves to another file',
      { 'a.c': HEAD + checks('keep') + writes('load'), 'b.c': HEAD + checks('stay') },
      { 'a.c': HEAD + checks('keep'), 'b.c': HEAD + checks('stay') + writes('load') },
    ],
    [
      'a changed signature',
      { 'a.c': HEAD + writes('load') },
      { 'a.c': HEAD + writes('load', 'int flags') },
    ],
    [
      'other lines of its function',
      { 'a.c': HEAD + writes('load') },
      { 'a.c': HEAD + writes('load').replace('puts(small);', 'puts("read");\n  puts(small);') },
    ],
    [
      'its own line, where nothing of the defect differs',
      { 'a.c': HEAD + writes('load') },
      {
        'a.c': HEAD + writes('load').replace('small[at] = 0;', "small[at] = '\\0';"),
      },
    ],
  ])('%s', async (_, before, after) => {
    const folder = changed(before, after);
    const report = await review(folder, 'main');
    expect(placesOf(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: 'clean', summary: { total: 0 } });
    expect(report.known?.existing).toBeGreaterThan(0);
    expect(report.known).toMatchObject({ fixed: 0, included: false });
    const whole = await review(folder, 'main', { includeExisting: true });
    expect(whole.candidates).toHaveLength(report.known?.existing ?? 0);
    expect(whole.candidates.every(({ baseline }) => baseline === 'unchanged')).toBe(true);
    expect(whole.verdict).toBe('clean');
  });

  test.each<[string, Record<string, string>, Record<string, string | null>]>([
    [
      'a file that is renamed and changed',
      { 'a.c': HEAD + writes('load') + checks('other') },
      { 'a.c': null, 'sub/b.c': `${HEAD}int added;\n${writes('load')}${checks('other')}` },
    ],
    [
      'lines above it, and another function beside it',
      { 'a.c': HEAD + writes('load') },
      { 'a.c': `${HEAD}\n\nint added;\n${checks('other')}${writes('load')}` },
    ],
    ['another file', { 'a.c': HEAD + writes('load') }, { 'b.c': HEAD + checks('other') }],
  ])('and not even counted where the change does not concern it: %s', async (_, before, after) => {
    const report = await review(changed(before, after), 'main');
    expect(report).toMatchObject({ verdict: 'clean', candidates: [] });
    expect(report.known).toEqual({ existing: 0, fixed: 0, included: false });
  });
});

describe('what the base does not have is new', () => {
  test.each<[string, Record<string, string>, Record<string, string | null>, string[]]>([
    [
      'a defect in a new file',
      { 'a.c': HEAD + checks('load') },
      { 'b.c': HEAD + writes('other') },
      ['new b.c other'],
    ],
    [
      'a check that is taken away',
      { 'a.c': HEAD + checks('load') },
      { 'a.c': HEAD + writes('load') },
      ['new a.c load'],
    ],
    [
      'a copy of a function with a defect',
      { 'a.c': HEAD + writes('load') },
      { 'a.c': HEAD + writes('load') + writes('load_again') },
      ['new a.c load_again'],
    ],
    [
      'a macro of another file',
      {
        'size.h': '#define SIZE 200\n',
        'a.c': `#include "size.h"\n${HEAD}${writes('load').replace('small[8]', 'small[SIZE]')}`,
      },
      { 'size.h': '#define SIZE 8\n' },
      ['new a.c load'],
    ],
  ])('%s', async (_, before, after, expected) => {
    const report = await review(changed(before, after), 'main');
    expect(placesOf(report)).toEqual(expect.arrayContaining(expected));
    expect(new Set(placesOf(report))).toEqual(new Set(expected));
    expect(report.verdict).toBe('findings');
  });

  test('what is fixed is counted', async () => {
    const folder = changed({ 'a.c': HEAD + writes('load') }, { 'a.c': HEAD + checks('load') });
    const report = await review(folder, 'main');
    expect(report).toMatchObject({ verdict: 'clean', candidates: [] });
    expect(report.known?.fixed).toBeGreaterThan(0);
    const whole = await review(folder, 'main', { includeExisting: true });
    expect(new Set(placesOf(whole))).toEqual(new Set(['absent a.c load']));
  });
});

describe('the version that is compared with', () => {
  test('a fork with a far base is compared with where it parted', async () => {
    const folder = changed({ 'a.c': HEAD + writes('load') }, { 'b.c': HEAD + checks('other') });
    git(folder, 'checkout', '--quiet', 'main');
    for (let at = 0; at < 3; at += 1) {
      addFiles(folder, { 'a.c': `${HEAD}int n${at};\n${checks('load')}` });
      commitAll(folder);
    }
    git(folder, 'checkout', '--quiet', 'work');
    // The fix on main is none of this change, and what it fixed there is not introduced here.
    expect(await review(folder, 'main')).toMatchObject({ verdict: 'clean', candidates: [] });
  });

  test('in a shallow clone the named commit itself is compared with, and that is said', async () => {
    const origin = changed({ 'a.c': HEAD + checks('load') }, { 'a.c': HEAD + writes('load') });
    const folder = join(temporaryFolder(), 'clone');
    git(origin, 'clone', '--quiet', '--depth=1', `file://${origin}`, folder);
    await expect(review(folder, 'origin/main')).rejects.toThrow(
      'git knows no commit "origin/main"',
    );
    git(folder, 'fetch', '--quiet', '--depth=1', 'origin', 'main:refs/remotes/origin/main');
    const warnings: string[] = [];
    const report = await review(folder, 'origin/main', {}, (line) => warnings.push(line));
    expect(placesOf(report)).toEqual(['new a.c load']);
    expect(warnings).toEqual([expect.stringContaining('compared with origin/main itself')]);
  });

  test('a merge commit brings what the other branch brings', async () => {
    const folder = changed(
      { 'a.c': HEAD + checks('load'), 'b.c': HEAD + checks('other') },
      { 'b.c': HEAD + writes('other') },
    );
    git(folder, 'checkout', '--quiet', 'main');
    addFiles(folder, { 'a.c': `${HEAD}int n;\n${checks('load')}` });
    commitAll(folder);
    git(folder, 'merge', '--quiet', '--no-ff', '--message=merge', 'work');
    expect(placesOf(await review(folder, 'HEAD^1'))).toEqual(['new b.c other']);
    expect(placesOf(await review(folder, 'work'))).toEqual([]);
  });
});

describe('what both versions have is', () => {
  const known = (confidence: number, changes: Partial<Candidate> = {}) =>
    candidate({ confidence, ...changes });
  const stateOf = (was: Candidate, is: Candidate, told: { [name: string]: boolean } = {}) => {
    const { states, absent } = matchVersions({
      head: { candidates: [is], files: [] },
      base: { candidates: [was], files: [] },
      alignment: new TreeAlignment([]),
      isTouched: () => told['touched'] === true,
      isUnknown: () => false,
      isWeakened: () => told['weakened'] === true,
      isReopened: () => told['reopened'] === true,
    });
    expect(absent).toEqual([]);
    return states;
  };

  test.each([
    ['a place to look at in both', 0.4, 0.49, 'unchanged'],
    ['a finding of the head alone, at the limit', 0.49, 0.5, 'updated'],
    ['a finding of both', 0.5, 0.9, 'unchanged'],
    ['a finding of the base alone', 0.9, 0.49, 'unchanged'],
  ])('%s, where the change touches it: %d, %d: %s', (_what, was, is, state) => {
    expect(stateOf(known(was), known(is), { touched: true })).toEqual([state]);
    expect(stateOf(known(was), known(is))).toEqual(['unchanged']);
  });

  const PLACE = {
    ...{ file: 'src/a.c', line: 3, column: 1, end_line: 3, end_column: 2 },
    function: 'copy',
  };

  test('updated where it rests on something else, wherever that stands', () => {
    const said = (description: string, message: string) =>
      known(0.9, { description, trace: [{ ...PLACE, message }] });
    const weak = { ...said('it is 8 bytes', 'see line 3'), confidence: 0.4 };
    expect(stateOf(weak, said('it is 9 bytes', 'see line 7'))).toEqual(['unchanged']);
    expect(stateOf(weak, said('it is 8 bytes', 'from line 3'))).toEqual(['updated']);
    expect(stateOf(weak, said('it is 8 words', 'see line 3'))).toEqual(['updated']);
  });

  test('updated where a check of it went, and new where it was settled', () => {
    expect(stateOf(known(0.9), known(0.9), { weakened: true })).toEqual(['updated']);
    expect(stateOf(known(0.9), known(0.9), { reopened: true })).toEqual(['new']);
  });
});
