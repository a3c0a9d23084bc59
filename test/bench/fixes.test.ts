import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { costFigures, costText } from '../../bench/fixes/cost-table.ts';
import { isNear } from '../../bench/fixes/near.ts';
import { openResults, type PullRequestResult } from '../../bench/fixes/results-file.ts';
import { figuresOf, tableText } from '../../bench/fixes/table.ts';
import { pairVerdict } from '../../bench/fixes/verdict.ts';
import { modelServer } from '../fakes/model-server.ts';
import { reviewingModel } from '../fakes/reviewing-model.ts';
import { commitAll, git, gitRepository } from '../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../support/temporary-folder.ts';

const BENCH = fileURLToPath(new URL('../../bench/fixes.ts', import.meta.url));

const program = (copy: string) => `#include <stdio.h>
#include <string.h>

int main(void) {
  char line[512];
  char name[16];
  if (fgets(line, sizeof line, stdin) == NULL) return 1;
  ${copy}
  puts(name);
  return 0;
}
`;
const DEFECT = program('strcpy(name, line);');
const FIXED = program('snprintf(name, sizeof name, "%s", line);');

const outputSchema = z.object({
  failed: z.number(),
  figures: z.array(z.looseObject({ name: z.string() })),
  costs: z.array(z.looseObject({ kind: z.string() })).optional(),
  pullRequests: z.array(
    z.looseObject({
      ...{ kind: z.string(), seconds: z.number() },
      models: z.looseObject({ calls: z.number() }).optional(),
    }),
  ),
});

/** Mirrors with one repository: a fix with its test and a new header, then a harmless commit. */
function corpus() {
  const work = gitRepository({ 'main.c': DEFECT, 'expected.txt': 'long\n' });
  addFiles(work, { 'main.c': FIXED, 'size.h': '#define SIZE 16\n', 'expected.txt': 'short\n' });
  commitAll(work);
  const fix = git(work, 'rev-parse', 'HEAD').trim();
  addFiles(work, { 'main.c': FIXED.replace('return 0', 'return ferror(stdin) != 0') });
  commitAll(work);
  const ordinary = git(work, 'rev-parse', 'HEAD').trim();
  // A program that a hook or the configuration names would leave a file.
  const trace = join(work, 'started');
  git(work, 'config', 'core.fsmonitor', `touch ${trace}`);
  addFiles(work, { '.git/hooks/post-checkout': `#!/bin/sh\ntouch ${trace}\n` });
  const mirrors = temporaryFolder({ 'someone+tool/note': '' });
  renameSync(join(work, '.git'), join(mirrors, 'someone+tool/repo'));
  const listed = (commit: string, ...files: string[]) =>
    JSON.stringify([{ repo: 'someone/tool', fix: commit.slice(0, 10), files }]);
  const lists = temporaryFolder({
    'fixes.json': listed(fix, 'main.c', 'size.h'),
    'ordinary.json': listed(ordinary, 'main.c'),
  });
  return { mirrors, lists, trace };
}

/** Runs the bench with a folder of its own for temporary files, and names what is left there. */
async function bench(...args: readonly string[]) {
  const temporary = temporaryFolder();
  const child = spawn(process.execPath, [BENCH, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporary },
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status: child.exitCode, stdout, stderr, left: readdirSync(temporary) };
}

