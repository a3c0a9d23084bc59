import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ModelError } from '../../../src/errors.ts';
import { batchesOf, type Cluster, clusterBatch } from '../../../src/security/triage/cluster.ts';
import { type ScriptedTurn, scriptedModel } from '../../fakes/scripted-model.ts';
import { candidate } from '../../support/candidates.ts';
import { scannedTree, stageDeps } from '../../support/scanned-tree.ts';

/** Four candidates of one file, numbered from 11. */
const CANDIDATES = [1, 2, 3, 4].map((n) =>
  candidate({ gid: 10 + n, file: 'a.c', line: n, description: `claim ${n}` }),
);

function block(groups: readonly object[]): string {
  return `<CLUSTERS>${JSON.stringify(groups)}</CLUSTERS>`;
}

function group(gids: readonly number[], more: object = {}) {
  return { verification: `about ${gids}`, gids, is_invalid: false, invalid_reason: '', ...more };
}

async function clusters(script: readonly ScriptedTurn[], count = 4) {
  const { index } = await scannedTree({ 'a.c': 'int a;\nint b;\nint c;\nint d;\n' });
  const model = scriptedModel(script);
  const notes: string[] = [];
  const batch = { file: 'a.c', index: 0, candidates: CANDIDATES.slice(0, count) };
  const deps = { ...stageDeps(index, model), onUnreadable: (line: string) => notes.push(line) };
  return { found: await clusterBatch(batch, deps), model, notes };
}

const gidsOf = (found: readonly Cluster[]) => found.map(({ gids }) => [...gids]);

test('groups keep their conditions; numbers of the prompt become gids', async () => {
  const { found, model } = await clusters([
    block([group([1, 3]), group([2, 4], { is_invalid: true, invalid_reason: 'a check at a.c:2' })]),
  ]);
  expect(found).toEqual([
    {
      ...{ cluster_id: 'a.c|0|0', file: 'a.c', batch_index: 0, cluster_index: 0, gids: [11, 13] },
      ...{ verification: 'about 1,3', is_invalid: false, invalid_reason: '' },
    },
    {
      ...{ cluster_id: 'a.c|0|1', file: 'a.c', batch_index: 0, cluster_index: 1, gids: [12, 14] },
      ...{ verification: 'about 2,4', is_invalid: true, invalid_reason: 'a check at a.c:2' },
    },
  ]);
  expect(model.requests).toHaveLength(1);
  expect(model.requests[0]).toMatchObject({ tier: 'cheap', conversation: { role: 'clusterer' } });
});

test('one candidate alone needs no model', async () => {
  const { found, model } = await clusters([], 1);
  expect(found).toMatchObject([{ gids: [11], verification: 'claim 1', is_invalid: false }]);
  expect(model.requests).toHaveLength(0);
});

test('missing ones are asked for again, twice, and then stand alone', async () => {
  const { found, model } = await clusters([
    block([group([1])]),
    block([group([2])]),
    block([group([2])]),
  ]);
  expect(gidsOf(found)).toEqual([[11], [12], [13], [14]]);
  const questions = model.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
  expect(questions[1]).toContain('in no group yet: 2, 3, 4');
  expect(questions[2]).toContain('in no group yet: 3, 4');
});

test('a candidate in an invalid group and in another one is not invalid', async () => {
  const invalid = group([1, 2], { is_invalid: true, invalid_reason: 'a check at a.c:2' });
  const { found } = await clusters([block([invalid, group([2, 3, 4])])]);
  expect(found.map(({ gids, is_invalid }) => [[...gids], is_invalid])).toEqual([
    [[11], true],
    [[12, 13, 14], false],
  ]);
});

test('an invalid group without a reason is no answer', async () => {
  const bad = block([group([1, 2, 3, 4], { is_invalid: true, invalid_reason: '  ' })]);
  const { found, model } = await clusters([bad, block([group([1, 2, 3, 4])])]);
  expect(gidsOf(found)).toEqual([[11, 12, 13, 14]]);
  expect(model.requests[1]?.messages.at(-1)?.content).toContain('invalid_reason');
});

test('a reason that names no place that was shown is asked for again, once, and then not believed', async () => {
  const invalid = (gids: number[], reason: string) =>
    group(gids, { is_invalid: true, invalid_reason: reason });
  const first = [group([1]), invalid([2], 'all is well at a.c:99'), invalid([3], 'see line 3')];
  const vague = [...first, invalid([4], 'it is checked')];
  const { found, model } = await clusters([
    block(vague),
    block([invalid([2], 'a bound (a.c:1)'), invalid([1], 'line 1'), invalid([4], 'b.c:1')]),
  ]);
  expect(found.map(({ gids, is_invalid }) => [[...gids], is_invalid])).toEqual([
    [[11], false],
    [[13], true],
    [[12], true],
    [[14], false],
  ]);
  expect(found.at(-1)).toMatchObject({ verification: 'about 4', invalid_reason: '' });
  expect(model.requests[1]?.messages.at(-1)?.content).toContain('why 2, 4 are no defects');
  expect(model.requests).toHaveLength(2);
  const silent = await clusters([block(vague), 'no', 'never', 'not at all']);
  expect(silent.found.map(({ is_invalid }) => is_invalid)).toEqual([false, true, false, false]);
  expect(silent.notes.join()).toContain('no readable answer');
});

test('nothing is lost to an answer that stays unreadable', async () => {
  const { found, notes } = await clusters(['no', 'never', 'not at all']);
  expect(gidsOf(found)).toEqual([[11], [12], [13], [14]]);
  expect(found.every(({ is_invalid }) => !is_invalid)).toBe(true);
  expect(notes.join()).toContain('no readable answer');
});

test('a model that cannot be asked is an error', async () => {
  await expect(clusters([new ModelError('unavailable', 'down')])).rejects.toThrow('down');
});

test('whatever groups come, each candidate is in exactly one cluster', async () => {
  const groups = fc.array(
    fc.record({
      verification: fc.constant('v'),
      gids: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
      is_invalid: fc.boolean(),
      invalid_reason: fc.constantFrom('r', 'line 1'),
    }),
    { maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(groups, groups, groups, groups, async (first, ...later) => {
      const { found } = await clusters([first, ...later].map(block));
      const gids = found.flatMap((cluster) => [...cluster.gids]);
      expect(gids.toSorted((a, b) => a - b)).toEqual([11, 12, 13, 14]);
    }),
    { numRuns: 40 },
  );
});

test('batches are of one file, and of so many candidates at most', () => {
  const many = Array.from({ length: 5 }, (_, n) =>
    candidate({ gid: n + 1, file: n < 4 ? 'a.c' : 'b.c' }),
  );
  const batches = batchesOf(many, 3).map(({ file, index, candidates }) => [
    file,
    index,
    candidates.length,
  ]);
  expect(batches).toEqual([
    ['a.c', 0, 3],
    ['a.c', 1, 1],
    ['b.c', 0, 1],
  ]);
});
