import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ModelError } from '../../../src/errors.ts';
import type { ModelRequest } from '../../../src/model/model.ts';
import { RULES } from '../../../src/rules/index.ts';
import type { Candidate } from '../../../src/security/candidates/candidate.ts';
import type { CandidateDraft } from '../../../src/security/candidates/draft-candidates.ts';
import { changedGroups } from '../../../src/security/discover/changed-groups.ts';
import { worstSeverity } from '../../../src/security/discover/claim-rule.ts';
import type { DiscoveryPlan } from '../../../src/security/triage/discovery-stage.ts';
import {
  type TriageOptions,
  triageCandidates,
} from '../../../src/security/triage/triage-candidates.ts';
import { openTriageState } from '../../../src/security/triage/triage-state.ts';
import { type ScriptedTurn, scriptedModel } from '../../fakes/scripted-model.ts';
import { candidate } from '../../support/candidates.ts';
import { changedIndex } from '../../support/changed-index.ts';
import { stageDeps } from '../../support/scanned-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const KEY = Buffer.alloc(32, 7);
const OPTIONS: TriageOptions = { concurrency: 2, clusterLimit: 50, verify: true };
const BASE = `#include <string.h>
static char room[16];

void keep(const char *text, unsigned n)
{
    if (n > 16)
        return;
    memcpy(room, text, n);
}

int main(int argc, char **argv)
{
    keep(argv[1], argc);
    return 0;
}
`;
const HEAD = BASE.replace('    if (n > 16)\n        return;\n', '');

/** A claim at the copy of the head. */
const CLAIM = {
  ...{ file: 'a.c', line: 6, function: 'keep', cwe: 787 },
  violated: 'memcpy writes n bytes into room[16]',
  condition: 'more than 16 arguments',
  steps: [
    { function: 'main', file: 'a.c', line: 11, action: 'calls keep' },
    { function: 'keep', file: 'a.c', line: 6, action: 'copies' },
  ],
  cause: 'the check of n is gone',
  consequences: 'memory after room is overwritten',
  suggestions: 'check n again',
};
const RISK = {
  ...{ preconditions: 'p', consequences: 'c', suggestions: 's' },
  trigger_path: CLAIM.steps,
};

type Reply = (request: ModelRequest) => ScriptedTurn;

const claims = (...entries: object[]) => `<CLAIMS>${JSON.stringify(entries)}</CLAIMS>`;
const report = (...entries: object[]) => `<REPORT>${JSON.stringify(entries)}</REPORT>`;
const valid = (is_valid: boolean) => report({ gid: 1, is_valid, verification_notes: 'looked' });

const agrees = report(
  ...[1, 2].map((gid) => ({ gid, is_reason_sufficient: true, review_notes: 'nothing found' })),
);

/** Answers by role; whoever is not named must not be asked. */
function byRole(replies: Readonly<Record<string, ScriptedTurn | Reply>>): Reply {
  return (request) => {
    const reply = replies[request.conversation.role];
    if (reply === undefined) return new Error(`nobody asks ${request.conversation.role}`);
    return typeof reply === 'function' ? reply(request) : reply;
  };
}

async function run(
  reply: Reply,
  {
    options = {},
    plan = {},
    state = temporaryFolder(),
    candidates = [],
    base = BASE,
    head = HEAD,
  }: {
    readonly options?: Partial<TriageOptions>;
    readonly plan?: Partial<DiscoveryPlan>;
    readonly state?: string;
    readonly candidates?: Parameters<typeof triageCandidates>[0];
    readonly base?: string;
    readonly head?: string;
  } = {},
) {
  const index = await changedIndex({ 'a.c': base }, { 'a.c': head });
  const model = scriptedModel(reply);
  const warnings: string[] = [];
  const outcome = await triageCandidates(
    candidates,
    { ...OPTIONS, ...options },
    {
      ...stageDeps(index, model),
      state: openTriageState(state, KEY),
      discovery: {
        ...{ firstGid: 8, limit: 10, isOpen: () => true, language: () => 'c' as const },
        groups: index.change === undefined ? [] : changedGroups(index, index.change, () => true),
        category: () => 'bounds' as const,
        severity: (cwe) => worstSeverity(cwe, RULES),
        ...plan,
      },
      onProgress: () => undefined,
      onWarning: (line) => warnings.push(line),
    },
  );
  const files = ['discovery.jsonl', 'clusters.jsonl', 'analysis.jsonl'].map((name) =>
    readFileSync(join(state, '.rustward/sec', name), 'utf8'),
  );
  const roles = model.requests.map(({ conversation: { role } }) => role);
  const kinds = [...outcome.results].map(([gid, { kind }]) => [gid, kind]);
  return { ...outcome, kinds, roles, warnings, files, state, requests: model.requests };
}

