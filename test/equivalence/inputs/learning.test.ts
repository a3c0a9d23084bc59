import { describe, expect, test } from '@jest/globals';
import type { Case } from '../../../src/equivalence/cases/case.ts';
import type { CaseValue, Shape } from '../../../src/equivalence/cases/shape.ts';
import type { CallSignature } from '../../../src/equivalence/inputs/call-signature.ts';
import { type InputSource, openInputs } from '../../../src/equivalence/inputs/input-source.ts';
import type { ComparedOperands } from '../../../src/equivalence/inputs/input-to-state.ts';
import { NO_CONSTANTS } from '../../support/no-constants.ts';

const I32: Shape = { kind: 'integer', bits: 32, signed: true };
const BYTES: Shape = { kind: 'list', of: { kind: 'integer', bits: 8, signed: false } };

const WANTED = [0xca, 0x17, 0x5b, 0x99, 0x04];
const CONSTANTS = { ...NO_CONSTANTS, characters: [...WANTED.toReversed(), 1, 2, 3, 0x80, 0xff] };

function open(inputs: CallSignature['inputs'], seed = 5): InputSource {
  return openInputs({ calls: [{ name: 'f', inputs }], constants: CONSTANTS, seed });
}

/** How many bytes from the start on are those that a parser wants. */
function depth({ steps: [step] }: Case): number {
  const bytes = step?.inputs[0];
  if (!(bytes instanceof Uint8Array)) return 0;
  const wrong = WANTED.findIndex((byte, at) => bytes[at] !== byte);
  return wrong < 0 ? WANTED.length : wrong;
}

/** The deepest that inputs get; they are told of it, or not. */
function deepest(isTold: boolean, seed: number): number {
  const source = open([{ name: 'data', shape: BYTES }], seed);
  let most = 0;
  for (let round = 0; round < 20; round += 1) {
    const cases = source.next(500);
    const results = cases.map((each) => {
      const reached = depth(each) > most ? [depth(each)] : [];
      most = Math.max(most, depth(each));
      return { case: each, reached };
    });
    if (isTold) source.learn(results);
  }
  return most;
}

test('what reaches new code leads to what reaches more', () => {
  // With one seed it may be luck.
  const seeds = Array.from({ length: 6 }, (_, index) => index + 1);
  const depths = seeds.map((seed) => ({
    told: deepest(true, seed),
    untold: deepest(false, seed),
  }));
  const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
  const untold = sum(depths.map((one) => one.untold));
  expect(sum(depths.map(({ told }) => told))).toBeGreaterThan(1.5 * untold);
  expect(depths.every(({ untold }) => untold < 5)).toBe(true);
  expect(depths.filter(({ told }) => told === 5).length).toBeGreaterThanOrEqual(2);
});

test('of two cases that reached something new, one is gone on with as the other does', () => {
  const calls = [{ name: 'f', inputs: [{ name: 'n', shape: I32 }] }];
  const source = openInputs({ calls, constants: NO_CONSTANTS, seed: 5, longest: 8 });
  const steps = (value: bigint) =>
    [1, 2, 3, 4].map(() => ({ call: 0, inputs: [value], handles: [] }));
  const values = [1234567n, 7654321n];
  source.learn(values.map((value) => ({ case: { steps: steps(value) }, reached: [1] })));
  const both = source.next(2000).filter((made) => {
    const given = made.steps.map(({ inputs: [value] }) => value);
    return values.every((value) => given.filter((one) => one === value).length > 1);
  });
  expect(both).not.toEqual([]);
});

describe('what ends in undefined behaviour', () => {
  const size = ({ steps: [step] }: Case): bigint => {
    const value = step?.inputs[0];
    return typeof value === 'bigint' ? value : 0n;
  };
  const isLarge = (each: Case): boolean => size(each) >= 4096n || size(each) < -4096n;

  test('is made less often, but not never', () => {
    const source = open([{ name: 'count', shape: I32 }]);
    const first = source.next(1000);
    source.learn(
      first.map((each) => ({
        case: each,
        ...(isLarge(each) ? { excludedAt: 0 } : {}),
        reached: [],
      })),
    );
    const before = first.filter(isLarge).length;
    const after = source.next(1000).filter(isLarge).length;
    expect(before).toBeGreaterThan(400);
    expect(after).toBeLessThan(before / 2);
    expect(after).toBeGreaterThan(10);
  });

  test('is made hardly ever where it does not end at all, also as a field', () => {
    const fields = [
      { name: 'times', shape: I32 },
      { name: 'other', shape: I32 },
    ];
    const source = open([{ name: 'state', shape: { kind: 'record', name: 'State', fields } }]);
    const times = ({ steps: [step] }: Case): bigint => {
      const value = step?.inputs[0];
      const [first] = Array.isArray(value) ? value : [];
      return typeof first === 'bigint' ? first : 0n;
    };
    const isEndless = (each: Case): boolean => times(each) > 1_000_000n;
    const first = source.next(1000);
    source.learn(
      first.map((each) => ({
        case: each,
        ...(isEndless(each) ? { excludedAt: 0, isEndless: true } : {}),
        reached: [],
      })),
    );
    expect(first.filter(isEndless).length).toBeGreaterThan(150);
    const next = source.next(1000);
    expect(next.filter(isEndless).length).toBeLessThan(10);
    expect(next.filter((each) => times(each) > 0n && !isEndless(each)).length).toBeGreaterThan(100);
  });

  test('is no reason to leave an index out that another list has room for', () => {
    const source = open([
      { name: 'data', shape: BYTES },
      { name: 'at', shape: { kind: 'integer', bits: 64, signed: false } },
    ]);
    const isOutside = ({ steps: [step] }: Case): boolean => {
      const [data, at] = step?.inputs ?? [];
      return data instanceof Uint8Array && typeof at === 'bigint' && at >= BigInt(data.length);
    };
    const first = source.next(2000);
    source.learn(
      first.map((each) => ({
        case: each,
        ...(isOutside(each) ? { excludedAt: 0 } : {}),
        reached: [],
      })),
    );
    const counting = (cases: readonly Case[]): number =>
      cases.filter((each) => !isOutside(each)).length;
    expect(counting(source.next(2000))).toBeGreaterThan(2 * counting(first));
  });
});

