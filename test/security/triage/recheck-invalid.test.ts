import { expect, test } from '@jest/globals';
import { ModelError } from '../../../src/errors.ts';
import type { ClusterMembers } from '../../../src/security/triage/cluster.ts';
import { recheckInvalid } from '../../../src/security/triage/recheck-invalid.ts';
import { type ScriptedTurn, scriptedModel } from '../../fakes/scripted-model.ts';
import { candidate } from '../../support/candidates.ts';
import { scannedTree, stageDeps } from '../../support/scanned-tree.ts';

const CLAIMS: readonly ClusterMembers[] = [[21, 22], [23]].map((gids, at) => ({
  cluster: {
    ...{ cluster_id: `a.c|0|${at}`, file: 'a.c', batch_index: 0, cluster_index: at, gids },
    ...{ verification: 'v', is_invalid: true, invalid_reason: `reason ${at}` },
  },
  candidates: gids.map((gid) => candidate({ gid, file: 'a.c', line: 1 })),
}));

async function review(script: readonly ScriptedTurn[]) {
  const { index } = await scannedTree({ 'a.c': 'int a;\n' });
  const model = scriptedModel(script);
  return { ...(await recheckInvalid(CLAIMS, stageDeps(index, model))), model };
}

function report(...answers: [gid: number, sufficient: boolean][]): string {
  const entries = answers.map(([gid, is_reason_sufficient]) => {
    return { gid, is_reason_sufficient, review_notes: `notes ${gid}` };
  });
  return `<REPORT>${JSON.stringify(entries)}</REPORT>`;
}

test('the reviewer sees every claim, and its answers go to the gids', async () => {
  const { reviews, model } = await review([report([1, true], [2, false], [3, true])]);
  expect(reviews).toEqual([
    { gid: 21, is_reason_sufficient: true, review_notes: 'notes 1' },
    { gid: 22, is_reason_sufficient: false, review_notes: 'notes 2' },
    { gid: 23, is_reason_sufficient: true, review_notes: 'notes 3' },
  ]);
  const question = model.requests[0]?.messages.at(-1)?.content ?? '';
  expect(question).toContain('The claim about 1, 2:');
  expect(question).toContain('no defect because: reason 1');
});

test('what the reviewer leaves out is reinstated', async () => {
  const { reviews } = await review([report([1, true])]);
  expect(reviews.map(({ is_reason_sufficient }) => is_reason_sufficient)).toEqual([
    true,
    false,
    false,
  ]);
});

test('of two answers the doubt counts', async () => {
  const { reviews } = await review([report([1, true], [1, false], [2, true], [3, true])]);
  expect(reviews[0]?.is_reason_sufficient).toBe(false);
});

test('an answer that stays unreadable reinstates everything', async () => {
  const { reviews } = await review(['?', '?', '?']);
  expect(reviews.every(({ is_reason_sufficient }) => !is_reason_sufficient)).toBe(true);
  expect(reviews[0]?.review_notes).toContain('no readable answer');
});

test('a model that cannot be asked is an error', async () => {
  await expect(review([new ModelError('timeout', 'late')])).rejects.toThrow('late');
});

test('the reviewer sees the code that a reason names', async () => {
  const filler = (name: string) =>
    Array.from({ length: 30 }, (_, n) => `int ${name}_${n};`).join('\n');
  const { index } = await scannedTree({
    'a.c': 'int f(int n)\n{\n    return table[n];\n}\n',
    'limits.c': `${filler('before')}\nint clamp_index(int n)\n{\n    return n & 7;\n}\n${filler('after')}\nint last = 9;\n`,
  });
  const model = scriptedModel([report([1, true])]);
  const cluster = {
    ...{ cluster_id: 'a.c|0|0', file: 'a.c', batch_index: 0, cluster_index: 0, gids: [21] },
    ...{ verification: 'v', is_invalid: true },
    invalid_reason: 'clamp_index() gives 7 at most, and limits.c:65 is above that',
  };
  const candidates = [candidate({ gid: 21, file: 'a.c', line: 3 })];
  await recheckInvalid([{ cluster, candidates }], stageDeps(index, model));
  const question = model.requests[0]?.messages.at(-1)?.content ?? '';
  expect(question).toContain('return n & 7;');
  expect(question).toContain('int last = 9;');
});
