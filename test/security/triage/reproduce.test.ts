import { describe, expect, test } from '@jest/globals';
import type { Reproduction } from '../../../src/security/candidates/reproduction.ts';
import type { Report } from '../../../src/security/report/report.ts';
import type { Conduct } from '../../fakes/reviewing-model.ts';
import { type BilledModel, billedModel } from '../../support/billed-model.ts';
import { ANSWER, DRIVER, overflowingChange, UNIT } from '../../support/overflowing-change.ts';
import { servedReview } from '../../support/served-review.ts';

const OPTIONS = ['--concurrency', '1', '--fail-on', 'none', '--no-cache', '--discover-limit', '0'];

/** What the scan proposes is derived, and not refuted. */
const STANDING: Conduct = { isRisk: () => true };

function reviewOf(server: BilledModel, { root, commit } = overflowingChange()) {
  const review = servedReview(root, server);
  return {
    root,
    run: (...options: readonly string[]) => review.run('--base', commit, ...OPTIONS, ...options),
  };
}

function reproductions({ candidates }: Report): Reproduction[] {
  return candidates.flatMap(({ reproduction }) => reproduction ?? []);
}

function asked(server: BilledModel): number {
  return server.bills().get('reproducer')?.calls ?? 0;
}

async function outcomeOf(
  answers: readonly object[],
  change = overflowingChange(),
): Promise<{ readonly outcome: Reproduction | undefined; readonly calls: number }> {
  const server = await billedModel({
    ...STANDING,
    driver: (_, turn) => answers[Math.min(turn, answers.length - 1)] ?? {},
  });
  const { report } = await reviewOf(server, change).run();
  return { outcome: reproductions(report)[0], calls: asked(server) };
}

describe('a finding that stands', () => {
  test('is reproduced by a driver that shows it on the head and not on the base', async () => {
    const server = await billedModel({ ...STANDING, driver: () => ANSWER });
    const { status, report, stdout } = await reviewOf(server).run();
    expect(status).toBe(0);
    const [first] = report.candidates;
    expect(first).toMatchObject({
      file: UNIT,
      function: 'copy_name',
      confidence: 0.95,
      reproduction: {
        outcome: 'reproduced',
        command: expect.stringMatching(/^sh reproduce-C[0-9a-f]{6}\.sh CHECKOUT$/),
        driver: DRIVER.trim(),
        unit: UNIT,
        input: ANSWER.input,
        report: expect.stringMatching(
          /heap-buffer-overflow[\s\S]*in copy_name src\/record\.c:\d+[\s\S]*in parse_record src\/record\.c/,
        ),
      },
    });
    expect(report.notice).toContain('Of those that stand: 1 reproduced by execution.');
    expect(stdout).toContain('reproduced');
    expect(asked(server)).toBe(1);
  });

  test('is asked about with both sides, its way and what the machine knows of the build', async () => {
    const server = await billedModel({ ...STANDING, driver: () => ANSWER });
    await reviewOf(server).run();
    const question = server.requests.at(-1)?.messages[1]?.content ?? '';
    expect(question).toMatch(/^ *- .*if \(length \+ 2 > size/m);
    expect(question).toContain('how it is reached:\n  1. src/record.c:');
    expect(question).toContain('unit: src/record.c');
    expect(question).toContain('config.h: made of config.h.in');
    expect(question).toContain('log_record (src/log.c)');
  });

  test('is tried again with what the compiler said', async () => {
    const broken = { ...ANSWER, driver: DRIVER.replace('struct record *record = ', 'record = ') };
    const { outcome, calls } = await outcomeOf([broken, ANSWER]);
    expect(outcome?.outcome).toBe('reproduced');
    expect(calls).toBe(2);
  });

  test.each([
    ['four runs', { ...ANSWER, input: 'AQNhYmM=' }, /no sanitizer reported anything/, 4],
    [
      'eight answers',
      { ...ANSWER, flags: ['-DNAME_SIZE=4'] },
      /^refused: the driver may not def/,
      8,
    ],
  ])('is given up after %s', async (_what, answer, why, calls) => {
    const tried = await outcomeOf([answer]);
    expect(tried.outcome).toEqual({ outcome: 'not_reproduced', why: expect.stringMatching(why) });
    expect(tried.calls).toBe(calls);
  });

  test('is not reproduced where the model says why it cannot be shown', async () => {
    const { outcome, calls } = await outcomeOf([{ kind: 'cannot', why: 'it takes a race' }]);
    expect(outcome).toEqual({
      outcome: 'not_reproduced',
      why: 'the model says that it cannot be shown: it takes a race',
    });
    expect(calls).toBe(1);
  });
});

describe('nothing is run', () => {
  test('with --no-reproduce', async () => {
    const server = await billedModel({ ...STANDING, driver: () => ANSWER });
    const { report } = await reviewOf(server).run('--no-reproduce');
    expect(reproductions(report)).toEqual([]);
    expect(asked(server)).toBe(0);
  });

  test('where there is no clang, and the report says so', async () => {
    const server = await billedModel({ ...STANDING, driver: () => ANSWER });
    const { root, commit } = overflowingChange();
    const variables = { CLANG: '/nowhere/clang' };
    const { report } = await servedReview(root, server, {}, variables).run(
      '--base',
      commit,
      ...OPTIONS,
    );
    expect(reproductions(report)).toEqual([
      { outcome: 'not_tried', why: expect.stringContaining('CLANG names /nowhere/clang') },
    ]);
    expect(report.notice).toContain('1 not run, because C code cannot be read');
    expect(asked(server)).toBe(0);
  });
});

describe('a run that ends before', () => {
  test('is resumed where it ended, and asks no question twice', async () => {
    const server = await billedModel({ ...STANDING, driver: () => ANSWER });
    const review = reviewOf(server);
    const short = await review.run('--until', 'analyze');
    expect(reproductions(short.report)).toEqual([
      { outcome: 'not_tried', why: 'the run was to end after analyze' },
    ]);
    const before = server.requests.length;
    const rest = await review.run();
    expect(reproductions(rest.report)[0]?.outcome).toBe('reproduced');
    expect(server.requests.length - before).toBe(1);
    const again = await review.run();
    expect(again.report).toEqual(rest.report);
    expect(server.requests.length - before).toBe(1);
  });

  test('by its cap says so, and leaves the finding as it stands', async () => {
    const server = await billedModel({ ...STANDING, driver: () => ANSWER });
    const review = reviewOf(server);
    await review.run('--until', 'analyze');
    const { report, status } = await review.run('--max-tokens', '3000');
    expect(reproductions(report)).toEqual([
      {
        outcome: 'not_tried',
        why: expect.stringMatching(/^the cap of 3000 tokens leaves no room/),
      },
    ]);
    expect(report.candidates[0]?.examination?.kind).toBe('verified');
    expect(status).toBe(0);
    expect(asked(server)).toBe(0);
  });

  test('by a model that gives no readable answer leaves it to the next one', async () => {
    let broken = true;
    const server = await billedModel({ ...STANDING, driver: () => ANSWER }, ({ role }) =>
      role === 'reproducer' && broken ? { kind: 'answer', content: 'It crashes.' } : undefined,
    );
    const review = reviewOf(server);
    const first = await review.run();
    expect(reproductions(first.report)).toEqual([
      { outcome: 'not_tried', why: expect.stringContaining('no readable answer') },
    ]);
    broken = false;
    const second = await review.run();
    expect(reproductions(second.report)[0]?.outcome).toBe('reproduced');
  });
});