describe('sequences', () => {
  const calls: readonly CallSignature[] = [
    { name: 'new', inputs: [{ name: 'room', shape: I32 }], makes: 'stack' },
    {
      name: 'push',
      inputs: [{ name: 'x', shape: I32 }],
      takes: [{ type: 'stack', use: 'changes' }],
    },
    { name: 'pop', inputs: [], takes: [{ type: 'stack', use: 'changes' }] },
    { name: 'clear', inputs: [], takes: [{ type: 'stack', use: 'changes' }] },
    { name: 'has', inputs: [{ name: 'x', shape: I32 }], takes: [{ type: 'stack', use: 'reads' }] },
    { name: 'free', inputs: [], takes: [{ type: 'stack', use: 'consumes' }] },
  ];
  const cases = openInputs({ calls, constants: NO_CONSTANTS, seed: 2 }).next(2000);
  const written = cases.map(({ steps }) =>
    steps.map(({ call, handles }) => `${calls[call]?.name}${handles.at(-1) ?? ''}`).join(' '),
  );

  test.each([
    ['many pushes, then pops', /(?:push0 ){9,}pop0/],
    ['a use after a clear', /push0 (?:push0 )*clear0 pop0/],
    ['two objects side by side', /push0 .*push1 .*push0/],
    ['an object that is made after another was freed', /free0 .*new.*push1/],
    ['a free at once', /^new free0/],
  ])('have %s', (_, pattern) => {
    expect(written.some((each) => pattern.test(each))).toBe(true);
  });

  test('ask for what was put in', () => {
    const asked = cases.filter(({ steps }) =>
      steps.some(
        ({ call, inputs: [value] }, at) =>
          call === 4 &&
          steps.slice(0, at).some((step) => step.call === 1 && step.inputs[0] === value),
      ),
    );
    expect(asked.length).toBeGreaterThan(100);
  });
});

/** A file that begins with a mark and a kind, and ends with a checksum of both: what does not hold first. */
function problemOf(value: CaseValue | undefined): ComparedOperands | 'short' | undefined {
  const bytes = value instanceof Uint8Array ? Buffer.from(value) : Buffer.alloc(0);
  if (bytes.length < 12) return 'short';
  let sum = 7;
  for (const byte of bytes.subarray(0, 8)) sum = (Math.imul(sum, 31) + byte) >>> 0;
  const checks = [
    [bytes.readUInt32LE(0), 0x4b52414d],
    [sum, bytes.readUInt32LE(8)],
    [bytes.readUInt16LE(4), 0x1234],
    [bytes.readUInt16LE(6), 0x0777],
  ] as const;
  const at = checks.findIndex(([left, right]) => left !== right);
  const [left, right] = checks[at] ?? [];
  if (left === undefined || right === undefined) return undefined;
  return { site: BigInt(at), left: BigInt(left), right: BigInt(right) };
}

test('what a checksum is of is set right before the checksum', () => {
  const source = openInputs({
    calls: [{ name: 'parse', inputs: [{ name: 'data', shape: BYTES }] }],
    constants: NO_CONSTANTS,
    seed: 3,
  });
  let passed = 0;
  for (let round = 0; round < 12; round += 1) {
    const results = source.next(400).map((one) => {
      const problem = problemOf(one.steps[0]?.inputs[0]);
      if (problem === undefined) passed += 1;
      const comparisons = problem === undefined || problem === 'short' ? [] : [problem];
      return { case: one, reached: [], comparisons };
    });
    source.learn(results);
  }
  expect(passed).toBeGreaterThan(0);
});

test('objects that hardly any input makes are made again and again', () => {
  const source = openInputs({
    calls: [
      { name: 'open', inputs: [{ name: 'data', shape: BYTES }], makes: 'file' },
      { name: 'read', inputs: [], takes: [{ type: 'file', use: 'reads' }] },
    ],
    constants: NO_CONSTANTS,
    seed: 3,
  });
  const reads: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const cases = source.next(400);
    const results = cases.map((one) => {
      const opened = one.steps.filter(({ call }) => call === 0);
      const problems = opened.map(({ inputs }) => problemOf(inputs[0]));
      const missing = one.steps.findIndex(
        ({ call, handles: [handle] }) => call === 1 && problems[handle ?? -1] !== undefined,
      );
      const comparisons = problems.filter((each) => each !== undefined && each !== 'short');
      const end = missing < 0 ? {} : { unmadeAt: missing };
      return { case: one, reached: [], comparisons, ...end };
    });
    const isRead = ({ unmadeAt, case: { steps } }: (typeof results)[number]) =>
      steps.slice(0, unmadeAt).some(({ call }) => call === 1);
    reads.push(results.filter(isRead).length);
    source.learn(results);
  }
  expect(reads[0]).toBeLessThan(5);
  expect(reads.at(-1)).toBeGreaterThan(60);
});