describe('bench:fixes on a small repository', () => {
  test('catches the defect that comes back, and resumes', async () => {
    const { mirrors, lists, trace } = corpus();
    const results = join(lists, 'results.jsonl');
    const args = [
      ...[join(lists, 'fixes.json'), mirrors, '--ordinary', join(lists, 'ordinary.json')],
      ...['--json', '--results', results, '--', '--jobs', '1'],
    ];
    const first = await bench(...args);
    expect(first).toMatchObject({ status: 0 });
    const { figures, failed, pullRequests } = outputSchema.parse(JSON.parse(first.stdout));
    expect(failed).toBe(0);
    expect(pullRequests.map(({ kind }) => kind)).toEqual(['bug', 'control', 'ordinary']);
    expect(pullRequests[0]).toMatchObject({
      verdict: 'findings',
      findings: [{ file: 'main.c', line: 8, near: true }],
    });
    expect(figures.map(({ name }) => name)).toEqual(['someone/tool', 'total']);
    expect(figures[1]).toMatchObject({
      ...{ fixes: 1, caught: 1, caughtAlone: 1, proposed: 1 },
      ...{ controlsWithAny: 0, controlMean: 0, ordinary: 1, ordinaryMean: 0, failedFiles: 0 },
    });
    expect(existsSync(trace)).toBe(false);
    expect(first.left).toEqual([]);

    const kept = readFileSync(results, 'utf8');
    const [bug = ''] = kept.split('\n');
    writeFileSync(results, `${bug}\n${bug.slice(0, 30)}`);
    const second = await bench(...args);
    expect(second.stderr.match(/known/g)).toHaveLength(1);
    expect(outputSchema.parse(JSON.parse(second.stdout)).figures[1]).toMatchObject({
      ...{ caught: 1, ordinary: 1, reviews: 3 },
    });
    const third = await bench(...args);
    expect(third.stderr.match(/known/g)).toHaveLength(3);
    expect(third.stdout).toBe(second.stdout);
  });

  test('with models it counts what they take, and replays their answers', async () => {
    const { mirrors, lists } = corpus();
    const answer = reviewingModel();
    const server = await modelServer(({ messages }) => {
      return { kind: 'answer', content: answer(messages) };
    });
    const model = {
      baseUrl: server.baseUrl,
      model: 'm',
      window: 60_000,
      prices: { input: 1, output: 2 },
    };
    const file = { models: { served: model }, groups: { test: { normal: ['served'] } } };
    const home = temporaryFolder({ 'models.json5': JSON.stringify(file) });
    const record = join(home, 'recording');
    const args = [
      join(lists, 'fixes.json'),
      mirrors,
      '--json',
      '--models',
      join(home, 'models.json5'),
    ];
    const asked = await bench(...args, '--record', record, '--', '--jobs', '1', '--no-state');
    expect(asked).toMatchObject({ status: 0 });
    const { costs, pullRequests } = outputSchema.parse(JSON.parse(asked.stdout));
    expect(costs?.map(({ kind }) => kind)).toEqual(['bug', 'control', 'all']);
    // Who discovers, derives, verifies and writes a driver; of the control only the first has a question.
    expect(pullRequests.map(({ models }) => models?.calls)).toEqual([4, 1]);
    expect(pullRequests[0]?.models).toMatchObject({ examinations: { verified: 1 } });
    const texts = readdirSync(record, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\/\w+\/.*json$/.test(name))
      .map((name) => readFileSync(join(record, name), 'utf8'));
    expect(texts).toHaveLength(5);
    expect(texts.join()).not.toContain('strcpy');
    const before = server.requests.length;
    const replayed = await bench(...args, '--replay', record, '--', '--jobs', '1', '--no-state');
    expect(replayed).toMatchObject({ status: 0 });
    expect(server.requests).toHaveLength(before);
    const again = outputSchema.parse(JSON.parse(replayed.stdout)).pullRequests;
    expect(again[0]?.models).toMatchObject({ examinations: { verified: 1 } });
  });

  test('a commit that is not there fails alone, and a list of another form is refused', async () => {
    const { mirrors, lists } = corpus();
    const missing = { repo: 'someone/tool', fix: '0123456789', files: ['main.c'] };
    writeFileSync(join(lists, 'ordinary.json'), JSON.stringify([missing]));
    const args = [join(lists, 'fixes.json'), mirrors, '--ordinary', join(lists, 'ordinary.json')];
    const { status, stdout, stderr } = await bench(...args, '--', '--jobs', '1');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^total +1 +1 +1 +1 /m);
    expect(stderr).toContain('git knows no commit "0123456789"');
    const outside = { ...missing, files: ['../main.c'] };
    writeFileSync(join(lists, 'fixes.json'), JSON.stringify([outside]));
    expect(await bench(...args)).toMatchObject({
      ...{ status: 2, stdout: '' },
      stderr: expect.stringContaining('is not a path inside the repository'),
    });
  });
});

const place = (near: boolean) => ({
  ...{ file: 'a.c', line: 1, pattern: 'p', severity: 'high' as const, confidence: 0.9, near },
});
const result = (more: Partial<PullRequestResult>): PullRequestResult => ({
  ...{ kind: 'bug', repo: 'a/b', fix: '0123456', options: [], verdict: 'clean', seconds: 1 },
  ...{ incomplete: false, findings: [], proposed: [], failedFiles: [] },
  ...more,
});

