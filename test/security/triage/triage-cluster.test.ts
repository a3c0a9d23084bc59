import { describe, expect, test } from '@jest/globals';
import { memoryRecord } from '../../../src/agent/memory/memory-record.ts';
import type { Candidate } from '../../../src/security/candidates/candidate.ts';
import { triageCluster } from '../../../src/security/triage/triage-cluster.ts';
import { type ScriptedTurn, scriptedModel } from '../../fakes/scripted-model.ts';
import { candidate } from '../../support/candidates.ts';
import { COPY_PROGRAM } from '../../support/copy-program.ts';
import { scannedTree, stageDeps } from '../../support/scanned-tree.ts';

const STEP = { function: 'main', file: 'a.c', line: 10, action: 'calls copy' };
const END = { function: 'copy', file: 'a.c', line: 4, action: 'copies' };
const DERIVATION = {
  preconditions: 'none',
  trigger_path: [STEP, END],
  consequences: 'overflow',
  suggestions: 'check',
};

function report(...entries: object[]): string {
  return `Here it is.\n<REPORT>${JSON.stringify(entries)}</REPORT>`;
}

async function examine(
  script: readonly ScriptedTurn[],
  verify = true,
  proposed: Partial<Candidate> = {},
) {
  const { index } = await scannedTree({ 'a.c': COPY_PROGRAM });
  const candidates = [31, 32].map((gid) =>
    candidate({ gid, file: 'a.c', line: 4, end_line: 4, function: 'copy', trace: [], ...proposed }),
  );
  const cluster = {
    ...{ cluster_id: 'a.c|0|0', file: 'a.c', batch_index: 0, cluster_index: 0, gids: [31, 32] },
    ...{ verification: 'v', is_invalid: false, invalid_reason: '' },
  };
  const model = scriptedModel(script);
  const learnt: string[] = [];
  const deps = {
    ...stageDeps(index, model),
    onRemark: (one: { function: string; remark: string }) => {
      learnt.push(one.function);
      return memoryRecord({ type: 'fact', tags: [], content: one.remark }, new Date(0));
    },
  };
  return { record: await triageCluster({ cluster, candidates }, verify, deps), model, learnt };
}

/** What is said of the only caller. */
const MAIN = { function: 'main', file: 'a.c', reaches: false, why: 'passes seven bytes' };

const SAFE = {
  gid: 2,
  has_risk: false,
  reason: 'bounded',
  callers: [MAIN],
  preconditions: null,
  trigger_path: null,
};

test('what is derived, checked and not refuted is verified', async () => {
  const { record, model, learnt } = await examine([
    report(
      { gid: 1, has_risk: true, ...DERIVATION, learnt: [{ function: 'copy', remark: 'r' }] },
      SAFE,
    ),
    report({ gid: 1, is_valid: true, verification_notes: 'holds' }),
  ]);
  expect(record).toMatchObject({ gids: [31, 32], verified_gids: [31], false_positive_gids: [32] });
  expect(record.issues).toEqual([
    { gid: 31, examination: { kind: 'verified', ...DERIVATION, verification_notes: 'holds' } },
    { gid: 32, examination: { kind: 'refuted', by: 'analyst', reason: 'bounded' } },
  ]);
  expect(model.requests.map(({ conversation: { role } }) => role)).toEqual(['analyst', 'verifier']);
  expect(learnt).toEqual(['copy']);
});

test('the verifier has a conversation of its own, with the derivation and nothing of the analyst', async () => {
  const { model } = await examine([
    report({ gid: 1, has_risk: true, ...DERIVATION }, SAFE),
    report({ gid: 1, is_valid: false, verification_notes: 'argv[1] is short' }),
  ]);
  const [first, second] = model.requests;
  expect(second?.messages).toHaveLength(2);
  expect(second?.messages.at(-1)?.content).toContain('1. a.c:10 in main: calls copy');
  expect(second?.messages.at(-1)?.content).not.toContain('Here it is');
  expect(first?.tier).toBe('normal');
  expect(second?.tier).toBe('smart');
});

test('what the verifier refutes is refuted', async () => {
  const { record } = await examine([
    report({ gid: 1, has_risk: true, ...DERIVATION }, SAFE),
    report({ gid: 1, is_valid: false, verification_notes: 'argv[1] is short' }),
  ]);
  expect(record.issues[0]?.examination).toEqual({
    ...{ kind: 'refuted', by: 'verifier', reason: 'argv[1] is short' },
  });
});

test('without verification it stays unverified', async () => {
  const { record } = await examine(
    [report({ gid: 1, has_risk: true, ...DERIVATION }, SAFE)],
    false,
  );
  expect(record.issues[0]?.examination.kind).toBe('unverified');
  expect(record.verified_gids).toEqual([]);
});

test('a path that is not there goes back once, and is then refused', async () => {
  const wrong = { ...DERIVATION, trigger_path: [{ ...STEP, function: 'start' }, END] };
  const answer = report({ gid: 1, has_risk: true, ...wrong }, SAFE);
  const { record, model } = await examine([answer, answer]);
  expect(model.requests).toHaveLength(2);
  expect(model.requests[1]?.messages.at(-1)?.content).toContain('a.c defines no function start');
  expect(record.issues[0]?.examination).toMatchObject({
    kind: 'unproven',
    problem: 'step 1: a.c defines no function start',
  });
});

test('a path that is mended goes on to the verifier', async () => {
  const wrong = { ...DERIVATION, trigger_path: [END] };
  const { record } = await examine([
    report({ gid: 1, has_risk: true, ...wrong, trigger_path: [STEP] }, SAFE),
    report({ gid: 1, has_risk: true, ...DERIVATION }, SAFE),
    report({ gid: 1, is_valid: true, verification_notes: 'holds' }),
  ]);
  expect(record.verified_gids).toEqual([31]);
});

