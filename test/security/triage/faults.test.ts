import { expect, test } from '@jest/globals';
import type { Report } from '../../../src/security/report/report.ts';
import { ROLES, type Role } from '../../fakes/reviewing-model.ts';
import type { Reply } from '../../fakes/served-reply.ts';
import { billedModel, costLinesOf, type Turn } from '../../support/billed-model.ts';
import { readers } from '../../support/readers.ts';
import { servedReview } from '../../support/served-review.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Fault {
  readonly name: string;
  /** What comes in place of an answer; undefined where the model behaves. */
  readonly reply: (turn: number) => Reply | undefined;
  /** What is said where no answer comes of it. */
  readonly problem?: RegExp;
  /** Whether there was no answer at all, as opposed to one that nobody can use. */
  readonly unavailable?: boolean;
  /** Whether it broke off in the middle, so that what it cost is not known. */
  readonly begun?: boolean;
}

const always = (reply: Reply) => () => reply;
const once = (reply: Reply) => (turn: number) => (turn === 0 ? reply : undefined);
const CALL = { name: 'list_files', arguments: {} };
const WRITTEN = `<tool_call>${JSON.stringify(CALL)}</tool_call>`;

/** Those without any answer stand apart: after three in a row the model would be given up. */
const FAULTS: readonly Fault[] = [
  {
    ...{ name: 'cut-off', unavailable: true, begun: true, problem: /broke off in the middle/ },
    reply: always({ kind: 'cut-off', content: '<REPORT>[{"gid": 1,' }),
  },
  { name: 'slow', reply: () => undefined },
  {
    ...{ name: 'ends-early', unavailable: true, begun: true, problem: /before the end of its/ },
    reply: always({ kind: 'cut-off', content: '<REPORT>[{"gid": 1,', politely: true }),
  },
  {
    ...{ name: 'empty', problem: /gave an empty answer, twice/ },
    reply: always({ kind: 'answer', content: '' }),
  },
  {
    ...{ name: 'falls-silent', unavailable: true, begun: true, problem: /was silent for 3 s/ },
    reply: always({ kind: 'hang', content: '<REPORT>' }),
  },
  {
    ...{ name: 'wrong-json', problem: /no readable answer in 3 tries/ },
    reply: always({ kind: 'answer', content: '<REPORT>{"all": "fine"}</REPORT>' }),
  },
  {
    ...{ name: 'too-busy', unavailable: true, problem: /answered 429/ },
    reply: always({ kind: 'status', status: 429, headers: { 'retry-after': '1' } }),
  },
  {
    ...{ name: 'prose', problem: /no readable answer in 3 tries/ },
    reply: always({ kind: 'answer', content: 'All of this looks fine to me.' }),
  },
  {
    ...{ name: 'broken', unavailable: true, problem: /answered 500: out of order/ },
    reply: always({ kind: 'status', status: 500, message: 'out of order' }),
  },
  { name: 'written-calls', reply: once({ kind: 'answer', content: WRITTEN }) },
  {
    ...{ name: 'page', unavailable: true, problem: /a page of type text\/html/ },
    reply: always({ kind: 'html' }),
  },
  { name: 'no-id', reply: once({ kind: 'answer', calls: [{ ...CALL, id: null }] }) },
  {
    ...{ name: 'endless', problem: /reached its limit of turns/ },
    reply: always({ kind: 'answer', calls: [CALL] }),
  },
];

/** How many candidates a file needs for the stage to ask about it alone. */
const CANDIDATES: Readonly<Record<Role, number>> = {
  ...{ discoverer: 1, clusterer: 2, reviewer: 10, analyst: 1, verifier: 1 },
};

/** One file a fault. */
function tree(role: Role): string {
  const files = FAULTS.map(({ name }, index) => [
    `${String(index).padStart(2, '0')}-${name}.c`,
    readers(CANDIDATES[role]),
  ]);
  return temporaryFolder(Object.fromEntries(files));
}

function faultOf({ candidates, functions }: Turn): Fault | undefined {
  const file = candidates[0]?.file ?? functions[0]?.file;
  return FAULTS.find(({ name }) => file?.endsWith(`-${name}.c`));
}

/** What became of the candidates of each file: the kind, or the reason why there is none. */
function outcomes({ candidates }: Report): Record<string, string> {
  const files = Map.groupBy(candidates, ({ file }) => file.replace(/^\d+-|\.c$/g, ''));
  const of = ({ examination }: Report['candidates'][number]) =>
    examination?.kind === 'unexamined' ? examination.reason : examination?.kind;
  return Object.fromEntries(
    [...files].map(([file, all]) => [file, [...new Set(all.map(of))].join(' and ')]),
  );
}

