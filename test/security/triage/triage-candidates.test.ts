import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ModelError } from '../../../src/errors.ts';
import type { ModelRequest } from '../../../src/model/model.ts';
import {
  type TriageOptions,
  triageCandidates,
} from '../../../src/security/triage/triage-candidates.ts';
import { openTriageState } from '../../../src/security/triage/triage-state.ts';
import { type ScriptedTurn, scriptedModel } from '../../fakes/scripted-model.ts';
import { candidate } from '../../support/candidates.ts';
import { scannedTree, stageDeps } from '../../support/scanned-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const KEY = Buffer.alloc(32, 7);
const OPTIONS: TriageOptions = { concurrency: 2, clusterLimit: 50, verify: true };
const CODE = 'void f(int *p)\n{\n    *p = 1;\n    *p = 2;\n    *p = 3;\n}\n';

/** Answers as each role would: the first line's claim is dismissed, the second verified, the third refuted. */
function answer({ conversation: { role }, messages }: ModelRequest): ScriptedTurn {
  const question = messages[1]?.content ?? '';
  const path = [{ function: 'f', file: 'a.c', line: 4, action: 'writes' }];
  const risk = { preconditions: 'p', trigger_path: path, consequences: 'c', suggestions: 's' };
  const isSecond = question.includes('1. a.c:4');
  switch (role) {
    case 'clusterer':
      return `<CLUSTERS>${JSON.stringify([
        { verification: 'v1', gids: [1], is_invalid: true, invalid_reason: 'checked at a.c:2' },
        { verification: 'v2', gids: [2], is_invalid: false },
        { verification: 'v3', gids: [3], is_invalid: false },
      ])}</CLUSTERS>`;
    case 'reviewer':
      return report({ gid: 1, is_reason_sufficient: true, review_notes: 'right' });
    case 'analyst':
      return report(
        isSecond ? { gid: 1, has_risk: true, ...risk } : { gid: 1, has_risk: false, reason: 'no' },
      );
    default:
      return report({ gid: 1, is_valid: true, verification_notes: 'holds' });
  }
}

function report(entry: object): string {
  return `<REPORT>${JSON.stringify([entry])}</REPORT>`;
}

async function run({
  state = temporaryFolder(),
  options = {},
  reply = answer,
  code = CODE,
}: {
  state?: string;
  options?: Partial<TriageOptions>;
  reply?: (request: ModelRequest, index: number) => ScriptedTurn;
  code?: string;
} = {}) {
  const { index } = await scannedTree({ 'a.c': code });
  const model = scriptedModel(reply);
  const warnings: string[] = [];
  const candidates = [3, 4, 5].map((line) =>
    candidate({ gid: line + 10, file: 'a.c', line, end_line: line, function: 'f' }),
  );
  mkdirSync(state, { recursive: true });
  const { results: found } = await triageCandidates(
    candidates,
    { ...OPTIONS, ...options },
    {
      ...stageDeps(index, model),
      state: openTriageState(state, KEY),
      onProgress: () => undefined,
      onWarning: (line) => warnings.push(line),
    },
  );
  const kinds = [...found].map(([gid, { kind }]) => [gid, kind]);
  const files = ['clusters.jsonl', 'analysis.jsonl'].map((name) =>
    readFileSync(join(state, '.rustward/sec', name), 'utf8'),
  );
  const roles = model.requests.map(({ conversation: { role } }) => role);
  return { found, kinds, files, roles, warnings, state };
}

const ALL = [
  [13, 'dismissed'],
  [14, 'verified'],
  [15, 'refuted'],
];

test('every candidate is accounted for, and the artifacts say so', async () => {
  const { kinds, files, roles } = await run();
  expect(kinds).toEqual(ALL);
  expect(roles.toSorted()).toEqual(['analyst', 'analyst', 'clusterer', 'reviewer', 'verifier']);
  const [clusters = '', analysis = ''] = files;
  expect(clusters.trim().split('\n')).toHaveLength(4);
  expect(analysis).toContain('"verified_gids":[14]');
});

test('a second run asks nothing, and leaves the same bytes', async () => {
  const first = await run();
  const second = await run({ state: first.state, reply: () => new Error('asked again') });
  expect(second.kinds).toEqual(ALL);
  expect(second.roles).toEqual([]);
  expect(second.files).toEqual(first.files);
});

test('stage by stage it comes to the same', async () => {
  const whole = await run();
  const { state, kinds, roles } = await run({ options: { until: 'cluster' } });
  expect(kinds.map(([, kind]) => kind)).toEqual(['unexamined', 'unexamined', 'unexamined']);
  expect(roles).toEqual(['clusterer']);
  const reviewed = await run({ state, options: { until: 'review' } });
  expect(reviewed.roles).toEqual(['reviewer']);
  expect(reviewed.kinds[0]).toEqual([13, 'dismissed']);
  const last = await run({ state });
  expect(last.roles).not.toContain('clusterer');
  expect([last.kinds, last.files]).toEqual([whole.kinds, whole.files]);
});

test('what failed is asked again by the next run, and nothing else', async () => {
  const failing = (request: ModelRequest) =>
    request.messages[1]?.content.includes('1. a.c:5') && request.conversation.role === 'analyst'
      ? new ModelError('unavailable', 'down')
      : answer(request);
  const first = await run({ reply: failing });
  expect(first.found.get(15)).toEqual({ kind: 'unexamined', reason: 'down' });
  const second = await run({ state: first.state });
  expect(second.roles).toEqual(['analyst']);
  expect(second.kinds).toEqual(ALL);
});

test('when the code has changed, what depends on it is done anew, and that is said', async () => {
  const { state } = await run();
  const { roles, warnings } = await run({ state, code: CODE.replace('= 3', '= 4') });
  expect(roles).toContain('clusterer');
  expect(warnings.join()).toContain('results of an earlier run no longer fit');
});

test('a review that reinstates sends the candidate to the analyst', async () => {
  const doubting = (request: ModelRequest) =>
    request.conversation.role === 'reviewer'
      ? report({ gid: 1, is_reason_sufficient: false, review_notes: 'not all callers' })
      : answer(request);
  const { kinds, roles } = await run({ reply: doubting });
  expect(kinds[0]).toEqual([13, 'refuted']);
  expect(roles.filter((role) => role === 'analyst')).toHaveLength(3);
});

test('without verification nobody is asked to refute', async () => {
  const { kinds, roles } = await run({ options: { verify: false } });
  expect(kinds[1]).toEqual([14, 'unverified']);
  expect(roles).not.toContain('verifier');
});

test('a model that is down leaves everything to the scan', async () => {
  const { found, roles } = await run({ reply: () => new ModelError('unavailable', 'down') });
  expect([...found.values()]).toEqual(
    [13, 14, 15].map(() => ({ kind: 'unexamined', reason: 'down' })),
  );
  expect(roles).toEqual(['clusterer']);
});