test('a claim whose way is in the call graph goes to a verifier, who is not told of it', async () => {
  const found = await run(byRole({ discoverer: claims(CLAIM), verifier: valid(true) }));
  expect(found.roles).toEqual(['discoverer', 'verifier']);
  expect(found.kinds).toEqual([[8, 'verified']]);
  expect(found.claimed).toMatchObject([
    {
      ...{ gid: 8, pattern: 'model/cwe-787', sources: ['model'], cwe: [787], category: 'bounds' },
      ...{ file: 'a.c', line: 6, function: 'keep', confidence: 0.4, severity: 'low' },
      evidence: 'memcpy(room, text, n);',
    },
  ]);
  expect(found.claimed[0]?.description).toContain('In the change: the check of n is gone.');
  expect(found.causes?.get(8)).toBeUndefined();
  const [asked, verifying] = found.requests.map(({ messages }) => messages[1]?.content ?? '');
  expect(asked).toContain('      -     if (n > 16)');
  expect(verifying).toContain('      -     if (n > 16)');
  expect(verifying).not.toMatch(/model|claimed by|confidence|discover/);
  expect(found.discovery).toEqual({
    ...{ functions: 1, claims: 1, left: 0 },
    read: [{ file: 'a.c', first: 4, last: 7 }],
    failed: { groups: 0, reasons: [] },
  });
});

test('a claim, and what it is the same as, say which changed line is the cause', async () => {
  const proposed = candidate({ gid: 3, file: 'a.c', line: 6, end_line: 6, function: 'keep' });
  const named = { ...CLAIM, changed: { file: 'a.c', line: 6 } };
  for (const candidates of [[], [proposed]]) {
    const model = byRole({ discoverer: claims(named), verifier: valid(true) });
    const { causes } = await run(model, { candidates });
    expect([...(causes ?? [])]).toEqual([
      [candidates.length === 0 ? 8 : 3, { file: 'a.c', line: 6 }],
    ]);
  }
});

test('a claim at code that the change does not reach by calls leads from the line that it names as its cause', async () => {
  const base = `static int locked;\nint unlock(int was)\n{\n    locked = was;\n    return 0;\n}\nint use(int *p)\n{\n    call_back();\n    return *p;\n}\n`;
  const elsewhere = {
    ...{ ...CLAIM, cwe: 416, line: 10, function: 'use', steps: null },
    ...{ changed: { file: 'a.c', line: 4 }, cause: 'the lock of others is given up' },
  };
  const drafts: CandidateDraft[] = [];
  const isOpen = (draft: CandidateDraft) => drafts.push(draft) > 0;
  await run(
    byRole({
      discoverer: claims(elsewhere),
      analyst: report({ gid: 1, has_risk: false, reason: 'no' }),
      reviewer: agrees,
    }),
    { base, head: base.replace('= was', '= 0'), plan: { isOpen } },
  );
  expect(drafts[0]?.trace).toMatchObject([
    {
      file: 'a.c',
      line: 4,
      function: 'unlock',
      message: 'the change: the lock of others is given up',
    },
  ]);
});

test('a claim that the verifier refutes is refuted', async () => {
  const found = await run(byRole({ discoverer: claims(CLAIM), verifier: valid(false) }));
  expect(found.kinds).toEqual([[8, 'refuted']]);
});

test('a claim without a way is derived by the analyst', async () => {
  const found = await run(
    byRole({
      discoverer: claims({ ...CLAIM, steps: [] }),
      analyst: report({ gid: 1, has_risk: true, ...RISK }),
      verifier: valid(true),
    }),
  );
  expect(found.roles).toEqual(['discoverer', 'analyst', 'verifier']);
  expect(found.kinds).toEqual([[8, 'verified']]);
});

