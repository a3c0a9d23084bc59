import { describe, expect, test } from '@jest/globals';
import { openWriteClient } from '../../../../src/github/api/write-client.ts';
import { GATE_NAME } from '../../../../src/github/migrate/checks/gate-check.ts';
import { commitRepair } from '../../../../src/github/migrate/gate/commit-repair.ts';
import type { RepairHead } from '../../../../src/github/migrate/gate/repair.ts';
import { repairTrailer } from '../../../../src/github/migrate/pulls/gate-pull.ts';
import { BRANCH, demo, gated, larger, runner, WORKFLOW } from './gated.ts';

const RIGHT = 'a.max(b)';
const WRONG = 'a.min(b)';

/** An agent that writes these bodies, one after the other. */
function writes(...bodies: readonly string[]) {
  const asked: string[] = [];
  const mend: RepairHead = async ({ command, pull, round, log }, deps) => {
    asked.push(log);
    const body = bodies[asked.length - 1];
    if (body === undefined) return { kind: 'none', reason: 'It found nothing.' };
    const writer = await openWriteClient(command, deps);
    if (writer === undefined) throw new Error('there is no token');
    const [[path = '', content = '']] = Object.entries(larger(body)) as [[string, string]];
    const plan = { kind: 'repaired' as const, base: pull.head, crate: 'rust' };
    const files = [{ path, content }];
    const message = `Mend it\n\n${repairTrailer(round)}\n`;
    const added = await commitRepair(writer, pull.branch, { ...plan, files }, message);
    if (added.kind === 'none') throw new Error(added.reason);
    return added;
  };
  return { mend, asked };
}

