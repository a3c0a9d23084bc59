import { describe, expect, test } from '@jest/globals';
import {
  type BaseSide,
  type CitedDefect,
  judgeSides,
  type SideRun,
} from '../../../src/security/reproduce/judge.ts';
import type {
  SanitizerReport,
  StackFrame,
} from '../../../src/security/reproduce/sanitizer-report.ts';

const DEFECT: CitedDefect = {
  cwe: [787],
  place: { file: 'a.c', function: 'copy', line: 5 },
  path: [{ file: 'b.c', function: 'entry', line: 50 }],
};

const frame = (name: string, file: string, line: number): StackFrame => ({
  function: name,
  file: `/work/${file}`,
  line,
});
const INTERCEPTOR: StackFrame = { function: '__asan_memcpy' };
const COPY = frame('copy', 'src/a.c', 5);
const MAIN = frame('main', 'kit/driver.c', 9);

function report(
  stack: readonly StackFrame[],
  more: Partial<SanitizerReport> = {},
): SanitizerReport {
  return {
    ...{ tool: 'address', kind: 'heap-buffer-overflow', stack, text: 'it' },
    ...{ freedBy: [], allocatedBy: [], ...more },
  };
}

function run(...reports: readonly SanitizerReport[]): SideRun {
  const status = reports.length === 0 ? 0 : 1;
  return { end: { kind: 'exited', status }, reports, undefinedSymbols: [] };
}

const CLEAN: BaseSide = { kind: 'ran', run: run() };

async function judge(head: SideRun, base: BaseSide = CLEAN, defect: CitedDefect = DEFECT) {
  return await judgeSides(defect, head, () => Promise.resolve(base));
}

const OVERFLOW = report([INTERCEPTOR, COPY, MAIN]);

describe('reproduced is', () => {
  test('an error in the cited function, on the head alone', async () => {
    expect(await judge(run(OVERFLOW))).toEqual({ outcome: 'reproduced', report: OVERFLOW });
  });

  test('one that comes after others', async () => {
    const other = report([frame('other', 'src/a.c', 90)], { tool: 'undefined', kind: 'overflow' });
    expect(await judge(run(other, OVERFLOW))).toMatchObject({ report: OVERFLOW });
  });

  test('one of the same weakness at another line of the function', async () => {
    const far = report([frame('copy', 'src/a.c', 70), MAIN]);
    expect(await judge(run(far))).toMatchObject({ outcome: 'reproduced' });
  });

  test('one in what the cited function calls', async () => {
    const callee = report([frame('fill', 'src/c.c', 3), COPY, MAIN]);
    expect(await judge(run(callee))).toMatchObject({ outcome: 'reproduced' });
  });

  test('one at the line of a step of the way', async () => {
    const step = report([frame('entry', 'src/b.c', 51), MAIN]);
    expect(await judge(run(step))).toMatchObject({ outcome: 'reproduced' });
  });

  test('an access to what the cited function has released', async () => {
    const used = report([frame('use', 'src/c.c', 3)], {
      kind: 'heap-use-after-free',
      freedBy: [{ function: 'free' }, COPY],
    });
    expect(await judge(run(used), CLEAN, { ...DEFECT, cwe: [416] })).toMatchObject({
      outcome: 'reproduced',
    });
  });

  test('an access beyond what the cited function has allocated', async () => {
    const used = report([frame('use', 'src/c.c', 3), MAIN], {
      allocatedBy: [{ function: 'malloc' }, COPY, MAIN],
    });
    expect(await judge(run(used), CLEAN, { ...DEFECT, cwe: [131] })).toMatchObject({
      outcome: 'reproduced',
    });
  });

  test('an error in a function that the base does not have', async () => {
    expect(await judge(run(OVERFLOW), { kind: 'absent' })).toMatchObject({ outcome: 'reproduced' });
  });

  test('one where the base stops by an assertion of its own', async () => {
    const assertion = report([{ function: 'abort' }, COPY], { kind: 'ABRT' });
    const base: BaseSide = { kind: 'ran', run: run(assertion) };
    expect(await judge(run(OVERFLOW), base)).toMatchObject({ outcome: 'reproduced' });
  });
});

test('of a check that is gone, any memory error behind it in its function counts', async () => {
  const freed = report([frame('copy', 'src/a.c', 60), MAIN], { kind: 'heap-use-after-free' });
  expect(await judge(run(freed), CLEAN, { ...DEFECT, cwe: [754, 20] })).toMatchObject({
    outcome: 'reproduced',
  });
});

test('an operation that overflows at the cited line counts, whatever weakness is claimed there', async () => {
  const overflow = (line: number) =>
    report([frame('copy', 'src/a.c', line), MAIN], {
      ...{
        tool: 'undefined',
        kind: 'signed integer overflow: 2147483647 + 1 cannot be represented',
      },
    });
  expect(await judge(run(overflow(5)), CLEAN)).toMatchObject({ outcome: 'reproduced' });
  expect(await judge(run(overflow(50)), CLEAN)).toMatchObject({ outcome: 'not_reproduced' });
});

test('of a size that stands outside of functions, the functions on the way count', async () => {
  const outside = {
    cwe: [787],
    place: { file: 'a.c', function: '', line: 2 },
    path: [{ file: 'b.c', function: 'entry', line: 9 }],
  };
  const used = report([frame('entry', 'src/b.c', 90), MAIN]);
  expect(await judge(run(used), CLEAN, outside)).toMatchObject({ outcome: 'reproduced' });
  const elsewhere = report([frame('other', 'src/b.c', 90), MAIN]);
  expect(await judge(run(elsewhere), CLEAN, outside)).toEqual({
    outcome: 'not_reproduced',
    why: expect.stringContaining('entry is on none of its stacks'),
  });
});

