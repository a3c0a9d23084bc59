import { expect, test } from '@jest/globals';
import type { Tool } from '../../../src/agent/tool.ts';
import type { ModelRequest } from '../../../src/model/model.ts';
import { storedTriageCache } from '../../../src/security/triage/result-cache.ts';
import { triageCluster } from '../../../src/security/triage/triage-cluster.ts';
import { ContentStore } from '../../../src/workspace/state/content-store.ts';
import { type ScriptedTurn, scriptedModel } from '../../fakes/scripted-model.ts';
import { candidate } from '../../support/candidates.ts';
import { COPY_PROGRAM } from '../../support/copy-program.ts';
import { scannedTree, stageDeps } from '../../support/scanned-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TOOL: Tool = {
  ...{ name: 'look', description: 'looks', permission: 'read', maxChars: 100, timeoutSeconds: 5 },
  parameters: {},
  call: () => Promise.resolve('nothing'),
};

interface Run {
  readonly code?: string;
  /** Lines that stand before the code. */
  readonly before?: number;
  readonly looks?: boolean;
  readonly models?: string;
}

function answers({ before = 0, looks = false }: Run) {
  return ({ conversation: { role, turn } }: ModelRequest): ScriptedTurn => {
    if (looks && turn === 0) return { calls: [{ name: 'look', arguments: {} }] };
    const at = (line: number) => line + before;
    const entry =
      role === 'analyst'
        ? {
            ...{ gid: 1, has_risk: true, preconditions: `line ${at(9)}`, consequences: 'overflow' },
            suggestions: `check at a.c:${at(4)}`,
            trigger_path: [
              { function: 'main', file: 'a.c', line: at(10), action: 'calls copy' },
              { function: 'copy', file: 'a.c', line: at(4), action: 'copies' },
            ],
            // A caller that one of the changes brings.
            callers: [{ function: 'more', reaches: false, why: 'it is not called' }],
          }
        : { gid: 1, is_valid: true, verification_notes: `a.c:${at(10)} has no check` };
    return `<REPORT>${JSON.stringify([entry])}</REPORT>`;
  };
}

function runner() {
  const store = new ContentStore(temporaryFolder(), Date.now());
  return async (run: Run) => {
    const { code = COPY_PROGRAM, before = 0, models = 'one' } = run;
    const { index } = await scannedTree({ 'a.c': '\n'.repeat(before) + code });
    const line = 4 + before;
    const place = { file: 'a.c', line, end_line: line, function: 'copy', trace: [] };
    const candidates = [candidate({ gid: 40 + before, ...place })];
    const cluster = {
      ...{
        cluster_id: 'a.c|0|0',
        file: 'a.c',
        batch_index: 0,
        cluster_index: 0,
        gids: [40 + before],
      },
      ...{ verification: `v ${before}`, is_invalid: false, invalid_reason: '' },
    };
    const model = scriptedModel(answers(run));
    const resultCache = storedTriageCache(store, models, index);
    const deps = { ...stageDeps(index, model), tools: [TOOL], resultCache };
    const record = await triageCluster({ cluster, candidates }, true, deps);
    return { examination: record.issues[0]?.examination, asked: model.requests.length };
  };
}

test('an unchanged function is not paid for twice', async () => {
  const run = runner();
  const first = await run({});
  const second = await run({});
  expect([first.asked, second.asked]).toEqual([2, 0]);
  expect(second.examination).toEqual(first.examination);
});

test('nor one that has moved: its places move along', async () => {
  const run = runner();
  await run({});
  const { asked, examination } = await run({ before: 30 });
  expect(asked).toBe(0);
  expect(examination).toMatchObject({
    kind: 'verified',
    preconditions: 'line 39',
    suggestions: 'check at a.c:34',
    trigger_path: [{ line: 40 }, { line: 34 }],
    verification_notes: 'a.c:40 has no check (Written before these lines moved.)',
  });
});

test.each<[string, Run]>([
  [
    'the function has changed',
    { code: COPY_PROGRAM.replace('strcpy(to, from)', 'strcpy(to, from + 1)') },
  ],
  ['a caller has changed', { code: COPY_PROGRAM.replace('buffer[8]', 'buffer[9]') }],
  ['a caller has come', { code: `${COPY_PROGRAM}void more(char *p)\n{\n    copy(p, p);\n}\n` }],
  ['other models are asked', { models: 'two' }],
])('it is asked again when %s', async (_name, change) => {
  const run = runner();
  await run({});
  expect((await run(change)).asked).toBe(2);
});

test('a verdict that rests on more than the slice is not kept', async () => {
  const run = runner();
  expect((await run({ looks: true })).asked).toBe(4);
  expect((await run({ looks: true })).asked).toBe(4);
});

test('what an analyst is told of others of the rule is a part of the question', async () => {
  const { index } = await scannedTree({ 'a.c': COPY_PROGRAM });
  const cache = storedTriageCache(new ContentStore(temporaryFolder(), Date.now()), 'one', index);
  const asked = [candidate({ gid: 1, file: 'a.c', line: 4, function: 'copy', trace: [] })];
  const plain = await cache.keyOf(asked, true);
  expect(await cache.keyOf(asked, true, [])).toBe(plain);
  expect(await cache.keyOf(asked, true, ['- What settled one'])).not.toBe(plain);
});
