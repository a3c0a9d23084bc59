import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import type { CommandOf } from '../../../src/github/commands/command.ts';
import { abandonReview } from '../../../src/github/review/abandon-review.ts';
import { reviewMergeGroup } from '../../../src/github/review/review-merge-group.ts';
import { reviewPullRequest } from '../../../src/github/review/review-pull-request.ts';
import { eventually } from '../../support/eventually.ts';
import { DEFECT, reviewingApp } from '../../support/reviewing-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOUND = '#include <stdio.h>\nint main(void) { return puts("hello") < 0; }\n';
const attempt = { signal: new AbortController().signal, last: false };

const SILENT = {
  ...{ call: () => {}, tool: () => {}, reviewed: () => {}, decided: () => {} },
  unpublished: () => {},
};

type App = Awaited<ReturnType<typeof reviewingApp>>;

async function command(
  { installation, repository, pull }: App,
  number: number,
  reason: CommandOf<'review-pull-request'>['reason'] = 'opened',
): Promise<CommandOf<'review-pull-request'>> {
  const { head } = await pull(number);
  return {
    ...{ kind: 'review-pull-request', installation, repository },
    ...{ pull: number, head: head.sha, reason },
  };
}

describe('reviewPullRequest', () => {
  test('a defect fails the check, and is commented on its line; its repair passes', async () => {
    const app = await reviewingApp({ 'main.c': SOUND });
    await app.github.commit('ada/demo', 'topic', { 'main.c': DEFECT });
    const number = await app.open('topic');
    await reviewPullRequest(await command(app, number), attempt, app.deps);
    const check = await app.check(number);
    expect(check).toMatchObject({ status: 'completed', conclusion: 'failure' });
    expect(check?.output.summary).toContain('main.c');
    const comments = await app.comments(number);
    expect(comments.length).toBeGreaterThan(0);
    expect(comments.every(({ path }) => path === 'main.c')).toBe(true);
    // Nothing of the work is left.
    expect(readdirSync(`${app.deps.dataFolder}/work`)).toEqual([]);

    // Again: nothing is said twice.
    await reviewPullRequest(await command(app, number, 'rerun'), attempt, app.deps);
    expect(await app.comments(number)).toHaveLength(comments.length);

    await app.github.commit('ada/demo', 'topic', { 'main.c': SOUND.replace('hello', 'bye') });
    await reviewPullRequest(await command(app, number, 'pushed'), attempt, app.deps);
    expect(await app.check(number)).toMatchObject({ conclusion: 'success' });
  });

  test('a fork cannot silence its own findings, nor change the configuration', async () => {
    const app = await reviewingApp({ 'main.c': SOUND });
    const eve = app.github.addUser('eve');
    const fork = await app.github.addFork('ada/demo', 'eve');
    expect(eve).not.toBe('');
    await app.github.commit(fork, 'topic', {
      'main.c': DEFECT.replaceAll(';\n', '; // rustward-ignore: dangerous_funcs fine\n'),
      '.github/rustward.yml': 'review: { enabled: false, exclude: ["*.c"] }\n',
      '.rustward/suppressions.json5': '[{ file: "*.c", rule: "unsafe_api", reason: "x" }]',
      '.gitignore': '*.c\n',
      '.rustwardignore': '*.c\n',
    });
    const number = await app.open('eve:topic');
    await reviewPullRequest(await command(app, number), attempt, app.deps);
    const check = await app.check(number);
    expect(check).toMatchObject({ conclusion: 'failure' });
    expect((await app.comments(number)).length).toBeGreaterThan(0);
  });

  test('what an ignore file of the base leaves out is said, and fails nothing', async () => {
    const app = await reviewingApp({ 'old/main.c': SOUND, '.rustwardignore': 'old/\n' });
    await app.github.commit('ada/demo', 'topic', { 'old/main.c': DEFECT });
    const number = await app.open('topic');
    await reviewPullRequest(await command(app, number), attempt, app.deps);
    const check = await app.check(number);
    expect(check).toMatchObject({ conclusion: 'success' });
    expect(check?.output.summary).toContain('left out by the pattern');
  });

  test('where only the log is told, GitHub hears nothing', async () => {
    const unpublished = jest.fn();
    const watch = { ...SILENT, unpublished };
    const app = await reviewingApp({ 'main.c': SOUND }, { watch });
    // What the owner has settled for all of their repositories.
    await app.github.addRepository('ada/.github', {
      files: { '.github/rustward.yml': 'review: { publish: log }\n' },
      private: false,
    });
    await app.github.commit('ada/demo', 'topic', { 'main.c': DEFECT });
    const number = await app.open('topic');
    const asked = await command(app, number);
    await reviewPullRequest(asked, attempt, app.deps);
    expect(await app.check(number)).toBeUndefined();
    expect(await app.comments(number)).toEqual([]);
    const place = { repository: 'ada/demo', pull: number, head: asked.head };
    expect(unpublished.mock.calls).toEqual([
      [place, expect.objectContaining({ verdict: 'findings' })],
    ]);
    expect(app.deps.reports.get(app.repository.id, number, asked.head)).toBeDefined();

    // The repository's own file goes before.
    await app.github.commit('ada/demo', 'main', {
      '.github/rustward.yml': 'review: { publish: github }\n',
    });
    await reviewPullRequest({ ...asked, reason: 'asked' }, attempt, app.deps);
    expect(await app.check(number)).toMatchObject({ conclusion: 'failure' });
  });

  test('details that are private are in code scanning alone', async () => {
    const app = await reviewingApp({
      'main.c': SOUND,
      '.github/rustward.yml': 'review: { details: private }\n',
    });
    await app.github.commit('ada/demo', 'topic', { 'main.c': DEFECT });
    const number = await app.open('topic');
    const asked = await command(app, number);
    await reviewPullRequest(asked, attempt, app.deps);
    const check = await app.check(number);
    expect(check).toMatchObject({ conclusion: 'failure' });
    expect(check?.output.summary).toContain('/ada/demo/security/code-scanning');
    expect(JSON.stringify(check?.output)).not.toContain('main.c');
    expect(check?.output.annotations_count).toBe(0);
    expect(await app.comments(number)).toEqual([]);
    const stored = app.deps.reports.get(app.repository.id, number, asked.head);
    expect(stored).toMatchObject({ details: 'private', settle: 'record' });
  });

  test('a draft waits, a label or a word does not', async () => {
    const app = await reviewingApp({ 'main.c': SOUND });
    await app.github.commit('ada/demo', 'topic', { 'main.c': SOUND.replace('hello', 'bye') });
    const number = await app.open('topic', true);
    await reviewPullRequest(await command(app, number), attempt, app.deps);
    expect(await app.check(number)).toBeUndefined();
    const place = { owner: 'ada', repo: 'demo' };
    await app.ada.rest.issues.addLabels({ ...place, issue_number: number, labels: ['rustward'] });
    await reviewPullRequest(await command(app, number, 'labeled'), attempt, app.deps);
    expect(await app.check(number)).toMatchObject({ conclusion: 'success' });
    await app.ada.rest.pulls.update({ ...place, pull_number: number, state: 'closed' });
    const again = await app.check(number);
    await reviewPullRequest(await command(app, number, 'rerun'), attempt, app.deps);
    expect((await app.check(number))?.id).toBe(again?.id);
  });

  test('pushes are not reviewed while that is paused, and who asks gets a review', async () => {
    const app = await reviewingApp({ 'main.c': SOUND });
    await app.github.commit('ada/demo', 'topic', { 'main.c': DEFECT });
    const number = await app.open('topic');
    const place = { owner: 'ada', repo: 'demo', issue_number: number };
    await app.ada.rest.issues.addLabels({ ...place, labels: ['rustward: paused', 'rustward'] });
    await reviewPullRequest(await command(app, number), attempt, app.deps);
    expect(await app.check(number)).toBeUndefined();
    const asked = await command(app, number);
    await reviewPullRequest({ ...asked, reason: 'asked' }, attempt, app.deps);
    expect(await app.check(number)).toMatchObject({ conclusion: 'failure' });
  });

  test('a wrong configuration is named in the check, which is not green', async () => {
    const app = await reviewingApp({
      ...{ 'main.c': SOUND, '.github/rustward.yml': 'review: { fail_no: low }\n' },
    });
    await app.github.commit('ada/demo', 'topic', { 'main.c': SOUND.replace('hello', 'bye') });
    const number = await app.open('topic');
    await reviewPullRequest(await command(app, number), attempt, app.deps);
    const check = await app.check(number);
    expect(check).toMatchObject({ conclusion: 'action_required' });
    expect(check?.output.summary).toContain('fail');
  });

  test('never green without looking: a reader that breaks, or says nothing that makes sense', async () => {
    for (const code of ['process.exit(1)', 'console.log("{}"); setInterval(() => {}, 1000)']) {
      const workerCommand = [process.execPath, '--eval', code] as const;
      const app = await reviewingApp({ 'main.c': SOUND }, { workerCommand });
      await app.github.commit('ada/demo', 'topic', { 'main.c': SOUND.replace('hello', 'bye') });
      const number = await app.open('topic');
      const first = reviewPullRequest(await command(app, number), attempt, app.deps);
      await expect(first).rejects.toThrow('the isolated worker');
      expect(await app.check(number)).toMatchObject({ status: 'in_progress' });
      const last = { ...attempt, last: true };
      const second = reviewPullRequest(await command(app, number), last, app.deps);
      await expect(second).rejects.toThrow('the isolated worker');
      const check = await app.check(number);
      expect(check).toMatchObject({ status: 'completed', conclusion: 'action_required' });
      expect(check?.output.summary).toContain('the isolated worker');
    }
  });

  test('a review that is stopped says so where a newer push has come, and leaves the rest to others', async () => {
    for (const newer of [false, true]) {
      const begun = join(temporaryFolder(), 'begun');
      const code = `fs.writeFileSync(${JSON.stringify(begun)}, ''); setInterval(() => {}, 1000)`;
      const workerCommand = [process.execPath, '--eval', code] as const;
      const app = await reviewingApp({ 'main.c': SOUND }, { workerCommand });
      const head = await app.github.commit('ada/demo', 'topic', { 'main.c': DEFECT });
      const number = await app.open('topic');
      const stop = new AbortController();
      const running = reviewPullRequest(
        await command(app, number),
        { signal: stop.signal, last: true },
        app.deps,
      );
      // It is under way once its check is there and its worker runs.
      await eventually(async () => expect(await app.check(head)).toBeDefined());
      await eventually(() => expect(existsSync(begun)).toBe(true));
      if (newer) await app.github.commit('ada/demo', 'topic', { 'main.c': `${DEFECT}\n` });
      stop.abort(new Error('something newer is wanted'));
      await expect(running).rejects.toThrow('something newer is wanted');
      const expected = newer ? { conclusion: 'cancelled' } : { status: 'in_progress' };
      expect(await app.check(head)).toMatchObject(expected);
    }
  });
});

