import { describe, expect, test } from '@jest/globals';
import { reviewPullRequest } from '../../../src/github/review/review-pull-request.ts';
import { readyPlan } from '../../fakes/migration-plans.ts';
import { recordedNotices } from '../../fakes/recorded-notices.ts';
import { DEFECT, reviewingApp } from '../../support/reviewing-app.ts';
import { BRANCH, gated } from '../migrate/gate/gated.ts';
import { migrating } from '../migrate/migrating.ts';

const attempt = { signal: new AbortController().signal, last: false };

/** Reviews a pull request with a defect, and then the same commit again. */
async function reviewTwice(configuration: string) {
  const notices = recordedNotices();
  const files = {
    'main.c': 'int main(void) { return 0; }\n',
    '.github/rustward.yml': configuration,
  };
  const app = await reviewingApp(files, { notices });
  const { installation, repository } = app;
  await app.github.commit('ada/demo', 'topic', { 'main.c': DEFECT });
  const pull = await app.open('topic');
  const { head } = await app.pull(pull);
  const review = (reason: 'opened' | 'rerun') =>
    reviewPullRequest(
      {
        ...{ kind: 'review-pull-request' as const, installation, repository },
        ...{ pull, head: head.sha, reason },
      },
      attempt,
      app.deps,
    );
  await review('opened');
  const first = [...notices.told];
  await review('rerun');
  return { first, all: notices.told, comments: (await app.comments(pull)).length, pull };
}

describe('people are told', () => {
  test('of findings that have a comment since now, and not a second time', async () => {
    const { first, all, comments, pull } = await reviewTwice('');
    expect(first).toEqual([{ kind: 'findings', pull, count: comments, highest: 'high' }]);
    expect(all).toEqual(first);
  }, 120_000);

  test('of findings where the repository wants no comments', async () => {
    const { first, comments, pull } = await reviewTwice('review: { max_comments: 0 }\n');
    expect(comments).toBe(0);
    expect(first).toMatchObject([{ kind: 'findings', pull, highest: 'high' }]);
  }, 120_000);

  test('of nothing where the check does not fail', async () => {
    expect((await reviewTwice('review: { fail_on: none }\n')).all).toEqual([]);
  }, 120_000);

  test('of a gate that has come to its end, once', async () => {
    const notices = recordedNotices();
    const { propose, settle, judge, github } = await gated({ notices });
    const { pull } = await propose('a.max(b)');
    const log = (line: string) =>
      `   Compiling demo-rust v0.1.0 (/w/rust)\n    Finished \`dev\` profile [unoptimized] target(s) in 0.3s\n${line}\n`;
    const workflow = async (conclusion: 'success' | 'failure', line: string) => {
      const jobs = [{ name: 'cargo', conclusion, log: log(line) }];
      await github.runWorkflow('ada/demo', { branch: BRANCH, jobs });
      await settle();
    };
    await settle();
    expect(notices.told).toEqual([]);
    await workflow('success', 'test result: ok. 1 passed; 0 failed; 0 ignored');
    await judge();
    expect(notices.told).toEqual([{ kind: 'gate', pull, passed: true }]);
  }, 120_000);

  test('of a gate that has failed and is left to a person', async () => {
    const notices = recordedNotices();
    const { propose, settle, judge, github } = await gated({ notices });
    const { pull } = await propose('a.max(b)');
    const jobs = [{ name: 'lint', conclusion: 'failure', log: 'no word of the tool\n' }] as const;
    await github.runWorkflow('ada/demo', { branch: BRANCH, jobs });
    await settle();
    await judge();
    expect(notices.told).toEqual([{ kind: 'gate', pull, passed: false }]);
  }, 120_000);

  test('of a function that is proposed, and of one that could not be migrated', async () => {
    const notices = recordedNotices();
    const functions = [{ name: 'leaf' }, { name: 'stone' }];
    const { tell, says, pulls } = await migrating(functions, notices);
    says('leaf', readyPlan('leaf'));
    says('stone', {
      ...{ kind: 'blocked', functions: [{ name: 'stone', file: 'a.c' }], reason: 'tests fail' },
    });
    await tell('/migrate leaf');
    await tell('/migrate stone');
    const own = (await pulls()).find(({ head }) => head.ref === 'rustward/migrate/leaf');
    const proposed = { kind: 'migration', function: 'leaf', pull: own?.number };
    const failed = { kind: 'migration', function: 'stone', pull: undefined };
    expect(notices.told).toEqual([proposed, failed]);
    // What is there already is no news.
    await tell('/migrate leaf');
    expect(notices.told).toHaveLength(2);
  }, 120_000);
});