test('places and steps that are not there go back once, and then the claim is left out', async () => {
  const elsewhere = { ...CLAIM, file: 'b.c' };
  const fixed = await run(
    byRole({
      discoverer: ({ conversation: { turn } }) => claims(turn === 0 ? elsewhere : CLAIM),
      verifier: valid(true),
    }),
  );
  expect(fixed.kinds).toEqual([[8, 'verified']]);
  expect(fixed.requests[1]?.messages.at(-1)?.content).toContain('the project has no file b.c');
  const nowhere = { ...elsewhere, function: 'store' };
  const never = await run(byRole({ discoverer: claims(nowhere) }));
  expect(never.claimed).toEqual([]);
  expect(never.warnings.join()).toContain('a claim of a model at b.c:6 is left out');
});

test.each([
  ['on an empty line', { line: 8 }, { line: 7, function: 'keep' }],
  ['on a line of another function', { line: 11 }, { line: 7, function: 'keep' }],
  ['behind the end of its file', { line: 400 }, { line: 7, function: 'keep' }],
  [
    'in a function that its file does not have',
    { function: 'store' },
    { line: 6, function: 'keep' },
  ],
  ['in a file that is not there', { file: 'lib/a.c' }, { line: 6, function: 'keep' }],
])('a claim %s is examined in the function that it means', async (_, wrong, place) => {
  const found = await run(
    byRole({
      discoverer: claims({ ...CLAIM, steps: null, ...wrong }),
      analyst: report({ gid: 1, has_risk: true, ...RISK }),
      verifier: valid(true),
    }),
  );
  expect(found.claimed).toMatchObject([{ file: 'a.c', ...place }]);
  expect(found.kinds).toEqual([[8, 'verified']]);
  expect(found.warnings).toEqual([]);
});

test.each([
  [
    { line: 11 },
    [
      [3, 'refuted'],
      [8, 'verified'],
    ],
    '',
  ],
  [{ file: 'b.c', function: 'store' }, [[3, 'refuted']], 'a claim of a model at b.c:6 is left out'],
  [
    { file: null },
    [
      [3, 'refuted'],
      [8, 'verified'],
    ],
    '',
  ],
  [{ file: null, function: 'store' }, [[3, 'refuted']], 'a claim of a model in store is left out'],
  [{ cwe: 'unsure' }, [[3, 'refuted']], 'it names no weakness by its CWE number (“'],
])(
  'what another role sees besides at a place that is not there, %j, is not lost without a word',
  async (wrong, kinds, warning) => {
    const proposed = candidate({ gid: 3, file: 'a.c', line: 13, end_line: 13, function: 'main' });
    const found = await run(
      byRole({
        discoverer: claims(),
        reviewer: agrees,
        analyst: ({ messages }) =>
          messages[1]?.content.includes('a.c:13 in main\n   rule')
            ? report({
                gid: 1,
                has_risk: false,
                reason: 'no',
                besides: [{ ...CLAIM, steps: null, ...wrong }],
              })
            : report({ gid: 1, has_risk: true, ...RISK }),
        verifier: valid(true),
      }),
      { candidates: [proposed] },
    );
    expect(found.kinds).toEqual(kinds);
    expect(found.warnings.join()).toContain(warning);
  },
);

test('what the scan proposes at the place is not proposed twice, and gets the way there', async () => {
  const proposed = candidate({
    ...{ gid: 3, file: 'a.c', line: 6, end_line: 6 },
    function: 'keep',
  });
  const found = await run(byRole({ discoverer: claims(CLAIM), verifier: valid(true) }), {
    candidates: [proposed],
  });
  expect(found.roles).toEqual(['discoverer', 'verifier']);
  expect(found.kinds).toEqual([[3, 'verified']]);
  expect([found.claimed, [...found.alsoClaimed]]).toEqual([[], [3]]);
});

