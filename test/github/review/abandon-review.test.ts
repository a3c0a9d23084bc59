import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pullFolder } from '../../../src/github/isolated-worker/review-change.ts';
import { abandonReview } from '../../../src/github/review/abandon-review.ts';
import { reviewingApp } from '../../support/reviewing-app.ts';

const attempt = { signal: new AbortController().signal, last: false };

test('what is kept of a pull request stays while it is a draft, and goes when it is closed', async () => {
  const app = await reviewingApp({ 'main.c': 'int main(void) { return 0; }\n' });
  await app.github.commit('ada/demo', 'topic', { 'main.c': 'int main(void) { return 1; }\n' });
  const pull = await app.open('topic', true);
  const { installation, repository } = app;
  const kept = pullFolder(app.deps.dataFolder, repository, pull);
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, 'answers'), 'of models');
  const command = { kind: 'abandon-review', installation, repository, pull } as const;
  await abandonReview(command, attempt, app.deps);
  expect(existsSync(join(kept, 'answers'))).toBe(true);
  await app.ada.rest.pulls.update({
    ...{ owner: 'ada', repo: 'demo', pull_number: pull, state: 'closed' },
  });
  await abandonReview(command, attempt, app.deps);
  expect(existsSync(kept)).toBe(false);
  // Nothing may be kept of one that was never reviewed.
  await abandonReview(command, attempt, app.deps);
});
