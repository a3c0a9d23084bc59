import { describe, expect, test } from '@jest/globals';
import { addressSanitizerReport, miriEnd } from '../../../src/equivalence/run/tool-reports.ts';

const exited = (status: number) => ({ kind: 'exited', status }) as const;

describe('what AddressSanitizer reports', () => {
  const report = (kind: string) => `=================
==7==ERROR: AddressSanitizer: ${kind} on address 0x602000000014 at pc 0x55 bp 0x7f sp 0x7f
READ of size 4 at 0x602000000014 thread T0
    #0 0x55 in core::ptr::read /rustc/abc/library/core/src/ptr/mod.rs:1:2
    #1 0x55 in sums::total /work/crate/src/sums.rs:12:9
`;

  test('is told with the kind of access and the first place in the crate', () => {
    expect(addressSanitizerReport(report('heap-buffer-overflow'))).toBe(
      'AddressSanitizer: heap-buffer-overflow, READ of size 4 (src/sums.rs:12)',
    );
  });

  test.each(['stack-overflow', 'allocation-size-too-big', 'out-of-memory'])(
    'is none of the Rust where it is %s',
    (kind) => {
      expect(addressSanitizerReport(report(kind))).toBeUndefined();
    },
  );
});

describe('how Miri ends', () => {
  test('with undefined behaviour, and where', () => {
    const stderr = `warning: something
error: Undefined Behavior: in-bounds pointer arithmetic failed
  --> /home/rust/library/core/src/ptr/const_ptr.rs:1:2
   = note: inside \`sums::total\` at /work/crate/src/sums.rs:12:9
`;
    expect(miriEnd({ end: exited(1), stderr })).toEqual({
      kind: 'reported',
      what: 'Miri: in-bounds pointer arithmetic failed (src/sums.rs:12)',
    });
  });

  test.each([
    ['error: unsupported operation: no\n', 'unsupported operation: no'],
    [
      'error[E0514]: found crate `std` compiled by another\n',
      'found crate `std` compiled by another',
    ],
    ['', 'it ended with status 1'],
  ])('without having run it: %j', (stderr, because) => {
    expect(miriEnd({ end: exited(1), stderr })).toEqual({
      kind: 'failed',
      because: `Miri could not run it: ${because}`,
    });
  });

  test('by itself, or at the end of its time', () => {
    expect(miriEnd({ end: exited(0), stderr: '' })).toEqual({ kind: 'ended' });
    expect(miriEnd({ end: { kind: 'stopped', limit: 'wall time' }, stderr: '' })).toEqual({
      kind: 'ended',
    });
  });
});
