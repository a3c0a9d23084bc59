import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  parseSanitizerLog,
  type StackFrame,
} from '../../../src/security/reproduce/sanitizer-report.ts';

const OVERFLOW = `=================================================================
==10912==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x555d18cba52a bp 0x7ffe39fd3b90 sp 0x7ffe39fd3360
WRITE of size 8 at 0x602000000014 thread T0
    #0 0x555d18cba529 in __asan_memcpy (/work/driver+0xa3529) (BuildId: 0a689be4)
    #1 0x555d18cf633c in copy /work/src/a.c:5:53
    #2 0x555d18cf6255 in main /work/kit/driver.c:11:2
    #3 0x7fd8586c3304 in __libc_start_main csu/../csu/libc-start.c:360:3

0x602000000014 is located 0 bytes to the right of 4-byte region [0x602000000010,0x602000000014)
allocated by thread T0 here:
    #0 0x555d18cbb14e in __interceptor_malloc (/work/driver+0xa414e) (BuildId: 0a689be4)
    #1 0x555d18cf61de in make /work/src/a.c:9:12

SUMMARY: AddressSanitizer: heap-buffer-overflow (/work/driver+0xa3529) (BuildId: 0a689be4) in __asan_memcpy
Shadow bytes around the buggy address:
  0x0c047fff7fb0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
==10912==ABORTING
`;

const DOUBLE_FREE = `==10916==ERROR: AddressSanitizer: attempting double-free on 0x602000000010 in thread T0:
    #0 0x556f1c891ea2 in free (/work/driver+0xa3ea2) (BuildId: 0a689be4)
    #1 0x556f1c8cd206 in drop /work/src/a.c:10:21

0x602000000010 is located 0 bytes inside of 4-byte region [0x602000000010,0x602000000014)
freed by thread T0 here:
    #0 0x556f1c891ea2 in free (/work/driver+0xa3ea2) (BuildId: 0a689be4)
    #1 0x556f1c8cd1fd in close /work/src/a.c:20:12

previously allocated by thread T0 here:
    #0 0x556f1c89214e in __interceptor_malloc (/work/driver+0xa414e) (BuildId: 0a689be4)
    #1 0x556f1c8cd1de in make /work/src/a.c:9:12

SUMMARY: AddressSanitizer: double-free (/work/driver+0xa3ea2) (BuildId: 0a689be4) in free
==10916==ABORTING
`;

const UNDEFINED = `/work/src/a.c:8:56: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
    #0 0x555d18cf6174 in add /work/src/a.c:8:56
    #1 0x555d18c38300 in _start (/work/driver+0x21300) (BuildId: 0a689be4)

SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior /work/src/a.c:8:56 in 
`;

const LEAKS = `=================================================================
==1==ERROR: LeakSanitizer: detected memory leaks

Direct leak of 7 byte(s) in 1 object(s) allocated from:
    #0 0x49 in malloc (/work/driver+0x49)
    #1 0x4c in leak /work/src/a.c:6:26

Indirect leak of 9 byte(s) in 1 object(s) allocated from:
    #0 0x49 in malloc (/work/driver+0x49)
    #1 0x4c in other /work/src/a.c:7:26

SUMMARY: AddressSanitizer: 16 byte(s) leaked in 2 allocation(s).
`;

const WILD = `AddressSanitizer:DEADLYSIGNAL
=================================================================
==2==ERROR: AddressSanitizer: SEGV on unknown address 0x000060001000 (pc 0x000060001000 bp 0x7ffd sp 0x7ffd T0)
==2==The signal is caused by a READ memory access.
    #0 0x60001000  (<unknown module>)
    #1 0x4c in f(int, char const*) /work/src/with space/a.cpp:6:26
`;

