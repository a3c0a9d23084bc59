import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { findClang } from '../../../src/migration/scan/clang-program.ts';
import { selfContainedScript } from '../../../src/security/report/reproduction-view.ts';
import { type Driver, driverSchema } from '../../../src/security/reproduce/driver.ts';
import type { CitedDefect, Judgement } from '../../../src/security/reproduce/judge.ts';
import { type Attempt, Reproducer } from '../../../src/security/reproduce/reproducer.ts';
import { reproductionOf } from '../../../src/security/reproduce/reproduction-files.ts';
import { openSandbox } from '../../../src/workspace/sandbox/open-sandbox.ts';
import type { Sandbox } from '../../../src/workspace/sandbox/sandbox.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import {
  ANSWER,
  DRIVER,
  INPUT,
  overflowingChange,
  UNIT,
} from '../../support/overflowing-change.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DEFECT: CitedDefect = {
  cwe: [125],
  place: { file: UNIT, function: 'copy_name', line: 7 },
  path: [],
};

let sandbox: Sandbox;
let clang: Awaited<ReturnType<typeof findClang>>;
const opened: Reproducer[] = [];

beforeAll(async () => {
  sandbox = await openSandbox(process.env);
  clang = await findClang();
});

afterAll(async () => {
  for (const reproducer of opened) await reproducer.close();
});

function reproducerOf(
  { root, commit }: { readonly root: string; readonly commit: string },
  runSeconds?: number,
) {
  const symbolizer = findProgram('llvm-symbolizer');
  const tools = { clang: clang.program, symbolizer, folders: clang.tools };
  const reproducer = new Reproducer({ root, base: commit, tools, sandbox, runSeconds });
  opened.push(reproducer);
  return reproducer;
}

function driverOf(changes: Readonly<Record<string, unknown>> = {}): Driver {
  return driverSchema.parse({ ...ANSWER, ...changes });
}

function judgementOf(attempt: Attempt): Judgement | undefined {
  return attempt.kind === 'ran' ? attempt.judgements[0] : undefined;
}

function ranOf(attempt: Attempt): Attempt & { kind: 'ran' } {
  if (attempt.kind !== 'ran') throw new Error(attempt.output);
  return attempt;
}