test('near is within three lines of a changed line, on both sides of what was removed', () => {
  const changes = [{ path: 'a.c', ranges: [{ start: 10, count: 2 }] }];
  const near = (line: number, file = 'a.c') => isNear({ file, line }, changes);
  expect([6, 7, 14, 15].map((line) => near(line))).toEqual([false, true, true, false]);
  expect(near(10, 'b.c')).toBe(false);
  const gap = [{ path: 'a.c', ranges: [{ start: 10, count: 0 }] }];
  const atGap = [7, 8, 13, 14].map((line) => isNear({ file: 'a.c', line }, gap));
  expect(atGap).toEqual([false, true, true, false]);
});

test('a fix is caught where the bug has a finding near the change and the control has none there', () => {
  const bug = result({ findings: [place(true)] });
  const verdict = (findings: boolean[], proposed: boolean[] = []) =>
    pairVerdict(
      bug,
      result({ findings: findings.map(place), proposed: proposed.map(place), kind: 'control' }),
    );
  expect(verdict([])).toEqual({ caught: true, caughtAlone: true, proposed: true });
  expect(verdict([false])).toEqual({ caught: true, caughtAlone: false, proposed: true });
  expect(verdict([true])).toEqual({ caught: false, caughtAlone: false, proposed: false });
  expect(verdict([], [true])).toEqual({ caught: true, caughtAlone: true, proposed: false });
  const unsure = result({ findings: [place(false)], proposed: [place(true)] });
  expect(pairVerdict(unsure, result({}))).toMatchObject({ caught: false, proposed: true });
});

test('a fix is caught as well where running the head has shown the finding, wherever it is', () => {
  const ran = (outcome: string) => ({ ...place(false), run: { outcome, why: '' } });
  const caught = (bug: string, control: readonly string[] = []) =>
    pairVerdict(
      result({ findings: [ran(bug)] }),
      result({ findings: control.map(ran), kind: 'control' }),
    ).caught;
  expect(caught('reproduced')).toBe(true);
  expect(caught('not_reproduced')).toBe(false);
  expect(caught('reproduced', ['not_reproduced'])).toBe(true);
  expect(caught('reproduced', ['reproduced'])).toBe(false);
});

test('the table has means, quantiles and counts by repository', () => {
  const figures = figuresOf([
    ...[3, 1].map((seconds) => result({ seconds, repo: `a/${seconds}`, verdict: 'inconclusive' })),
    result({ kind: 'control', repo: 'a/1', findings: [place(false), place(false)], seconds: 2 }),
    result({ kind: 'ordinary', repo: 'a/1', failedFiles: ['x.c'], seconds: 9 }),
    result({ kind: 'ordinary', repo: 'a/1', failedFiles: ['x.c'], seconds: 8, fix: '1234567' }),
  ]);
  expect(figures.map(({ name, fixes, reviews }) => [name, fixes, reviews])).toEqual([
    ['a/1', 1, 4],
    ['a/3', 0, 1],
    ['total', 1, 5],
  ]);
  expect(figures[2]).toMatchObject({
    ...{ controlsWithAny: 1, controlMean: 2, ordinary: 2, ordinaryMean: 0, ordinaryWithAny: 0 },
    ...{ secondsMedian: 3, secondsP95: 9, failedFiles: 1, inconclusive: 2 },
  });
  const lines = tableText(figures).split('\n');
  expect(lines).toHaveLength(5);
  expect(new Set(lines.slice(0, 4).map(({ length }) => length)).size).toBe(1);
});

test('reviews are counted whose findings were run, and those in which a run has shown one', () => {
  const models = { calls: 2, tokens: 100, dollars: 0.1, examinations: {} };
  const ran = (outcome: string) => ({ ...place(true), run: { outcome, why: '' } });
  const rows = costFigures([
    result({ models, findings: [ran('reproduced'), ran('reproduced')] }),
    result({ models, findings: [ran('not_reproduced')] }),
    result({ models, findings: [ran('not_tried')] }),
    result({ models, findings: [place(true)] }),
  ]);
  expect(rows.map(({ run, reproduced }) => [run, reproduced])).toEqual([[2, 1]]);
  expect(costText(rows)).toContain('findings reproduced in 1 of 2 reviews that ran code');
});

test('results with other options are not taken for these', () => {
  const file = join(temporaryFolder(), 'results.jsonl');
  openResults(file, ['--jobs', '1']).add(result({ options: ['--jobs', '1'] }));
  expect(openResults(file, ['--jobs', '1']).known.size).toBe(1);
  expect(openResults(file, []).known.size).toBe(0);
  writeFileSync(file, 'notes\n');
  expect(() => openResults(file, [])).toThrow('other contents');
});
