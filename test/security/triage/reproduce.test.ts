import { describe, expect, test } from '@jest/globals';
import type { Reproduction } from '../../../src/security/candidates/reproduction.ts';
import type { Report } from '../../../src/security/report/report.ts';
import type { Conduct } from '../../fakes/reviewing-model.ts';
import { type BilledModel, billedModel } from '../../support/billed-model.ts';
import { ANSWER, DRIVER, overflowingChange, UNIT } from '../../support/overflowing-change.ts';
import { servedReview } from '../../support/served-review.ts';

const OPTIONS = ['--concurrency', '1', '--fail-on', 'none', '--no-cache'];

/** Claims the changed function alone. */
const CLAIMING: Conduct = {
  isClaimed: (shown) => shown.function === 'copy_name',
  isRisk: () => true,
};

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
    ...CLAIMING,
    driver: (_, turn) => answers[Math.min(turn, answers.length - 1)] ?? {},
  });
  const { report } = await reviewOf(server, change).run();
  return { outcome: reproductions(report)[0], calls: asked(server) };
}

describe('a finding that stands', () => {
  test('is reproduced by a driver that shows it on the head and not on the base', async () => {
    const server = await billedModel({ ...CLAIMING, driver: () => ANSWER });
    const { status, report, stdout } = await reviewOf(server).run();
    expect(status).toBe(0);
    const [first] = report.candidates;
    expect(first).toMatchObject({
      file: UNIT,
      function: 'copy_name',
      confidence: 0.95,
      reproduction: {
        outcome: 'reproduced',
        command: 'sh run.sh CHECKOUT',
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
    const server = await billedModel({ ...CLAIMING, driver: () => ANSWER });
    await reviewOf(server).run();
    const question = server.requests.at(-1)?.messages[1]?.content ?? '';
    expect(question).toMatch(/^- .*if \(length \+ 2 > size/m);
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

  test.each<[string, object, RegExp, number]>([
    [
      'an input that the head takes as it is',
      { ...ANSWER, input: Buffer.from('\x01\x03abc').toString('base64') },
      /no sanitizer reported anything/,
      3,
    ],
    [
      'a report that the driver prints itself',
      {
        ...ANSWER,
        input: '',
        driver: `#include <stdio.h>
int main(void)
{
    fprintf(stderr, "==1==ERROR: Address" "Sanitizer: heap-buffer-overflow on address 0x1 at pc 0x1\\n"
        "    #0 0x1 in copy_name /work/src/src/record.c:11:5\\n");
    return 1;
}`,
      },
      /no sanitizer reported anything/,
      3,
    ],
    [
      'an error of its own',
      {
        ...ANSWER,
        driver: `#include <stdlib.h>
void log_record(const struct record *record) { (void)record; }
int main(void) { char *p = malloc(4); p[4] = 1; return 0; }`,
      },
      /is not what is claimed of copy_name/,
      3,
    ],
    [
      'a call of what nothing defines',
      { ...ANSWER, driver: DRIVER.replace(/void log_record.*\n/, ''), input: 'AQNhYmM=' },
      /the run reached what nothing defines: log_record/,
      3,
    ],
    [
      'a function in place of the cited one',
      {
        ...ANSWER,
        driver: `static int copy_name(void *o, void *b, size_t s) { return *(int *)0; }\n${DRIVER}`,
      },
      /refused: the driver may not define copy_name itself/,
      5,
    ],
    [
      'another meaning of what the cited code is written with',
      { ...ANSWER, flags: ['-DNAME_SIZE=4'] },
      /refused: the driver may not define the macro NAME_SIZE/,
      5,
    ],
    [
      'lines that it says are of another file',
      { ...ANSWER, driver: `#line 11 "/work/src/src/record.c"\n${DRIVER}` },
      /refused: the driver may not say itself which file/,
      5,
    ],
    [
      'a file that is not there',
      { ...ANSWER, unit: 'src/none.c' },
      /refused: the repository has no file src\/none\.c/,
      5,
    ],
  ])('is not reproduced by %s', async (_what, answer, why, calls) => {
    const tried = await outcomeOf([answer]);
    expect(tried.outcome).toEqual({ outcome: 'not_reproduced', why: expect.stringMatching(why) });
    expect(tried.calls).toBe(calls);
  });

  test('is not reproduced by what the base does as well', async () => {
    const older = '    if (length == 255) return -1;\n';
    const { outcome } = await outcomeOf([ANSWER], overflowingChange('', older));
    expect(outcome).toEqual({
      outcome: 'not_reproduced',
      why: expect.stringMatching(/^the base does the same with this input:\n==\d+==ERROR/),
    });
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
    const server = await billedModel({ ...CLAIMING, driver: () => ANSWER });
    const { report } = await reviewOf(server).run('--no-reproduce');
    expect(reproductions(report)).toEqual([]);
    expect(asked(server)).toBe(0);
  });

  test('where there is no clang, and the report says so', async () => {
    const server = await billedModel({ ...CLAIMING, driver: () => ANSWER });
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
    const server = await billedModel({ ...CLAIMING, driver: () => ANSWER });
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
    const server = await billedModel({ ...CLAIMING, driver: () => ANSWER });
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
    const server = await billedModel({ ...CLAIMING, driver: () => ANSWER }, ({ role }) =>
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
