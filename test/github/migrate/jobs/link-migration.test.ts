import { describe, expect, test } from '@jest/globals';
import type { LinkVerdict } from '../../../../src/github/isolated-worker/link-verdict.ts';
import {
  linkMigration,
  reportDiedLink,
} from '../../../../src/github/migrate/jobs/link-migration.ts';
import { BRANCH, demo, gated, larger, runner, WORKFLOW } from '../gate/gated.ts';

const PASSED: LinkVerdict = {
  ...{ kind: 'passed', linked: ['larger'], uncalled: [], retirable: [], kept: [] },
};
const FAILED: LinkVerdict = {
  ...{ kind: 'failed', functions: [{ name: 'larger', because: 'the tests fail with it: 3 < 4' }] },
};
const IMPOSSIBLE: LinkVerdict = { kind: 'not possible', reasons: ['there are no tests'] };

/** A pull request, and who says these things of its heads, one after the other. */
async function linking(
  verdicts: readonly (LinkVerdict | Error)[],
  options: Omit<Parameters<typeof gated>[0], 'link'> = {},
) {
  const asked: (readonly [string, unknown])[] = [];
  const it = await gated({
    ...options,
    link(_place, head, functions) {
      const verdict = verdicts[asked.length] ?? new Error('nobody is there');
      asked.push([head, functions]);
      return verdict instanceof Error ? Promise.reject(verdict) : Promise.resolve(verdict);
    },
  });
  const { linkDeps: deps, branch, run } = it;
  const command = { ...branch, kind: 'link-migration' as const, isAsked: false };
  const perform = (more: Partial<typeof command & typeof run> = {}) =>
    linkMigration({ ...command, ...more }, { ...run, ...more }, deps);
  const proposed = await it.propose('a.max(b)');
  return { ...it, ...proposed, asked, deps, command, perform };
}

describe('the check', () => {
  test('is made once for a head, and again when a person asks', async () => {
    const { settle, head, asked, linkOf, github, app, perform } = await linking([PASSED, FAILED]);
    await settle();
    expect(asked).toEqual([[head, [{ name: 'larger', file: 'src/larger.c' }]]]);
    const said = await linkOf(head);
    expect(said).toMatchObject({
      ...{ status: 'completed', conclusion: 'success' },
      title: 'The tests of the C program pass with 1 function in Rust',
    });
    await perform();
    expect(asked).toHaveLength(1);
    expect(await app.heard()).toEqual([]);
    await github.rerunCheck('ada/demo', said?.id ?? 0, 'ada');
    await settle();
    expect(asked).toHaveLength(2);
    expect(await linkOf(head)).toMatchObject({ id: said?.id, conclusion: 'failure' });
  });

  test('goes on where somebody died, and where GitHub lost an answer there is one', async () => {
    const { settle, head, asked, linkOf, github, perform } = await linking([
      new Error('killed'),
      PASSED,
    ]);
    github.fail({ operation: 'checks/create', kind: 'lose-answer' });
    await expect(settle()).rejects.toThrow('killed');
    expect(await linkOf(head)).toMatchObject({ status: 'in_progress' });
    await perform();
    expect(asked).toHaveLength(2);
    expect(await linkOf(head)).toMatchObject({ conclusion: 'success' });
    expect(github.faultsLeft()).toEqual([]);
  });

  test('says nothing for the Rust once the last attempt has broken off, or all have died', async () => {
    const { head, linkOf, perform, deps, command } = await linking([]);
    await perform({ last: true });
    const broken = { conclusion: 'neutral', title: 'The C program was not tested' };
    expect(await linkOf(head)).toMatchObject(broken);
    await expect(perform({ isAsked: true })).rejects.toThrow('nobody is there');
    expect(await linkOf(head)).toMatchObject({ status: 'in_progress' });
    await reportDiedLink(command, deps);
    expect(await linkOf(head)).toMatchObject(broken);
  });

  test('ends for a head that was replaced, and for a pull request that was closed', async () => {
    const { head, linkOf, perform, github, ada, pull, asked } = await linking([
      ...[new Error('nobody is there'), new Error('nobody is there'), PASSED],
    ]);
    await expect(perform({ isAsked: true })).rejects.toThrow('nobody is there');
    const second = await github.commit('ada/demo', BRANCH, larger('b.max(a)'));
    const signal = AbortSignal.abort(new Error('something newer is wanted'));
    await expect(perform({ last: true, signal })).rejects.toThrow('nobody is there');
    expect(await linkOf(head)).toMatchObject({ conclusion: 'cancelled' });
    expect(await linkOf(second)).toMatchObject({ status: 'in_progress' });
    await ada.pulls.update({ ...demo, pull_number: pull, state: 'closed' });
    await perform();
    expect(await linkOf(second)).toMatchObject({ conclusion: 'cancelled' });
    // Open again, it is tested after all.
    await ada.pulls.update({ ...demo, pull_number: pull, state: 'open' });
    await perform();
    expect(await linkOf(second)).toMatchObject({ conclusion: 'success' });
    expect(asked.map(([commit]) => commit)).toEqual([head, second, second]);
  });

  test('is not made where the configuration says so, or somebody else opened it', async () => {
    const off = await linking([PASSED], { configuration: 'migration:\n  link: false\n' });
    await off.settle();
    expect(off.asked).toEqual([]);
    expect(await off.linkOf(off.head)).toBeUndefined();

    const { github, ada, settle, asked } = await linking([PASSED]);
    await settle();
    expect(asked).toHaveLength(1);
    const theirs = 'rustward/migrate/other';
    await github.commit('ada/demo', theirs, { 'src/other.c': 'int other;\n' });
    await ada.pulls.create({ ...demo, title: 'Mine', head: theirs, base: 'main' });
    await settle();
    expect(asked).toHaveLength(1);
  });
});