describe('a log has', () => {
  test('the kind, the address and the stacks of an error of AddressSanitizer', () => {
    const [report, ...others] = parseSanitizerLog(OVERFLOW);
    expect(others).toEqual([]);
    expect(report).toMatchObject({
      tool: 'address',
      kind: 'heap-buffer-overflow',
      address: 0x602000000014,
      freedBy: [],
    });
    expect(report?.stack).toEqual([
      { function: '__asan_memcpy' },
      { function: 'copy', file: '/work/src/a.c', line: 5 },
      { function: 'main', file: '/work/kit/driver.c', line: 11 },
      { function: '__libc_start_main csu/../csu/libc-start.c:360:3' },
    ]);
  });

  test('no dump of memory in the text of an error', () => {
    const [report] = parseSanitizerLog(OVERFLOW);
    expect(report?.text).toContain('heap-buffer-overflow on address');
    expect(report?.text).not.toContain('Shadow bytes');
  });

  test('where memory was released, apart from where it came from', () => {
    const [report] = parseSanitizerLog(DOUBLE_FREE);
    expect(report?.kind).toBe('double-free');
    expect(report?.stack.map((frame) => frame.function)).toEqual(['free', 'drop']);
    expect(report?.freedBy.map((frame) => frame.function)).toEqual(['free', 'close']);
  });

  test('undefined behaviour, with its sentence', () => {
    const [report] = parseSanitizerLog(UNDEFINED);
    expect(report).toMatchObject({
      tool: 'undefined',
      kind: "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'",
      stack: [{ function: 'add', file: '/work/src/a.c', line: 8 }, { function: '_start' }],
    });
  });

  test('each leak, and not that there are some', () => {
    const reports = parseSanitizerLog(LEAKS);
    expect(reports.map(({ kind }) => kind)).toEqual(['leak', 'leak']);
    expect(reports.map(({ stack }) => stack[1]?.function)).toEqual(['leak', 'other']);
  });

  test('calls of C++ and paths with spaces', () => {
    const [report] = parseSanitizerLog(WILD);
    expect(report).toMatchObject({ kind: 'SEGV', address: 0x60001000 });
    expect(report?.stack.at(-1)).toEqual({
      function: 'f(int, char const*)',
      file: '/work/src/with space/a.cpp',
      line: 6,
    });
  });

  test('all errors, in their order', () => {
    const kinds = parseSanitizerLog(UNDEFINED + OVERFLOW + LEAKS).map(({ tool }) => tool);
    expect(kinds).toEqual(['undefined', 'address', 'leak', 'leak']);
  });
});

const frames = fc.array(
  fc.record({
    function: fc.stringMatching(/^[a-z_]\w{0,9}$/),
    file: fc.stringMatching(/^\/work\/src\/[a-z]{1,9}\.c$/),
    line: fc.integer({ min: 1, max: 99_999 }),
  }),
  { minLength: 1, maxLength: 5 },
);

const printed = (stack: readonly StackFrame[]) =>
  stack
    .map((frame, at) => `    #${at} 0x4${at} in ${frame.function} ${frame.file}:${frame.line}:7\n`)
    .join('');

test('stacks come back as they were printed', () => {
  fc.assert(
    fc.property(frames, frames, frames, (stack, freedBy, allocated) => {
      const log =
        `==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x60 at pc 0x1 bp 0x2\n` +
        `READ of size 1 at 0x60 thread T0\n${printed(stack)}\n0x60 is located inside\n` +
        `freed by thread T0 here:\n${printed(freedBy)}\n` +
        `previously allocated by thread T0 here:\n${printed(allocated)}`;
      expect(parseSanitizerLog(log)).toMatchObject([
        { kind: 'heap-use-after-free', stack, freedBy, allocatedBy: allocated },
      ]);
    }),
  );
});

test('any text can be read, and has no more errors than lines', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...[OVERFLOW, DOUBLE_FREE, UNDEFINED, LEAKS, WILD].flatMap((log) => log.split('\n')),
    ),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const log = lines.join('\n');
      const reports = parseSanitizerLog(log);
      expect(reports.length).toBeLessThanOrEqual(log.split('\n').length);
      for (const { text } of reports) expect(log.replaceAll('\r', '')).toContain(text.trimEnd());
    }),
  );
});
