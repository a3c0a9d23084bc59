import { describe, expect, test } from '@jest/globals';
import type { Report } from '../../../src/security/report/report.ts';
import type { Role } from '../../fakes/reviewing-model.ts';
import { type BilledModel, billedModel, costLinesOf } from '../../support/billed-model.ts';
import { readers } from '../../support/readers.ts';
import { servedReview } from '../../support/served-review.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const FILES = ['a.c', 'b.c', 'c.c', 'd.c', 'e.c', 'f.c'];

/** One after the other, so that where a run ends does not depend on the machine. */
const ALL_IN_ORDER = ['--concurrency', '1', '--fail-on', 'none'];

/** The same, with nothing but what the scan proposes. */
const IN_ORDER = [...ALL_IN_ORDER, '--discover-limit', '0'];

function tree(candidates = 1): string {
  return temporaryFolder(Object.fromEntries(FILES.map((file) => [file, readers(candidates)])));
}

function kinds({ candidates }: Report): string[] {
  return candidates.map(({ examination }) => examination?.kind ?? 'none');
}

function reasons({ candidates }: Report): string[] {
  const all = candidates.map(({ examination }) => examination);
  return [...new Set(all.flatMap((one) => (one?.kind === 'unexamined' ? [one.reason] : [])))];
}

function calls(server: BilledModel, role: Role): number {
  return server.bills().get(role)?.calls ?? 0;
}

function isAfter(kinds: readonly string[], first: string, then: string): boolean {
  const at = kinds.indexOf(then);
  return at > 0 && kinds.every((kind, index) => kind === (index < at ? first : then));
}

describe('what a run may use', () => {
  test.each([
    ['--max-cost', '0.06', /^the cap of \$0\.06 leaves no room: .*; raise --max-cost$/],
    ['--max-tokens', '40000', /^the cap of 40000 tokens leaves no room: .*; raise --max-tokens$/],
  ])('%s %s ends it, and the next run goes on', async (option, value, reason) => {
    const server = await billedModel();
    const review = servedReview(tree(), server);
    const short = await review.run(...IN_ORDER, option, value);
    expect(isAfter(kinds(short.report), 'verified', 'unexamined')).toBe(true);
    expect(short).toMatchObject({ status: 3, report: { verdict: 'inconclusive' } });
    expect(reasons(short.report)).toEqual([expect.stringMatching(reason)]);
    expect(short.report.notice).toContain(`not examined, because ${reasons(short.report)[0]}`);
    expect(short.stderr.split('\n')).toEqual(expect.arrayContaining(costLinesOf(server.bills())));
    const { input = 0, output = 0 } = server.bills().get('all') ?? {};
    if (option === '--max-tokens') expect(input + output).toBeLessThanOrEqual(Number(value));

    const verified = kinds(short.report).filter((kind) => kind === 'verified').length;
    const before = calls(server, 'verifier');
    const rest = await review.run(...IN_ORDER);
    expect(kinds(rest.report)).toEqual(FILES.map(() => 'verified'));
    expect(rest).toMatchObject({ status: 0, report: { verdict: 'clean' } });
    expect(calls(server, 'verifier') - before).toBe(FILES.length - verified);
  });

  test('a cap that is used up while defects are looked for leaves the rest to the next run', async () => {
    const server = await billedModel({ isClaimed: ({ file }) => file === 'b.c' });
    const review = servedReview(tree(), server);
    const short = await review.run(...ALL_IN_ORDER, '--max-tokens', '16000');
    const looked = calls(server, 'discoverer');
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThan(FILES.length);
    expect(short).toMatchObject({ status: 3, report: { verdict: 'inconclusive' } });
    const groups = new RegExp(
      `${FILES.length - looked} groups? of functions w\\w+ not looked at, because the cap`,
    );
    expect(short.report.notice).toMatch(groups);
    expect(new Set(kinds(short.report))).toEqual(new Set(['unexamined']));
    const rest = await review.run(...ALL_IN_ORDER);
    expect(calls(server, 'discoverer')).toBe(FILES.length);
    expect(rest).toMatchObject({ status: 0, report: { verdict: 'clean' } });
    expect(rest.report.notice).toContain('Models looked for defects in 6 functions, and claimed 1');
    const claimed = rest.report.candidates.filter(({ sources }) => sources.includes('model'));
    expect(claimed.map(({ file }) => file)).toEqual(['b.c']);
  });

  test('--max-minutes ends it, also while a model keeps it waiting', async () => {
    const server = await billedModel({}, ({ candidates }) =>
      candidates[0]?.file === 'b.c' ? { kind: 'hang', content: 'Let me' } : undefined,
    );
    const review = servedReview(tree(), server, { silenceSeconds: 200 });
    const { status, report } = await review.run(...IN_ORDER, '--max-minutes', '0.05');
    const reason = 'the limit of 0.05 minutes was reached; raise --max-minutes';
    expect(kinds(report).slice(1)).toEqual(FILES.slice(1).map(() => 'unexamined'));
    expect(reasons(report)).toEqual([reason]);
    expect(status).toBe(3);
    expect(report.notice).toContain(`not examined, because ${reason}.`);
    expect(server.requests.length).toBeLessThanOrEqual(3);
  });
});

