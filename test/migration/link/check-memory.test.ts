import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkMemory } from '../../../src/migration/link/check-memory.ts';
import type { ProjectRun } from '../../../src/migration/link/project-run.ts';
import { reportsOf } from '../../../src/migration/link/sanitizer-reports.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { addressSanitizerTarget } from '../../../src/workspace/toolchain/rust-sanitizer.ts';
import { rustToolchain } from '../../../src/workspace/toolchain/rust-toolchain.ts';
import { withClang } from '../../support/clang.ts';
import { rustward } from '../../support/command-line.ts';
import { mappedProject } from '../../support/mapped-project.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILES = {
  Makefile: `CFLAGS = -O2 -Wall -Werror
check: check.c sums.c sums.h
	$(CC) $(CFLAGS) -o $@ check.c sums.c
test: check
	./check
`,
  'sums.h': `#include <stddef.h>
unsigned total(const unsigned char *data, size_t count, size_t next);
unsigned longest(const unsigned char *data, size_t count);
`,
  'sums.c': `#include "sums.h"
unsigned total(const unsigned char *data, size_t count, size_t next) {
  unsigned sum = (unsigned)(next - next);
  for (size_t at = 0; at < count; at++) sum += data[at];
  return sum;
}
unsigned longest(const unsigned char *data, size_t count) {
  unsigned most = 0;
  for (size_t at = 0; at < count; at++) if (data[at] > most) most = data[at];
  return most;
}
`,
  'check.c': `#include <stdlib.h>
#include <string.h>
#include "sums.h"
int main(void) {
  unsigned char *data = malloc(5);
  memset(data, 3, 5);
  int holds = total(data, 5, 6) == 15 && longest(data, 5) == 3;
  free(data);
  return !holds;
}
`,
  'rust/Cargo.toml': '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n',
  'rust/src/lib.rs': `
/// Looks at the element behind the last one, where it is given more than there are.
pub fn total(data: &[u8], count: usize, _next: usize) -> u32 {
    let behind = data.get(count).copied();
    std::hint::black_box(behind);
    data[..count].iter().map(|&one| u32::from(one)).sum()
}
pub fn longest(data: &[u8]) -> u32 {
    data.iter().copied().max().map_or(0, u32::from)
}
`,
};

const canCheck =
  addressSanitizerTarget(rustToolchain(process.env['PATH'])) !== undefined &&
  ['cargo', 'make', 'cc'].every((name) => findProgram(name) !== undefined);

(canCheck ? withClang : describe.skip)('a hybrid with sanitizers', () => {
  // The tests pass with it: only the byte behind the buffer is read, which nothing depends on.
  test('tells the shim that gives one element too many', () => {
    const folder = mappedProject(
      [temporaryFolder(FILES)],
      'sums.c',
      { total: 'total', longest: 'longest' },
      { total: { mapping: { c: { data: { role: 'elements', length: 'next' } } } } },
    );
    const { status, stdout } = rustward(['migrate', 'link', folder]);
    expect(stdout).toMatch(
      /^total +breaks +sanitizers report with it: AddressSanitizer: heap-buffer-overflow, READ of size 1/m,
    );
    expect(stdout).toMatch(/^longest +linked/m);
    expect(stdout).toContain('hybrid: the tests pass\n');
    expect(status).toBe(1);
    const report = join(folder, '.rustward/c2rust/link_report.json');
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      memory: { outcome: 'reports' },
      passed: false,
    });
    expect(rustward(['migrate', 'link', folder, '--without', 'total']).stdout).toContain(
      'with sanitizers: nothing is reported that is not of the C\n',
    );
    expect(rustward(['migrate', 'link', folder, '--no-sanitizers']).status).toBe(0);
  }, 200_000);
});

describe('what sanitizers write', () => {
  test('is one line for each report, without addresses', () => {
    const text = `=================================================================
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000015 at pc 0x55 bp 0x7f sp 0x7f
READ of size 1 at 0x602000000015 thread T0
    #0 0x55 in core::iter::sum /rustc/abc/library/core/src/iter.rs:1:2
    #1 0x55 in sums::total /work/crate/src/lib.rs:4:18
/work/project/src/sums.c:9:3: runtime error: load of misaligned address 0x7ffc01 for type 'int'
`;
    expect(reportsOf(text)).toEqual([
      'AddressSanitizer: heap-buffer-overflow, READ of size 1 (crate/src/lib.rs:4)',
      "src/sums.c:9:3: load of misaligned address 0x… for type 'int'",
    ]);
    expect(reportsOf('something else')).toEqual([]);
  });
});

describe('the judgement of a hybrid with sanitizers', () => {
  const run = (reports: readonly string[] = [], rest: Partial<ProjectRun> = {}): ProjectRun => ({
    ...{ build: 'passed', test: 'passed', passed: true, lastOutput: '', called: new Set() },
    ...{ isSanitized: true, reports, ...rest },
  });
  const OWN = 'a.c:1:2: signed integer overflow';

  test('is clean where the C says the same without any Rust', async () => {
    const checked = await checkMemory([], true, async () => run([OWN]));
    expect(checked.memory).toEqual({ outcome: 'clean' });
  });

  test.each([
    [
      'the build has a compiler of its own',
      true,
      [run([], { isSanitized: false })],
      'the build calls no compiler by its name alone',
    ],
    [
      'the C has a defect of its own',
      true,
      [run([OWN]), run(['AddressSanitizer: use-after-free'])],
      'without any Rust it does not pass either: AddressSanitizer: use-after-free',
    ],
    [
      'it does not build with sanitizers',
      true,
      Array.from({ length: 2 }, () => run([], { passed: false, lastOutput: 'cc: error: -static' })),
      'without any Rust it does not pass either: cc: error: -static',
    ],
    [
      'the C is gone in part',
      false,
      [run([OWN])],
      'the project as it is cannot be built to compare with',
    ],
  ])('is none where %s', async (_what, hasOriginal, runs, because) => {
    const left = [...runs];
    const checked = await checkMemory([], hasOriginal, async () => left.shift() ?? run());
    expect(checked).toEqual({ memory: { outcome: 'not checked', because }, breaking: new Map() });
  });
});
