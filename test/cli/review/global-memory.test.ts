import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { FileMemory } from '../../../src/agent/memory/file-memory.ts';
import { memoryRecord } from '../../../src/agent/memory/memory-record.ts';
import { askedOf } from '../../fakes/reviewing-model.ts';
import { billedModel } from '../../support/billed-model.ts';
import { readers } from '../../support/readers.ts';
import { servedReview } from '../../support/served-review.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('what a person has noted for all repositories reaches who analyses a function that it names', async () => {
  const root = temporaryFolder({ 'a.c': readers(1) });
  const server = await billedModel();
  const review = servedReview(root, server);
  const file = join(review.home, '.local/share/rustward/.rustward/memory/records.jsonl');
  const general = new FileMemory(file);
  const noted = 'read_0 gets lines of one process of ours (canary-noted)';
  general.add(memoryRecord({ type: 'fact', tags: [], content: noted }, new Date(0)));
  general.add(memoryRecord({ type: 'fact', tags: [], content: 'zebra: other' }, new Date(0)));
  const before = new FileMemory(file).all();
  await review.run('--fail-on', 'none', '--discover-limit', '0', '--no-state');
  const questions = Map.groupBy(server.requests, ({ messages }) => askedOf(messages).role);
  const [analyst] = questions.get('analyst') ?? [];
  expect(analyst?.messages[1]?.content).toMatch(
    /^<(data-\w+) is="remarks">\n- read_0 gets lines of one process of ours \(canary-noted\)\n<\/\1>$/m,
  );
  expect(JSON.stringify(questions.get('verifier'))).not.toContain('canary-noted');
  // No review writes what others of this person believe.
  expect(new FileMemory(file).all()).toEqual(before);
});
