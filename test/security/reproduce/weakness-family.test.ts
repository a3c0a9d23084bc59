import { expect, test } from '@jest/globals';
import type { SanitizerReport } from '../../../src/security/reproduce/sanitizer-report.ts';
import { familiesOf, isOfWeakness } from '../../../src/security/reproduce/weakness-family.ts';

type Tool = SanitizerReport['tool'];

function families(tool: Tool, kind: string, address?: number): readonly string[] {
  const where = address === undefined ? {} : { address };
  const report = { tool, kind, ...where, stack: [], freedBy: [], allocatedBy: [], text: '' };
  return familiesOf(report);
}

/** What the sanitizers of clang and gcc print. */
test.each<[Tool, string, readonly string[]]>([
  ['address', 'heap-buffer-overflow', ['bounds']],
  ['address', 'stack-buffer-underflow', ['bounds']],
  ['address', 'container-overflow', ['bounds']],
  ['address', 'negative-size-param', ['bounds']],
  ['address', 'memcpy-param-overlap', ['bounds']],
  ['address', 'heap-use-after-free', ['lifetime']],
  ['address', 'stack-use-after-return', ['lifetime']],
  ['address', 'double-free', ['lifetime']],
  ['address', 'bad-free', ['lifetime']],
  ['address', 'alloc-dealloc-mismatch', ['lifetime']],
  ['address', 'stack-overflow', ['stack']],
  ['address', 'allocation-size-too-big', ['allocation size']],
  ['address', 'calloc-overflow', ['allocation size']],
  ['address', 'out-of-memory', ['allocation size']],
  ['address', 'FPE', ['division']],
  ['address', 'ABRT', []],
  ['leak', 'detected memory leaks', ['leak']],
  ['memory', 'use-of-uninitialized-value', ['uninitialized']],
  ['undefined', "index 9 out of bounds for type 'int[8]'", ['bounds']],
  ['undefined', 'applying non-zero offset 8 to null pointer', ['bounds']],
  ['undefined', 'applying zero offset to null pointer', ['bounds']],
  ['undefined', 'load of address 0x1 with insufficient space for an object', ['bounds']],
  ['undefined', "load of null pointer of type 'int'", ['null']],
  ['undefined', 'division by zero', ['division']],
  ['undefined', 'signed integer overflow: 2147483647 + 1 cannot be represented', ['integer']],
  ['undefined', "shift exponent 32 is too large for 32-bit type 'int'", ['integer']],
  ['undefined', 'negation of -2147483648 cannot be represented', ['integer']],
  ['undefined', 'nan is outside the range of representable values', ['conversion']],
  ['undefined', 'load of value 7, which is not a valid value for type bool', ['conversion']],
  ['undefined', 'load of misaligned address 0x1', ['conversion']],
  [
    'undefined',
    'variable length array bound evaluates to non-positive value 0',
    ['stack', 'integer'],
  ],
  ['undefined', 'execution reached an unreachable program point', []],
])('%s: %s', (tool, kind, expected) => {
  expect(families(tool, kind)).toEqual(expected);
});

test('an access near zero is one through null, and one that is not is of any kind', () => {
  for (const kind of ['SEGV', 'BUS']) {
    expect(families('address', kind, 0)).toEqual(['null']);
    expect(families('address', kind, 0xffff)).toEqual(['null']);
    expect(families('address', kind, 0x10000)).toEqual(['bounds', 'lifetime', 'uninitialized']);
    expect(families('address', kind)).toEqual(['bounds', 'lifetime', 'uninitialized']);
  }
});

test.each([
  [787, 'bounds'],
  [125, 'bounds'],
  [190, 'bounds'],
  [416, 'lifetime'],
  [415, 'lifetime'],
  [476, 'null'],
  [457, 'uninitialized'],
  [190, 'integer'],
  [369, 'division'],
  [789, 'allocation size'],
  [674, 'stack'],
  [401, 'leak'],
  [843, 'conversion'],
] as const)('CWE-%d is shown by %s', (cwe, family) => {
  expect(isOfWeakness([family], [cwe])).toBe(true);
  expect(isOfWeakness(['division', family], [78, cwe])).toBe(true);
  expect(isOfWeakness([], [cwe])).toBe(false);
  expect(isOfWeakness([family], [78])).toBe(false);
});

test('one weakness is no other: a leak shows no overflow, and an overflow no leak', () => {
  for (const [family, cwe] of [
    ...([
      ['leak', 787],
      ['bounds', 401],
      ['lifetime', 787],
      ['null', 416],
    ] as const),
    ...([
      ['bounds', 416],
      ['bounds', 476],
      ['division', 787],
      ['stack', 416],
    ] as const),
  ]) {
    expect([family, cwe, isOfWeakness([family], [cwe])]).toEqual([family, cwe, false]);
  }
});