(runner === undefined ? describe.skip : describe)('the gate', () => {
  test('green CI of a workflow that ran cargo makes a draft ready', async () => {
    const { propose, settle, gateOf, pullOf, judge, app } = await gated({ files: WORKFLOW });
    const { head, pull } = await propose(RIGHT);
    await judge();
    expect(await gateOf(head)).toMatchObject({ status: 'in_progress' });
    await settle();
    expect(await gateOf(head)).toMatchObject({
      ...{ conclusion: 'success', title: 'Built, and 1 test passed' },
      summary: 'Green on this commit:\n\n- cargo',
    });
    expect(await pullOf(pull)).toMatchObject({ draft: false, names: [] });
    // Whoever looks again writes nothing.
    await app.heard();
    await judge();
    expect(await app.heard()).toEqual([]);
  }, 120_000);

  test('without a workflow it waits, and says what is missing', async () => {
    const { propose, settle, gateOf, github, pullOf, ada } = await gated();
    const { head, pull } = await propose(RIGHT);
    await settle();
    const said = await gateOf(head);
    expect(said).toMatchObject({ status: 'in_progress', title: 'No CI has run' });
    expect(said?.summary).toContain('`.github/workflows/cargo.yml`');
    // A status can be green without anybody having built anything.
    await ada.repos.createCommitStatus({ ...demo, sha: head, state: 'success', context: 'ci' });
    await github.runWorkflow('ada/demo', {
      ...{ branch: BRANCH, jobs: [{ name: 'cargo', conclusion: 'success', log: 'all is well\n' }] },
    });
    await settle();
    expect(await gateOf(head)).toMatchObject({
      ...{ status: 'in_progress', title: 'The crate was not built and tested' },
    });
    expect((await pullOf(pull)).draft).toBe(true);
  }, 120_000);

  test('a failure goes to an agent, and its commit is judged in turn', async () => {
    const { mend, asked } = writes('a + b', RIGHT);
    const { propose, settle, gateOf, pullOf, ada } = await gated({ files: WORKFLOW, mend });
    const { head, pull } = await propose(WRONG);
    await settle();
    expect(asked).toEqual([
      expect.stringContaining('larger::tests::of_two'),
      expect.stringContaining('test result: FAILED. 0 passed; 1 failed'),
    ]);
    expect(await gateOf(head)).toMatchObject({ conclusion: 'failure', title: '1 check failed' });
    const { data } = await ada.pulls.listCommits({ ...demo, pull_number: pull });
    expect(data.map(({ commit }) => commit.message.split('\n')[2])).toEqual([
      ...[undefined, 'Rustward-CI-Repair: 1', 'Rustward-CI-Repair: 2'],
    ]);
    expect(data[1]?.parents).toMatchObject([{ sha: head }]);
    expect(await gateOf(BRANCH)).toMatchObject({ conclusion: 'success' });
    const after = await pullOf(pull);
    expect(after).toMatchObject({ draft: false, names: [] });
    expect(after.body).toMatch(
      /^What is proven\.\n\n<!-- rustward gate -->\n### CI\n\nAn agent has/,
    );
    expect(after.body).toMatch(/<!-- rustward migration [^\n]+-->$/);
  }, 180_000);

  test('after so many repairs it is blocked, until somebody pushes', async () => {
    const configuration = 'migration:\n  max_ci_repairs: 1\n';
    const { mend, asked } = writes('a * b', 'a / b');
    const { propose, settle, gateOf, pullOf, github, judge } = await gated({
      ...{ files: WORKFLOW, mend, configuration },
    });
    const { pull } = await propose(WRONG);
    await settle();
    await judge();
    expect(asked).toHaveLength(1);
    expect(await gateOf(BRANCH)).toMatchObject({ conclusion: 'failure', title: 'Blocked' });
    const blocked = await pullOf(pull);
    expect(blocked).toMatchObject({ draft: true, names: ['rustward: blocked'] });
    expect(blocked.body).toContain('**Blocked.** CI still fails, and `max_ci_repairs` allows one');
    const wrong = await github.commit('ada/demo', BRANCH, larger('a | b & 4'));
    await settle();
    expect(asked).toHaveLength(1);
    const said = await gateOf(wrong);
    expect(said).toMatchObject({ conclusion: 'failure' });
    expect(said?.summary).toContain('not the app’s own');
    const right = await github.commit('ada/demo', BRANCH, larger(RIGHT));
    await settle();
    expect(await gateOf(right)).toMatchObject({ conclusion: 'success' });
    const open = await pullOf(pull);
    expect(open).toMatchObject({ draft: false, names: [] });
    expect(open.body).not.toContain('Blocked');
  }, 180_000);

  test('an agent that finds nothing is not asked again, but by a person', async () => {
    const { mend, asked } = writes();
    const { propose, settle, judge, gateOf } = await gated({ files: WORKFLOW, mend });
    await propose(WRONG);
    await settle();
    await judge();
    expect(asked).toHaveLength(1);
    expect((await gateOf(BRANCH))?.summary).toContain('No repair was found.');
    await judge(true);
    expect(asked).toHaveLength(2);
  }, 120_000);

  test('what somebody pushes while an agent is at work stays, and is judged', async () => {
    const right = larger(RIGHT);
    const { mend } = writes('a + b');
    const late: RepairHead = async (failure, deps) => {
      await it.github.commit('ada/demo', BRANCH, right);
      return await mend(failure, deps);
    };
    const it = await gated({ files: WORKFLOW, mend: late });
    const { pull } = await it.propose(WRONG);
    await it.settle();
    expect(await it.gateOf(BRANCH)).toMatchObject({ conclusion: 'success' });
    const { data } = await it.ada.pulls.listCommits({ ...demo, pull_number: pull });
    expect(data.map(({ author }) => author?.login)).toEqual(['ward[bot]', 'ada']);
    expect((await it.pullOf(pull)).draft).toBe(false);
  }, 120_000);

  test('a token without the new permissions says so, and lets nothing pass', async () => {
    const permissions = {
      ...{ checks: 'write', contents: 'write', issues: 'write', metadata: 'read' },
      pull_requests: 'write',
    };
    const { propose, settle, gateOf } = await gated({ files: WORKFLOW, permissions });
    const { head } = await propose(RIGHT);
    await settle();
    const said = await gateOf(head);
    expect(said).toMatchObject({ status: 'in_progress' });
    expect(said?.summary).toContain('needs the permission `actions: read`');
  }, 120_000);

  test('where the configuration says so, GitHub merges what the gate lets pass', async () => {
    const configuration = 'migration:\n  auto_merge: true\n';
    const { propose, settle, pullOf, github } = await gated({
      ...{ files: WORKFLOW, configuration, allowAutoMerge: true },
    });
    github.protectBranch('ada/demo', 'main', { checks: [GATE_NAME] });
    const { pull } = await propose(RIGHT);
    await settle();
    expect(await pullOf(pull)).toMatchObject({ merged: true, draft: false });
  }, 120_000);

  test('answers that are lost on the way bring no second check, and no second commit', async () => {
    const { mend } = writes(RIGHT);
    const { propose, settle, gateOf, ada, github } = await gated({ files: WORKFLOW, mend });
    const { pull } = await propose(WRONG);
    for (const operation of ['checks/create', 'checks/update', 'git/update-ref', 'pulls/update']) {
      github.fail({ operation, kind: 'lose-answer' });
    }
    await settle();
    expect(github.faultsLeft()).toEqual([]);
    expect(await gateOf(BRANCH)).toMatchObject({ conclusion: 'success' });
    const { data } = await ada.pulls.listCommits({ ...demo, pull_number: pull });
    expect(data).toHaveLength(2);
  }, 120_000);
});
