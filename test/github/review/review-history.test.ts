import { expect, test } from '@jest/globals';
import { abandonReview } from '../../../src/github/review/abandon-review.ts';
import { reviewPullRequest } from '../../../src/github/review/review-pull-request.ts';
import { recordedHistory } from '../../fakes/recorded-history.ts';
import { DEFECT, reviewingApp } from '../../support/reviewing-app.ts';

const attempt = { signal: new AbortController().signal, last: false };
const SOUND = 'int main(void) { return 0; }\n';

async function opened() {
  const history = recordedHistory();
  const app = await reviewingApp({ 'main.c': SOUND }, { history });
  const head = await app.github.commit('ada/demo', 'topic', { 'main.c': DEFECT });
  const pull = await app.open('topic');
  const { installation, repository } = app;
  const place = { installation, repository };
  const review = async (last = false) =>
    await reviewPullRequest(
      { kind: 'review-pull-request', ...place, pull, head, reason: 'opened' },
      { ...attempt, last },
      app.deps,
    );
  return { app, history, pull, place, review };
}

test('what a review comes to is written down, for as long as its pull request is open', async () => {
  const { app, history, pull, place, review } = await opened();
  await review();
  const name = `pull ${pull}`;
  const added = /^add pull \d+ of \d+: findings [1-9]\d* \d+ \d+, 0 settled$/;
  expect(history.lines).toEqual([expect.stringMatching(added)]);
  expect(history.lines[0]).toContain(`${name} of ${place.installation}`);
  const set = async (state: 'open' | 'closed') =>
    await app.ada.rest.pulls.update({ owner: 'ada', repo: 'demo', pull_number: pull, state });
  await set('closed');
  await abandonReview({ kind: 'abandon-review', ...place, pull }, attempt, app.deps);
  // It is not reviewed again, as its commit has a verdict.
  await set('open');
  await review();
  expect(history.lines.slice(1)).toEqual([`close ${name}`, `open ${name}`]);
});

test('a commit that cannot be reviewed is not taken for one without findings', async () => {
  const { app, history, pull, review } = await opened();
  const broken = { ...app.deps, workerCommand: ['/bin/false'] as const };
  const { installation, repository } = app;
  const command = { installation, repository, pull, head: '0'.repeat(40) };
  const reviewing = reviewPullRequest(
    { kind: 'review-pull-request', ...command, reason: 'opened' },
    { ...attempt, last: true },
    broken,
  );
  await expect(reviewing).rejects.toThrow();
  expect(history.lines).toEqual([`failed pull ${pull} ${pull}`]);
  await app.github.commit('ada/demo', 'main', { '.github/rustward.yml': 'review: 7\n' });
  await review();
  expect(history.lines).toEqual(Array(2).fill(`failed pull ${pull} ${pull}`));
});

test('where GitHub is told nothing, nothing is shown of a repository', async () => {
  const { app, history, review } = await opened();
  const files = { '.github/rustward.yml': 'review: { publish: log }\n' };
  await app.github.commit('ada/demo', 'main', files);
  await review();
  expect(history.lines).toEqual([]);
});