describe('a model that does not work', () => {
  test('is given up after three failures in a row', async () => {
    const server = await billedModel({}, ({ candidates }) =>
      candidates[0]?.file === 'a.c' ? undefined : { kind: 'status', status: 503 },
    );
    const { status, report } = await servedReview(tree(), server).run(...IN_ORDER);
    const failed = 'no model answered: served answered 503: as told: 503';
    const given = `the model failed 3 times in a row, at last: ${failed}`;
    expect(kinds(report)).toEqual(['verified', ...FILES.slice(1).map(() => 'unexamined')]);
    expect(reasons(report)).toEqual([failed, given]);
    expect(report.notice).toContain(`5 candidates were not examined, because ${failed}; ${given}.`);
    expect(status).toBe(3);
    expect(server.requests).toHaveLength(2 + 3);
  });

  test('from the start leaves the own word of the scan', async () => {
    const { status, stdout, report } = await servedReview(tree(), {
      baseUrl: 'http://127.0.0.1:9/v1',
    }).run('--concurrency', '1');
    expect(kinds(report)).toEqual(FILES.map(() => 'unexamined'));
    expect(report.notice).toContain('6 groups of functions were not looked at, because ');
    expect(stdout).toMatch(/^Models were to examine the candidates and did not, because /);
    expect(stdout).toContain('served cannot be reached');
    expect(stdout).toContain("this is the static scan's own result.");
    expect({ status, verdict: report.verdict }).toEqual({ status: 1, verdict: 'findings' });
  });

  test('takes nothing away that an earlier run has found out', async () => {
    const root = tree();
    let isDown = false;
    const server = await billedModel({}, () =>
      isDown ? { kind: 'status', status: 503 } : undefined,
    );
    const review = servedReview(root, server);
    await review.run(...IN_ORDER);
    const asked = server.requests.length;
    isDown = true;
    // Four questions are new, and fail before those are reached whose answer is known.
    const changed = FILES.slice(0, 4);
    const longer = readers(1).replace('16', '32');
    addFiles(root, Object.fromEntries(changed.map((file) => [file, longer])));
    const down = await review.run(...IN_ORDER);
    expect(kinds(down.report)).toEqual([
      ...changed.map(() => 'unexamined'),
      ...FILES.slice(4).map(() => 'verified'),
    ]);
    isDown = false;
    const failed = server.requests.length;
    const up = await review.run(...IN_ORDER);
    expect(kinds(up.report)).toEqual(FILES.map(() => 'verified'));
    expect(server.requests.length - failed).toBe(8);
    expect(asked).toBe(12);
  });
});

describe('a run that ends early', () => {
  test('--until a stage is gone on with by the next one', async () => {
    const server = await billedModel({
      isInvalid: ({ file }) => file < 'd.c',
      isReasonSufficient: ({ file }) => file === 'a.c',
      isRisk: ({ file }) => file !== 'f.c',
      isValid: ({ file }) => file !== 'e.c',
    });
    const review = servedReview(tree(2), server);
    const each = (...expected: string[]) => expected.flatMap((kind) => [kind, kind]);
    const counts = () =>
      (['clusterer', 'reviewer', 'analyst', 'verifier'] as const).map((role) =>
        calls(server, role),
      );

    const clustered = await review.run(...IN_ORDER, '--until', 'cluster');
    expect(kinds(clustered.report)).toEqual(each(...FILES.map(() => 'unexamined')));
    expect(reasons(clustered.report)).toEqual(['the run was to end after cluster']);
    expect(clustered.status).toBe(3);
    expect(counts()).toEqual([6, 0, 0, 0]);

    const reviewed = await review.run(...IN_ORDER, '--until', 'review');
    expect(kinds(reviewed.report)).toEqual(
      each('dismissed', ...FILES.slice(1).map(() => 'unexamined')),
    );
    expect(counts()).toEqual([6, 1, 0, 0]);

    const all = ['dismissed', 'verified', 'verified', 'verified', 'refuted', 'refuted'];
    const analysed = await review.run(...IN_ORDER, '--until', 'analyze');
    expect(kinds(analysed.report)).toEqual(each(...all));
    expect(counts()).toEqual([6, 1, 10, 8]);

    const again = await review.run(...IN_ORDER, '--until', 'cluster');
    // What is known is said, and kept.
    expect(kinds(again.report)).toEqual(each(...all));
    expect(again.stderr).not.toContain('no longer fit');
    const rest = await review.run(...IN_ORDER);
    expect(kinds(rest.report)).toEqual(each(...all));
    expect(counts()).toEqual([6, 1, 10, 8]);
    expect(rest.stderr).not.toContain('calls');
  });

  test('--no-verify leaves what was derived unverified', async () => {
    const server = await billedModel();
    const { status, report } = await servedReview(tree(), server).run('--no-verify');
    expect(kinds(report)).toEqual(FILES.map(() => 'unverified'));
    expect(report.notice).toMatch(
      /^Models examined 6 candidates: 0 verified, 6 derived and not verified, 0 refuted\./,
    );
    expect(calls(server, 'verifier')).toBe(0);
    expect(status).toBe(1);
  });
});