function expectedOutcome(role: Role, { problem, unavailable = false }: Fault) {
  const hasDismissed = role === 'reviewer' && problem === undefined;
  // Without groups each candidate is examined by itself; without a reviewer it is reinstated.
  const goesOn =
    role === 'discoverer' || (!unavailable && (role === 'clusterer' || role === 'reviewer'));
  if (problem !== undefined && !goesOn) return expect.stringMatching(problem);
  return hasDismissed ? 'dismissed' : 'verified';
}

test('whatever goes wrong all the time, every candidate and every call is accounted for', async () => {
  const runs = await Promise.all(
    ROLES.map(async (role) => {
      const server = await billedModel({ isInvalid: () => role === 'reviewer' }, (turn) => {
        return turn.role === role ? faultOf(turn)?.reply(turn.turn) : undefined;
      });
      const review = servedReview(tree(role), server, { silenceSeconds: 3 });
      const all = ['--discover-limit', String(FAULTS.length)];
      const run = await review.run('--concurrency', '1', '--fail-on', 'none', ...all);
      return { role, server, ...run };
    }),
  );
  for (const { role, server, status, stdout, stderr, report } of runs) {
    const expected = FAULTS.map((fault) => [fault.name, expectedOutcome(role, fault)]);
    expect({ role, ...outcomes(report) }).toEqual({ role, ...Object.fromEntries(expected) });
    expect({ role, status, verdict: report.verdict }).toEqual({
      ...{ role, status: 3, verdict: 'inconclusive' },
    });
    expect(report.candidates).toHaveLength(FAULTS.length * CANDIDATES[role]);
    const left = report.candidates.filter(({ examination }) => examination?.kind === 'unexamined');
    const cause = 'because no model answered: served broke off in the middle of its answer';
    const groups = FAULTS.filter(({ problem }) => problem !== undefined).length;
    expect(report.notice).toContain(
      role === 'discoverer'
        ? `${groups} groups of functions were not looked at, ${cause}`
        : `${left.length} candidates were not examined, ${cause}`,
    );
    expect(stdout.split('\n')[0]).toBe(report.notice);
    expect(server.problems).toEqual([]);
    // What broke off is on the bill too, as an estimate; all else is exact.
    const bills = server.bills();
    const exact = new Map([...bills].filter(([name]) => name !== role && name !== 'all'));
    for (const line of costLinesOf(exact)) expect(stderr.split('\n')).toContain(line);
    const begun = FAULTS.filter((fault) => fault.begun).length;
    for (const name of [role, 'all']) {
      const { calls = 0, input = 0 } = bills.get(name) ?? {};
      const said = new RegExp(`^rustward: ${name} +(\\d+) calls, ([\\d,]+) .*$`, 'm').exec(stderr);
      expect(said?.[0]).toContain(`, ${begun} of them estimated`);
      expect(Number(said?.[1])).toBe(calls + begun);
      expect(Number(said?.[2]?.replaceAll(',', ''))).toBeGreaterThan(input);
    }
  }
});

test('what goes wrong once is made up for by a second try', async () => {
  const waits: number[] = [];
  const server = await billedModel({}, (turn) => {
    const fault = turn.role === 'analyst' && turn.turn === 0 ? faultOf(turn) : undefined;
    const isWait = turn.role === 'analyst' && faultOf(turn)?.name === 'too-busy';
    if (isWait) waits.push(performance.now());
    return fault?.reply(turn.turn);
  });
  const review = servedReview(tree('analyst'), server, { silenceSeconds: 3, attempts: 2 });
  const { status, report, stderr } = await review.run('--concurrency', '1');
  expect(Object.values(outcomes(report))).toEqual(FAULTS.map(() => 'verified'));
  expect({ status, verdict: report.verdict }).toEqual({ status: 1, verdict: 'findings' });
  expect(report.notice).toMatch(
    /^Models examined 13 candidates: 13 verified, 0 refuted\. Models looked for defects in 12 functions, and claimed none beside the scan's candidates\. 1 group of functions is left/,
  );
  // The provider asked for a second.
  expect(waits).toHaveLength(2);
  expect((waits[1] ?? 0) - (waits[0] ?? 0)).toBeGreaterThanOrEqual(1000);
  const [verifier] = costLinesOf(
    new Map([...server.bills()].filter(([name]) => name === 'verifier')),
  );
  expect(stderr).toContain(verifier);
});