describe('on a change that loses a check', () => {
  let reproducer: Reproducer;

  beforeEach(() => {
    reproducer = reproducerOf(overflowingChange());
  });

  const why = (text: RegExp) => ({ outcome: 'not_reproduced', why: expect.stringMatching(text) });

  test('a driver that shows it has it reproduced, in code of the repository', async () => {
    const attempt = await reproducer.attempt(driverOf(), [DEFECT]);
    expect(judgementOf(attempt)).toMatchObject({
      outcome: 'reproduced',
      report: {
        kind: 'heap-buffer-overflow',
        stack: expect.arrayContaining([
          { function: 'copy_name', file: `/work/src/${UNIT}`, line: expect.any(Number) },
        ]),
      },
    });
  });

  test('what a person is given shows it again in a checkout', async () => {
    const { plan, judgements, undefinedSymbols } = ranOf(
      await reproducer.attempt(driverOf(), [DEFECT]),
    );
    const [judgement] = judgements;
    if (judgement?.outcome !== 'reproduced') throw new Error('not reproduced');
    const given = reproductionOf('C123456', plan, judgement.report, undefinedSymbols);
    if (given.outcome !== 'reproduced') throw new Error('not reproduced');
    expect(given.report).not.toContain('/work/');
    expect(given.command).toBe('sh reproduce-C123456.sh CHECKOUT');
    const script = selfContainedScript(given);
    expect(script).toContain(DRIVER);
    const folder = temporaryFolder({ 'reproduce.sh': script });
    const { root } = overflowingChange();
    const run = (...args: string[]) =>
      execFileSync('sh', [join(folder, 'reproduce.sh'), ...args], { stdio: 'pipe' });
    expect(() => run(root)).toThrow(/heap-buffer-overflow[\s\S]*copy_name/);
    const unpacked = temporaryFolder();
    run('--unpack', unpacked);
    for (const { path, text } of given.files) {
      expect(readFileSync(join(unpacked, path), 'utf8')).toBe(text);
    }
    expect(readFileSync(join(unpacked, 'input'), 'base64')).toBe(INPUT);
  });

  test('what the head takes as it is shows nothing', async () => {
    const input = Buffer.from('\x01\x03abc').toString('base64');
    const attempt = await reproducer.attempt(driverOf({ input }), [DEFECT]);
    expect(judgementOf(attempt)).toEqual(why(/exited with status 0, and no sanitizer reported/));
  });

  test('a report that the driver prints counts for nothing', async () => {
    const driver = `#include <stdio.h>
int main(void)
{
    fprintf(stderr, "==1==ERROR: Address" "Sanitizer: heap-buffer-overflow on address 0x1 at pc 0x1\\n"
        "    #0 0x1 in copy_name /work/src/src/record.c:11:5\\n");
    return 1;
}`;
    const attempt = await reproducer.attempt(driverOf({ driver }), [DEFECT]);
    expect(judgementOf(attempt)).toEqual(why(/no sanitizer reported anything/));
  });

  test('an error in the driver counts for nothing', async () => {
    const driver = `#include <stdlib.h>
int main(void) { char *p = malloc(4); p[4] = 1; return 0; }`;
    const attempt = await reproducer.attempt(driverOf({ driver }), [DEFECT]);
    expect(judgementOf(attempt)).toEqual(why(/is not what is claimed of copy_name/));
  });

  test('a function of the driver with the name of the cited one counts for nothing', async () => {
    const driver = `#include <stdlib.h>
static void inner(void) { char *p = malloc(4); p[4] = 1; }
#define copy_name mine
static void copy_name(void) { inner(); }
int main(void) { copy_name(); return 0; }`;
    const attempt = await reproducer.attempt(driverOf({ driver }), [DEFECT]);
    expect(judgementOf(attempt)).toEqual(why(/is not what is claimed of copy_name/));
  });

  test('a run that reaches what nothing defines shows nothing, and says what it was', async () => {
    const driver = DRIVER.replace(/void log_record.*\n/, '');
    const attempt = await reproducer.attempt(driverOf({ driver, input: 'AQNhYmM=' }), [DEFECT]);
    expect(judgementOf(attempt)).toEqual(why(/^the run reached what nothing defines: log_record$/));
    expect(ranOf(attempt).undefinedSymbols).toEqual(['log_record']);
  });

  test('further sources of the repository are built beside', async () => {
    const driver = DRIVER.replace(/void log_record.*\n/, '');
    const attempt = await reproducer.attempt(driverOf({ driver, other_units: ['src/log.c'] }), [
      DEFECT,
    ]);
    expect(judgementOf(attempt)).toMatchObject({ outcome: 'reproduced' });
    expect(ranOf(attempt).undefinedSymbols).toEqual([]);
  });

  test('what does not compile says so with the paths of the repository', async () => {
    const attempt = await reproducer.attempt(driverOf({ driver: 'int main(void) { return x; }' }), [
      DEFECT,
    ]);
    expect(attempt).toEqual({
      kind: 'unbuilt',
      output: expect.stringMatching(
        /kit\/driver\.c:1:\d+: error: use of undeclared identifier 'x'/,
      ),
    });
  });

  test('a driver that never ends is ended', async () => {
    const driver = 'int main(void) { volatile int on = 1; while (on) { } return 0; }';
    const impatient = reproducerOf(overflowingChange(), 1);
    const attempt = await impatient.attempt(driverOf({ driver }), [DEFECT]);
    expect(judgementOf(attempt)).toEqual(why(/^the run reached its limit of (?:CPU|wall) time/));
  }, 40_000);

  test('a driver cannot reach what is outside, nor change what is compared', async () => {
    const driver = `#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    FILE *f = fopen("/work/src/src/record.c", "r");
    FILE *g = fopen("/etc/passwd", "r");
    char *p = malloc(1);
    return (f != NULL) + 2 * (g != NULL) + (p == NULL);
}`;
    const attempt = await reproducer.attempt(driverOf({ driver }), [DEFECT]);
    expect(judgementOf(attempt)).toEqual(why(/exited with status 0/));
  });
});

test('what the base does as well is not reproduced', async () => {
  const reproducer = reproducerOf(overflowingChange('', '    if (length == 255) return -1;\n'));
  const attempt = await reproducer.attempt(driverOf(), [DEFECT]);
  expect(judgementOf(attempt)).toEqual({
    outcome: 'not_reproduced',
    why: expect.stringMatching(/^the base does the same with this input:\n==\d+==ERROR/),
  });
});

test('a base on which the driver does not build cannot be compared', async () => {
  const reproducer = reproducerOf(overflowingChange('', '#error "as it was"\n'));
  const attempt = await reproducer.attempt(driverOf(), [DEFECT]);
  expect(judgementOf(attempt)).toEqual({
    outcome: 'not_reproduced',
    why: expect.stringMatching(/the driver does not build there\n[\s\S]*as it was/),
  });
});

test('what a unit needs is known before a driver is written', async () => {
  const probe = await reproducerOf(overflowingChange()).probe(UNIT, ['copy_name']);
  expect(probe.made.map(({ name, template }) => [name, template])).toEqual([
    ['config.h', 'config.h.in'],
  ]);
  expect(probe.outcome).toEqual({ kind: 'built', undefinedSymbols: ['log_record'] });
  expect(probe.absent).toEqual([]);
});

test('a function that the preprocessor leaves out is known before a driver is written', async () => {
  const hidden = '#ifdef APP_BIG\nstatic int hidden(void) { return 1; }\n#endif\n';
  const probe = await reproducerOf(overflowingChange('', hidden)).probe(UNIT, [
    ...['copy_name', 'hidden'],
  ]);
  expect(probe.outcome.kind).toBe('built');
  expect(probe.absent).toEqual(['hidden']);
});