test.each([
  [
    'whose trace leads over the place',
    {
      trace: [
        {
          file: 'a.c',
          line: 6,
          end_line: 6,
          column: 1,
          end_column: 9,
          function: 'keep',
          message: 'm',
        },
      ],
    },
    CLAIM,
    [[3, 'verified']],
  ],
  [
    'that quotes the check which the claim says is gone',
    { description: '`room` is no longer protected by `n > 16`' },
    { ...CLAIM, cause: 'the check `if (n>16) return;` is gone' },
    [[3, 'verified']],
  ],
  [
    'that quotes other code than the claim',
    { description: '`room` is no longer protected by `n > 17`' },
    { ...CLAIM, cause: 'the check `if (n > 16) return;` is gone' },
    [
      [3, 'verified'],
      [8, 'verified'],
    ],
  ],
] satisfies [string, Partial<Candidate>, object, [number, string][]][])(
  'a candidate of the scan %s',
  async (_, known, claim, kinds) => {
    const proposed = candidate({
      ...{ gid: 3, file: 'a.c', line: 4, end_line: 4, function: 'keep' },
      ...known,
    });
    const found = await run(
      byRole({
        discoverer: claims(claim),
        analyst: report({ gid: 1, has_risk: true, ...RISK }),
        verifier: ({ messages }) =>
          report(
            ...[1, 2]
              .filter((gid) => messages[1]?.content.includes(`\n${gid}. `))
              .map((gid) => ({ gid, is_valid: true, verification_notes: 'looked' })),
          ),
      }),
      { candidates: [proposed] },
    );
    expect(found.kinds).toEqual(kinds);
  },
);

test('what the scan proposes for a wrong reason neither swallows a claim of another weakness nor settles it', async () => {
  const proposed = candidate({
    ...{
      gid: 3,
      file: 'a.c',
      line: 6,
      end_line: 6,
      function: 'keep',
      cwe: [476],
      category: 'bounds',
    },
    ...{ description: '`text` may be null', confidence: 0.6 },
  });
  const callers = [{ function: '*', reaches: false, why: 'whoever calls' }];
  const found = await run(
    byRole({
      discoverer: claims(CLAIM),
      analyst: report({ gid: 1, has_risk: false, reason: 'text is argv[1]', callers }),
      reviewer: agrees,
      verifier: valid(true),
      clusterer: `<CLUSTERS>${JSON.stringify([{ verification: 'v', gids: [1], is_invalid: false }])}</CLUSTERS>`,
    }),
    { candidates: [proposed] },
  );
  expect(found.kinds).toEqual([
    [3, 'refuted'],
    [8, 'verified'],
  ]);
  expect(found.claimed).toMatchObject([{ gid: 8, pattern: 'model/cwe-787', line: 6 }]);
  const [asked] = found.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
  expect(asked).toContain('a.c:6: `text` may be null (CWE-476)');
});

test('what another role sees besides is examined as well', async () => {
  const proposed = candidate({ gid: 3, file: 'a.c', line: 11, end_line: 11, function: 'main' });
  const found = await run(
    byRole({
      discoverer: claims(),
      reviewer: agrees,
      analyst: ({ messages }) =>
        messages[1]?.content.includes('a.c:11 in main\n   rule')
          ? report({ gid: 1, has_risk: false, reason: 'no', besides: [{ ...CLAIM, steps: null }] })
          : report({ gid: 1, has_risk: true, ...RISK }),
      verifier: valid(true),
    }),
    { candidates: [proposed] },
  );
  expect(found.kinds).toEqual([
    [3, 'refuted'],
    [8, 'verified'],
  ]);
});

/** What the scan says at the place of the claim. */
const PROPOSED = {
  ...{ gid: 3, file: 'a.c', line: 6, end_line: 6, function: 'keep' },
  description: '`room` is no longer protected by `text`',
};

test('who examines a candidate hears what a claim says that was taken for it', async () => {
  const found = await run(
    byRole({
      discoverer: claims({ ...CLAIM, steps: [] }),
      clusterer: `<CLUSTERS>${JSON.stringify([{ verification: 'v', gids: [1], is_invalid: false }])}</CLUSTERS>`,
      analyst: ({ messages }) =>
        messages[1]?.content.includes(
          'protected by `text`. Also said of it: memcpy writes n bytes into room[16]',
        )
          ? report({ gid: 1, has_risk: true, ...RISK })
          : report({ gid: 1, has_risk: false, reason: 'text is never null' }),
      verifier: valid(true),
    }),
    { candidates: [candidate(PROPOSED)] },
  );
  expect(found.kinds).toEqual([[3, 'verified']]);
});