test('a merge group gets its check', async () => {
  const app = await reviewingApp({ 'main.c': SOUND });
  const { installation, repository } = app;
  const place = { owner: 'ada', repo: 'demo' };
  const main = await app.ada.rest.repos.getBranch({ ...place, branch: 'main' });
  const branch = 'gh-readonly-queue/main/pr-1-x';
  const head = await app.github.commit('ada/demo', branch, { 'main.c': DEFECT });
  await reviewMergeGroup(
    {
      ...{ kind: 'review-merge-group', installation, repository, head },
      ...{ base: main.data.commit.sha, ref: `refs/heads/${branch}` },
    },
    attempt,
    app.deps,
  );
  expect(await app.check(head)).toMatchObject({ conclusion: 'failure' });
});

describe('a commit that was reviewed', () => {
  test('is not reviewed again for who is late, and is for who asks', async () => {
    const app = await reviewingApp({ 'main.c': SOUND });
    await app.github.commit('ada/demo', 'topic', { 'main.c': DEFECT });
    const number = await app.open('topic');
    await reviewPullRequest(await command(app, number), attempt, app.deps);
    const first = await app.check(number);
    await reviewPullRequest(await command(app, number, 'pushed'), attempt, app.deps);
    expect((await app.check(number))?.id).toBe(first?.id);
    await reviewPullRequest(await command(app, number, 'asked'), attempt, app.deps);
    const second = await app.check(number);
    expect(second?.id).not.toBe(first?.id);
    expect(second).toMatchObject({ conclusion: 'failure' });
  });

  test('is reviewed when its end was told after it had been opened again', async () => {
    const app = await reviewingApp({ 'main.c': SOUND });
    await app.github.commit('ada/demo', 'topic', { 'main.c': DEFECT });
    const number = await app.open('topic');
    const { installation, repository } = app;
    const told = { kind: 'abandon-review', installation, repository, pull: number } as const;
    await abandonReview(told, attempt, app.deps);
    expect(await app.check(number)).toMatchObject({ conclusion: 'failure' });
  });
});
