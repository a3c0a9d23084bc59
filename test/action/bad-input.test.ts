import { describe, expect, test } from '@jest/globals';
import { changedTree } from '../support/changed-tree.ts';
import { git } from '../support/git-repository.ts';
import { type ActionStep, runAction } from '../support/run-action.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SOUND = 'int twice(int x) {\n  return x + x;\n}\n';

/** The step fails with one line, and claims no result. */
async function expectFailure(step: ActionStep, message: RegExp): Promise<void> {
  const run = await runAction(step);
  expect(run.failures).toEqual([expect.stringMatching(message)]);
  expect(run.failures.join()).not.toContain('\n');
  expect(run.failures.join() + run.summary).not.toContain(step.workspace);
  expect([run.status, run.outputs, run.stderr]).toEqual([1, { verdict: 'inconclusive' }, '']);
}

describe('a wrong input is named with its value and what to do', () => {
  test.each([
    [{ mode: 'reveiw' }, /mode is "reveiw": did you mean review\?/],
    [{ mode: 'migrate' }, /mode migrate needs a token to open pull requests/],
    [{ mode: 'migrate', baseline: 'x' }, /the input baseline is not for mode migrate/],
    [{ mode: 'migrate', comment: 'true' }, /the input comment is not for mode migrate/],
    [{ crate: 'rust' }, /the input crate is for mode migrate; this is mode review/],
    [{ mode: 'migrate', functions: 'f\n::set-output name=x::y' }, /functions is "::set-output/],
    [
      { mode: 'migrate', functions: '$(id)' },
      /functions is "\$\(id\)": expected names of C functions/,
    ],
    [{ mode: 'migrate', functions: '../../etc/passwd' }, /functions is "\.\.\/\.\.\/etc/],
    [{ mode: 'migrate', functions: 'ｍain' }, /functions is "ｍain"/],
    [{ mode: 'migrate', crate: '../x' }, /crate is "\.\.\/x": expected a folder below/],
    [{ mode: 'migrate', 'max-functions': '0' }, /max-functions is "0": expected a whole number/],
    [{ mode: 'report' }, /needs the input reports/],
    [{ 'fail-on': 'critical' }, /fail-on is "critical": expected high, medium, low, none/],
    [{ 'only-new': 'yes' }, /only-new is "yes": expected true or false/],
    [{ 'only-new': 'true' }, /only-new needs a baseline/],
    [{ languages: 'c,java' }, /languages is "java"/],
    [{ 'max-cost': '-1' }, /max-cost is "-1": expected a number above 0/],
    [{ shard: '5/4' }, /shard is "5\/4": expected i\/n/],
    [{ path: '../elsewhere' }, /path is "\.\.\/elsewhere": it must lie in the workspace/],
    [{ path: 'nowhere' }, /path is "nowhere": there is nothing of that name/],
    [{ path: 'empty' }, /empty holds no C, C\+\+ or Rust source/],
    [
      { 'report-file': 'report.pdf' },
      /report\.pdf: its ending must be one of \.html, \.json, \.md, \.sarif, \.svg, \.xml/,
    ],
    [{ config: 'other.yml' }, /there is no other\.yml/],
    [
      { 'report-file': 'a.c/a.html' },
      /cannot write a\.c\/a\.html: a part of its path is not a folder/,
    ],
    [{ baseline: 'gone.json', mode: 'scan' }, /gone\.json/],
    [{ comment: 'true' }, /comment needs a token/],
    [
      { mode: 'scan', 'compile-commands': 'gone.json' },
      /compile-commands is "gone\.json": there is no such file/,
    ],
    [{ mode: 'scan', include: 'gone' }, /include is "gone": there is no such folder/],
    [{ 'model-name': 'm' }, /the input model-name is set without model-base-url/],
    [{ 'model-key': 'k' }, /the input model-key is set without model-base-url/],
  ])('%j', async (inputs: Record<string, string>, message) => {
    const workspace = temporaryFolder({ 'a.c': SOUND, 'empty/README.md': '' });
    await expectFailure({ workspace, inputs }, message);
  });
});

test('a workspace that nothing was checked out into is none without findings', async () => {
  const workspace = temporaryFolder();
  const message = /nor a repository: a step that uses actions\/checkout has to come before/;
  await expectFailure({ workspace, inputs: { mode: 'scan' } }, message);
});

test('a mistake in the configuration is named with its line', async () => {
  const workspace = temporaryFolder({
    'a.c': SOUND,
    '.github/rustward.yml': 'review:\n  fial_on: low\n',
  });
  await expectFailure({ workspace }, /rustward\.yml:2: .*"fail_on"/);
});

describe('a checkout that does not fit the event', () => {
  test('without history', async () => {
    const tree = changedTree({ 'a.c': SOUND }, { 'b.c': SOUND });
    const clone = temporaryFolder();
    git(clone, 'clone', '--quiet', '--depth=1', '--no-local', `file://${tree.folder}`, 'shallow');
    await expectFailure(
      { workspace: `${clone}/shallow`, eventName: 'pull_request', event: tree.event() },
      /fetch-depth: 0/,
    );
  });

  test('of the head alone', async () => {
    const tree = changedTree({ 'a.c': SOUND }, { 'b.c': SOUND }, { 'c.c': SOUND });
    const clone = temporaryFolder();
    const from = ['--branch=topic', '--depth=1', '--no-local', `file://${tree.folder}`];
    git(clone, 'clone', '--quiet', ...from, 'shallow');
    await expectFailure(
      { workspace: `${clone}/shallow`, eventName: 'pull_request', event: tree.event() },
      /the base of the change, [0-9a-f]{10}, is not in the checkout; set fetch-depth: 0/,
    );
  });

  test('of the base, where nothing has changed', async () => {
    const tree = changedTree({ 'a.c': SOUND }, { 'b.c': SOUND }, { 'c.c': SOUND });
    git(tree.folder, 'checkout', '--quiet', 'main');
    await expectFailure(
      { workspace: tree.folder, eventName: 'pull_request_target', event: tree.event() },
      /neither the head of the change .* nor its merge/,
    );
  });

  test('of no repository', async () => {
    const tree = changedTree({ 'a.c': SOUND }, { 'b.c': SOUND });
    const workspace = temporaryFolder({ 'a.c': SOUND });
    await expectFailure(
      { workspace, eventName: 'pull_request', event: tree.event() },
      /is no git work tree; use actions\/checkout/,
    );
  });
});

test('an event that GitHub does not make is refused', async () => {
  const workspace = temporaryFolder({ 'a.c': SOUND });
  const event = { pull_request: { number: 'seven' } };
  await expectFailure({ workspace, event }, /the event is not as GitHub makes it/);
});