test('who examines a candidate sees the code that a claim names which was taken for it', async () => {
  const more = '\nint room_of(int kind)\n{\n    return kind & 7;\n}\n';
  const claim = { ...CLAIM, steps: [], condition: 'room_of() is not asked' };
  const found = await run(
    byRole({
      discoverer: claims(claim),
      clusterer: `<CLUSTERS>${JSON.stringify([{ verification: 'v', gids: [1], is_invalid: false }])}</CLUSTERS>`,
      analyst: ({ messages }) => {
        expect(messages[1]?.content).toContain('return kind & 7;');
        return report({ gid: 1, has_risk: true, ...RISK });
      },
      verifier: valid(true),
    }),
    { candidates: [candidate(PROPOSED)], base: BASE + more, head: HEAD + more },
  );
  expect(found.kinds).toEqual([[3, 'verified']]);
});

test('a claim at the place of a candidate that is called no defect opens it again, once for each reason', async () => {
  const other = { gid: 4, file: 'a.c', line: 11, end_line: 11, function: 'main' };
  const asked: string[] = [];
  const found = await run(
    byRole({
      discoverer: claims(),
      reviewer: agrees,
      clusterer: `<CLUSTERS>${JSON.stringify([{ verification: 'v', gids: [1, 2], is_invalid: false }])}</CLUSTERS>`,
      analyst: ({ messages }) => {
        const question = messages[1]?.content ?? '';
        asked.push(question);
        if (question.includes('Also said of it: memcpy writes n bytes'))
          return report({ gid: 1, has_risk: true, ...RISK });
        const callers = [{ function: '*', reaches: false, why: 'whoever calls' }];
        const safe = { has_risk: false, reason: 'text is never null', callers };
        return report(
          { gid: 1, ...safe },
          { gid: 2, ...safe, besides: [{ ...CLAIM, steps: null }] },
        );
      },
      verifier: valid(true),
    }),
    { candidates: [candidate(PROPOSED), candidate(other)] },
  );
  expect(found.kinds).toEqual([
    [3, 'verified'],
    [4, 'refuted'],
  ]);
  expect(asked).toHaveLength(2);
  expect(found.claimed).toEqual([]);
});

test('a claim on the way to a defect that was verified says the same, and is not examined again', async () => {
  const call = { gid: 3, file: 'a.c', line: 13, end_line: 13, function: 'main', trace: [] };
  const onWay = { ...CLAIM, line: 11, function: 'main', steps: null, violated: 'keep gets argc' };
  const besides = (claim: object) =>
    run(
      byRole({
        discoverer: claims(CLAIM),
        reviewer: agrees,
        analyst: ({ messages }) =>
          messages[1]?.content.includes('a.c:13 in main\n   rule')
            ? report({ gid: 1, has_risk: false, reason: 'no', besides: [claim] })
            : report({ gid: 1, has_risk: false, reason: 'another kind' }),
        verifier: valid(true),
      }),
      { candidates: [candidate(call)] },
    );
  expect((await besides(onWay)).kinds).toEqual([
    [3, 'refuted'],
    [8, 'verified'],
  ]);
  expect((await besides({ ...onWay, cwe: 125 })).kinds).toEqual([
    [3, 'refuted'],
    [8, 'verified'],
    [9, 'refuted'],
  ]);
});

test('a claim at a place that the scan alone makes no question for a model is examined', async () => {
  const left = candidate({
    ...PROPOSED,
    ...{ pattern: 'possible_null_deref', confidence: 0.4, cwe: [476] },
    description: '`text` comes from the caller and is dereferenced without a check',
  });
  const claim = { ...CLAIM, cwe: 476, violated: 'text is null' };
  const found = await run(byRole({ discoverer: claims(claim), verifier: valid(true) }), {
    candidates: [left],
  });
  expect(found.kinds).toEqual([[3, 'verified']]);
});

test('one answer may settle several candidates that rest on one false fact', async () => {
  const proposed = [6, 7].map((line) =>
    candidate({ gid: line, file: 'a.c', line, end_line: line, function: 'keep' }),
  );
  const found = await run(
    byRole({
      discoverer: claims(),
      reviewer: agrees,
      clusterer: `<CLUSTERS>${JSON.stringify([{ verification: 'v', gids: [1, 2], is_invalid: false }])}</CLUSTERS>`,
      analyst: report({
        ...{ gids: [1, 2], has_risk: false, reason: 'it never returns' },
        callers: [{ function: '*', reaches: false, why: 'whoever calls' }],
      }),
    }),
    { candidates: proposed },
  );
  expect([...found.results.values()]).toEqual(
    [6, 7].map(() => ({ kind: 'refuted', by: 'analyst', reason: 'it never returns' })),
  );
});