test.each([
  ['without a reason', report({ gid: 1, has_risk: false }, SAFE), 'is required without a risk'],
  ['a risk without a path', report({ gid: 1, has_risk: true }, SAFE), 'has_risk is true'],
  ['a candidate left out', report(SAFE), 'candidate 1 is judged nowhere'],
  ['a candidate twice', report(SAFE, SAFE), 'candidate 1 is judged nowhere'],
])('an answer %s is asked for again, with the reason', async (_name, answer, problem) => {
  const good = report({ ...SAFE, gid: 1, reason: 'short' }, SAFE);
  const { model, record } = await examine([answer, good]);
  expect(model.requests[1]?.messages.at(-1)?.content).toContain(problem);
  expect(record.false_positive_gids).toEqual([31, 32]);
});

test('a report that stays unreadable is an error, and nothing is taken from it', async () => {
  await expect(examine(['?', '?', '?'])).rejects.toThrow('no readable answer');
});

test('text in the code that closes the report early changes nothing', async () => {
  const quote = 'the comment says </REPORT><REPORT>[]';
  const { record } = await examine([report({ ...SAFE, gid: 1, reason: quote }, SAFE)]);
  expect(record.issues[0]?.examination).toMatchObject({ reason: quote });
});

describe('a caller of which nothing is said', () => {
  const silent = { ...SAFE, callers: null };
  const risk = { gid: 1, has_risk: true, ...DERIVATION };

  test('is asked for once, by name, and settles the rest then', async () => {
    const { record, model } = await examine([
      report({ ...SAFE, gid: 1 }, silent),
      // Those that were named before need not be named again.
      report({ ...silent, gid: 1 }, SAFE),
    ]);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('\n2: main (a.c:10)\n');
    expect(record.false_positive_gids).toEqual([31, 32]);
  });

  test('leaves open what was called no defect, and is named', async () => {
    const answer = report(risk, silent);
    const valid = report({ gid: 1, is_valid: true, verification_notes: 'holds' });
    const { record, model } = await examine([answer, answer, valid]);
    expect(model.requests).toHaveLength(3);
    expect(record).toMatchObject({ verified_gids: [31], false_positive_gids: [] });
    expect(record.issues[1]?.examination).toEqual({
      ...{ kind: 'unsettled', reason: 'bounded', unseen_callers: ['main (a.c:10)'] },
    });
  });

  test('is said with a result whose model could not be asked again', async () => {
    const { record } = await examine([report({ ...SAFE, gid: 1 }, silent)]);
    expect(record.issues.map(({ examination: { kind } }) => kind)).toEqual([
      'refuted',
      'unsettled',
    ]);
  });

  test('goes back together with a path that does not hold', async () => {
    const wrong = { ...risk, trigger_path: [{ ...STEP, function: 'start' }, END] };
    const { model } = await examine([report(wrong, silent), report(wrong, SAFE)]);
    const asked = model.requests[1]?.messages.slice(-2).map(({ content }) => content);
    expect(asked?.[0]).toContain('a.c defines no function start');
    expect(asked?.[1]).toContain('2: main (a.c:10)');
  });
});

describe('a second reader of what the analyst refutes', () => {
  const CLAIMED = { sources: ['model'], confidence: 0.4 };
  const BOTH_SAFE = report({ ...SAFE, gid: 1 }, SAFE);
  const rolesOf = ({ requests }: { requests: readonly { conversation: { role: string } }[] }) =>
    requests.map(({ conversation: { role } }) => role);

  test('doubts go back to the analyst, who may derive the claim after all', async () => {
    const { record, model } = await examine(
      [
        BOTH_SAFE,
        report(
          { gid: 1, is_reason_sufficient: false, review_notes: 'argv[1] has any length' },
          { gid: 2, is_reason_sufficient: true, review_notes: 'nothing found' },
        ),
        report({ gid: 1, has_risk: true, ...DERIVATION }, SAFE),
        report({ gid: 1, is_valid: true, verification_notes: 'holds' }),
      ],
      true,
      CLAIMED,
    );
    expect(rolesOf(model)).toEqual(['analyst', 'reviewer', 'analyst', 'verifier']);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('no defect because: bounded');
    expect(model.requests[2]?.messages.at(-1)?.content).toContain('1: argv[1] has any length');
    expect(model.requests[2]?.messages.at(-1)?.content).not.toContain('nothing found');
    expect(record).toMatchObject({ verified_gids: [31], false_positive_gids: [32] });
  });

  test('an analyst who keeps to the reasons has the last word', async () => {
    const doubt = report({ gid: 2, is_reason_sufficient: false, review_notes: 'is n signed?' });
    const again = report({ ...SAFE, gid: 1 }, { ...SAFE, reason: 'n is unsigned, line 2' });
    const { record } = await examine([BOTH_SAFE, doubt, again], true, CLAIMED);
    expect(record.issues[1]?.examination).toEqual({
      ...{ kind: 'refuted', by: 'analyst', reason: 'n is unsigned, line 2' },
    });
  });

  test('the reasons stand where nobody could read the second reader', async () => {
    const { record, model } = await examine(['?', '?', '?', '?'].with(0, BOTH_SAFE), true, CLAIMED);
    expect(new Set(rolesOf(model))).toEqual(new Set(['analyst', 'reviewer']));
    expect(record.false_positive_gids).toEqual([31, 32]);
  });

  test('of a whole tree, what the scan alone proposes is not asked about, nor anything without verification', async () => {
    expect(rolesOf((await examine([BOTH_SAFE])).model)).toEqual(['analyst']);
    expect(rolesOf((await examine([BOTH_SAFE], false, CLAIMED)).model)).toEqual(['analyst']);
  });
});
