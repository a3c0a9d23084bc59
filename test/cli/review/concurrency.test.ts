import { expect, test } from '@jest/globals';
import { modelServer } from '../../fakes/model-server.ts';
import { askedOf, reviewingModel } from '../../fakes/reviewing-model.ts';
import { readers } from '../../support/readers.ts';
import { servedReview } from '../../support/served-review.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ANSWER = reviewingModel({ isRisk: () => false });

/** A file with one candidate is a group of its own, for which one question is enough. */
function tree(groups: number): string {
  const names = Array.from({ length: groups }, (_, at) => `${String(at).padStart(3, '0')}.c`);
  return temporaryFolder(Object.fromEntries(names.map((name) => [name, readers(1)])));
}

/** A moment in which one question too many would come in. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 100));

test('as many questions at a time as allowed, and never more', async () => {
  const [groups, atATime] = [40, 16];
  let waiting: (() => void)[] = [];
  let left = groups;
  const peaks: number[] = [];
  const server = await modelServer(({ messages }) => {
    const turn = Promise.withResolvers<void>();
    waiting.push(turn.resolve);
    // Nobody is answered before all that may wait do: fewer at a time would wait for ever.
    if (waiting.length === Math.min(atATime, left)) void release();
    return { kind: 'answer', content: ANSWER(messages), until: turn.promise };
  });
  async function release(): Promise<void> {
    await moment();
    const all = waiting;
    waiting = [];
    left -= all.length;
    peaks.push(all.length);
    for (const go of all) go();
  }
  const review = servedReview(tree(groups), server, { silenceSeconds: 60 });
  const { report } = await review.run('--concurrency', String(atATime), '--discover-limit', '0');
  expect(peaks).toEqual([16, 16, 8]);
  expect(server.requests).toHaveLength(groups);
  expect(report.notice).toContain(`Models examined ${groups} candidates: 0 verified`);
});

test('one at a time goes in order', async () => {
  const groups = 12;
  let waiting = 0;
  const server = await modelServer(({ messages }) => {
    waiting += 1;
    expect(waiting).toBe(1);
    const until = moment().then(() => {
      waiting -= 1;
    });
    return { kind: 'answer', content: ANSWER(messages), until };
  });
  const { report } = await servedReview(tree(groups), server).run(
    '--concurrency',
    '1',
    '--discover-limit',
    '0',
  );
  const asked = server.requests.map(({ messages }) => askedOf(messages).candidates[0]?.file);
  expect(asked).toEqual(report.candidates.map(({ file }) => file));
  expect(asked).toHaveLength(groups);
});