(runner === undefined ? describe.skip : describe)('the gate', () => {
  test('has what was cancelled begun once more', async () => {
    const { settle, head, ada, pull, gateOf, judge, perform, linkOf, github } = await linking(
      [new Error('killed'), PASSED],
      { files: WORKFLOW },
    );
    await expect(settle()).rejects.toThrow('killed');
    await ada.pulls.update({ ...demo, pull_number: pull, state: 'closed' });
    await perform();
    expect(await linkOf(head)).toMatchObject({ conclusion: 'cancelled' });
    await ada.pulls.update({ ...demo, pull_number: pull, state: 'open' });
    await github.workflowsDone();
    await judge();
    expect(await gateOf(head)).toMatchObject({ title: 'Waiting for the tests of the C program' });
    await settle();
    expect(await linkOf(head)).toMatchObject({ conclusion: 'success' });
    expect(await gateOf(head)).toMatchObject({ conclusion: 'success' });
  }, 120_000);

  test('holds back what breaks the C program, whatever CI says', async () => {
    const { settle, head, pull, gateOf, pullOf, github, linkOf } = await linking([FAILED, PASSED], {
      files: WORKFLOW,
    });
    await settle();
    expect(await gateOf(head)).toMatchObject({
      ...{ conclusion: 'failure', title: 'The C program fails with the Rust' },
      summary: expect.stringContaining('**Rustward migration link** has failed'),
    });
    expect(await pullOf(pull)).toMatchObject({ draft: true, names: [], commits: 1 });
    await github.rerunCheck('ada/demo', (await linkOf(head))?.id ?? 0, 'ada');
    await settle();
    expect(await gateOf(head)).toMatchObject({ conclusion: 'success' });
    expect((await pullOf(pull)).draft).toBe(false);
  }, 120_000);

  test('waits while the C program is tested, but not for ever', async () => {
    const { settle, head, pull, gateOf, pullOf, judge, deps, perform } = await linking(
      [new Error('killed'), new Error('killed'), IMPOSSIBLE],
      { files: WORKFLOW },
    );
    await expect(settle()).rejects.toThrow('killed');
    // The gate has asked for it as well, where there was no check yet.
    await expect(settle()).rejects.toThrow('killed');
    await settle();
    const waiting = { status: 'in_progress', title: 'Waiting for the tests of the C program' };
    expect(await gateOf(head)).toMatchObject(waiting);
    expect((await pullOf(pull)).draft).toBe(true);
    // That nothing could be said holds nothing back.
    await perform();
    await settle();
    expect(await gateOf(head)).toMatchObject({ conclusion: 'success' });
    expect((await pullOf(pull)).draft).toBe(false);
    await expect(perform({ isAsked: true })).rejects.toThrow('nobody is there');
    await judge();
    expect(await gateOf(head)).toMatchObject(waiting);
    await judge(true);
    expect(await gateOf(head)).toMatchObject({ conclusion: 'success' });
    await judge();
    expect(await gateOf(head)).toMatchObject(waiting);
    await deps.clock.sleep(4 * 3_600_000, deps.signal);
    await judge();
    expect(await gateOf(head)).toMatchObject({ conclusion: 'success' });
  }, 120_000);
});