test('a claim that a person has settled is kept and not examined', async () => {
  const found = await run(byRole({ discoverer: claims(CLAIM) }), { plan: { isOpen: () => false } });
  expect([found.kinds, found.claimed.length]).toEqual([[], 1]);
});

test('a second run asks nothing, and leaves the same bytes', async () => {
  const first = await run(byRole({ discoverer: claims(CLAIM), verifier: valid(true) }));
  const second = await run(byRole({}), { state: first.state });
  expect(second.roles).toEqual([]);
  expect(second.kinds).toEqual(first.kinds);
  expect(second.files).toEqual(first.files);
});

test('without a verifier a claim stays what it is, and says so', async () => {
  const found = await run(byRole({ discoverer: claims(CLAIM) }), { options: { verify: false } });
  expect(found.kinds).toEqual([[8, 'unverified']]);
});

test('a model that is down loses no candidate, and says what was not looked at', async () => {
  const proposed = candidate({ gid: 3, file: 'a.c', line: 6, end_line: 6, function: 'keep' });
  const found = await run(() => new ModelError('unavailable', 'down'), { candidates: [proposed] });
  expect(found.kinds).toEqual([[3, 'unexamined']]);
  expect(found.discovery?.failed).toEqual({ groups: 1, reasons: ['down'] });
});

test('with a limit the next run goes on where this one stopped', async () => {
  const twice = HEAD.replace('return 0', 'return 1');
  const state = temporaryFolder();
  const functions = async (limit: number) => {
    const index = await changedIndex({ 'a.c': BASE }, { 'a.c': twice });
    const groups = index.functionsIn('a.c').map((fn) => {
      return { id: fn.name, functions: [fn], outside: [] };
    });
    return run(byRole({ discoverer: claims() }), { state, head: twice, plan: { groups, limit } });
  };
  const first = await functions(1);
  expect(first.requests.map(({ conversation: { subject } }) => subject)).toEqual(['keep']);
  expect(first.discovery).toMatchObject({ functions: 1, left: 1 });
  const second = await functions(1);
  expect(second.requests.map(({ conversation: { subject } }) => subject)).toEqual(['main']);
  expect(second.discovery).toMatchObject({ functions: 2, left: 0 });
});

test('a third of a limit goes to functions that only use what was changed', async () => {
  const users = Array.from({ length: 5 }, (_, at) => `int u${at}(void)\n{\n    return ROOM;\n}\n`);
  const text = (room: number, n: number) =>
    `#define ROOM ${room}\nint own(void)\n{\n    return ${n};\n}\n${users.join('')}`;
  const state = temporaryFolder();
  const asked = async () => {
    const index = await changedIndex({ 'a.c': text(16, 1) }, { 'a.c': text(8, 2) });
    const all = index.functionsIn('a.c');
    const groups = all.map((fn) => {
      const isOfUsers = fn.name !== 'own';
      return { id: fn.name, functions: [fn], outside: [], ...(isOfUsers ? { isOfUsers } : {}) };
    });
    return run(byRole({ discoverer: claims() }), {
      ...{ state, base: text(16, 1), head: text(8, 2), plan: { groups, limit: 6 } },
    });
  };
  const subjects = ({ requests }: Awaited<ReturnType<typeof asked>>) =>
    requests.map(({ conversation: { subject } }) => subject);
  const first = await asked();
  expect(subjects(first)).toEqual(['own', 'u0', 'u1']);
  expect(first.discovery).toMatchObject({ functions: 3, left: 3 });
  expect(subjects(await asked())).toEqual(['u2', 'u3']);
});

test('stops after it is asked to', async () => {
  const found = await run(byRole({ discoverer: claims(CLAIM) }), {
    options: { until: 'discover' },
  });
  expect(found.kinds).toEqual([[8, 'unexamined']]);
  const rest = await run(byRole({ verifier: valid(true) }), { state: found.state });
  expect(rest.kinds).toEqual([[8, 'verified']]);
});