describe('not reproduced is', () => {
  const why = (text: string) => ({ outcome: 'not_reproduced', why: expect.stringContaining(text) });

  test('nothing', async () => {
    expect(await judge(run())).toEqual(why('no sanitizer reported anything'));
  });

  test('an error in the driver', async () => {
    const own = report([INTERCEPTOR, MAIN, COPY]);
    expect(await judge(run(own))).toEqual(why('is not what is claimed of copy (a.c:5)'));
  });

  test('an error in a function of that name in another file', async () => {
    expect(await judge(run(report([frame('copy', 'src/z.c', 5)])))).toEqual(why('not what is'));
    expect(await judge(run(report([frame('copy', 'kit/a.c', 5)])))).toEqual(why('not what is'));
  });

  test('an error in another function', async () => {
    expect(await judge(run(report([frame('entry', 'src/b.c', 90)])))).toEqual(why('not what is'));
  });

  test.each([
    ['it happens in the code of the driver', report([MAIN, COPY])],
    ['copy is on none of its stacks', report([frame('entry', 'src/b.c', 90)])],
    ['no call of it is in code with known lines', report([INTERCEPTOR])],
    [
      'of another weakness than CWE-787, and not at line 5',
      report([frame('copy', 'src/a.c', 50)], { kind: 'FPE' }),
    ],
  ])('a report, and which condition it does not meet: %s', async (lack, other) => {
    expect(await judge(run(other), CLEAN)).toEqual(why(lack));
  });

  test('an access to memory that the cited function has allocated, of another weakness', async () => {
    const allocatedBy = [{ function: 'malloc' }, COPY, MAIN];
    const used = report([frame('use', 'src/c.c', 3), MAIN], { allocatedBy });
    expect(await judge(run(used), CLEAN, { ...DEFECT, cwe: [401] })).toEqual(why('not what is'));
    const freed = report([frame('use', 'src/c.c', 3), MAIN], {
      ...{ kind: 'heap-use-after-free', allocatedBy },
    });
    expect(await judge(run(freed), CLEAN, { ...DEFECT, cwe: [416] })).toEqual(why('not what is'));
  });

  test('an access beyond what the cited function has allocated in the base, too', async () => {
    const used = report([frame('use', 'src/c.c', 3), MAIN], {
      allocatedBy: [{ function: 'malloc' }, COPY, MAIN],
    });
    const base: BaseSide = { kind: 'ran', run: run(used) };
    expect(await judge(run(used), base, { ...DEFECT, cwe: [131] })).toEqual(
      why('the base does the same'),
    );
  });

  test('another weakness at another line', async () => {
    const freed = report([frame('copy', 'src/a.c', 70)], { kind: 'heap-use-after-free' });
    expect(await judge(run(freed))).toEqual(why('not what is'));
  });

  test('a null pointer at the line, where none is claimed', async () => {
    const nil = report([COPY], { kind: 'SEGV', address: 0 });
    expect(await judge(run(nil))).toEqual(why('not what is'));
    const claimed = { ...DEFECT, cwe: [476] };
    expect(await judge(run(nil), CLEAN, claimed)).toMatchObject({ outcome: 'reproduced' });
  });

  test('memory that is not released, where that is not claimed', async () => {
    expect(await judge(run(report([COPY], { tool: 'leak', kind: 'leak' })))).toEqual(
      why('not what'),
    );
  });

  test('what the base does as well, at whatever line', async () => {
    const older = report([INTERCEPTOR, frame('copy', 'src/a.c', 44), MAIN], { text: 'older' });
    const base: BaseSide = { kind: 'ran', run: run(older) };
    expect(await judge(run(OVERFLOW), base)).toEqual(why('the base does the same'));
  });

  test.each<[string, BaseSide, string]>([
    ['another error', { kind: 'ran', run: run(report([MAIN])) }, 'ended with another error'],
    ['no build', { kind: 'unbuilt', output: 'no member' }, 'does not build there\nno member'],
    [
      'no end',
      { kind: 'ran', run: { ...run(), end: { kind: 'stopped', why: 'reached its limit' } } },
      'it reached its limit',
    ],
    [
      'a signal',
      { kind: 'ran', run: { ...run(), end: { kind: 'exited', status: 139 } } },
      'status 139',
    ],
    [
      'a call of nothing',
      { kind: 'ran', run: { ...run(), undefinedSymbols: ['log_it'] } },
      'nothing defines: log_it',
    ],
  ])('an error on the head where the base has %s', async (_what, base, text) => {
    const judged = await judge(run(OVERFLOW), base);
    expect(judged).toEqual(why('the base cannot be compared'));
    expect(judged).toEqual(why(text));
  });

  test('an error behind a call of what nothing defines', async () => {
    const head = { ...run(OVERFLOW), undefinedSymbols: ['log_it'] };
    expect(await judge(head)).toEqual(why('nothing defines: log_it'));
  });
});

test('the base is not run where the head shows nothing', async () => {
  let asked = 0;
  await judgeSides(DEFECT, run(), () => {
    asked += 1;
    return Promise.resolve(CLEAN);
  });
  expect(asked).toBe(0);
});
