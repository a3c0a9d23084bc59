import { expect, test } from '@jest/globals';
import type { ClangGlobal, ClangUnit } from '../../../src/code/clang/unit.ts';
import { limitsOf } from '../../../src/equivalence/run/comparison-limits.ts';
import { ErrnoObservations } from '../../../src/equivalence/run/errno-observations.ts';
import { ResultKinds } from '../../../src/equivalence/run/result-kinds.ts';
import type { RoundsResult } from '../../../src/equivalence/run/run-rounds.ts';
import { clangFunction } from '../../support/clang-function.ts';

const range = { file: 'a.c', startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };

function variable(name: string, isConst = false): ClangGlobal {
  const type = { kind: 'integer', bits: 32, signed: true, isCharacter: false } as const;
  return { name, type, spelled: 'int', isConst, isStatic: true, range, functions: [] };
}

const CALLEE = clangFunction({ name: 'g', globals: ['seed'] });
const FUNCTION = clangFunction({ name: 'f', globals: ['calls', 'TABLE', 'given'], calls: ['g'] });
const UNIT: ClangUnit = {
  ...{ file: 'a.c', language: 'c', flags: [], types: [], prototypes: [], records: new Map() },
  functions: [FUNCTION, CALLEE],
  globals: [
    ...[variable('calls'), variable('TABLE', true), variable('given')],
    ...[variable('seed'), variable('other')],
  ],
  macros: { events: new Map(), lines: new Map() },
};

const COVERAGE = {
  ...{ lines: 4, coveredLines: 4, missedLines: [], branches: 0, coveredBranches: 0 },
};

function said(
  reasons: Record<string, number> = {},
  isProgram = false,
  covered = true,
  wanted = 100,
): string[] {
  const rounds: RoundsResult = {
    ...{ compared: 100, excluded: 0, reasons: new Map(Object.entries(reasons)), reaching: [] },
    ...{ errno: new ErrnoObservations([]), kinds: new ResultKinds(0, []), succeeding: [] },
    ...{ countsOnlyEmpty: false, differingCase: undefined },
  };
  const bound = [{ name: 'given', at: '&given', isInput: true }];
  const variables = { params: [], record: undefined, bound, statics: [] };
  const plan = { variables, isProgram, limits: ['The stream is not compared.'] };
  const coverage = covered ? COVERAGE : undefined;
  return limitsOf({ unit: UNIT, function: FUNCTION }, plan, rounds, coverage, wanted);
}

test('variables that a call writes and nothing compares are named, with those of its callees', () => {
  const of = (name: string) =>
    `The variable ${name} is as at the start in each case, and what is written to it is not compared.`;
  expect(said()).toEqual(['The stream is not compared.', of('calls'), of('seed')]);
});

test('a program begins as it is, and ends', () => {
  expect(said({}, true)).toEqual(['The stream is not compared.']);
});

test('inputs that do not count are counted, by their reason', () => {
  const reasons = {
    'the C gives text that is not UTF-8': 3,
    'the C gives -1 in a u32': 4,
    'what the C gives depends on where in memory its arguments lie': 5,
    'the C does not end': 6,
  };
  expect(said(reasons, true).slice(1)).toEqual([
    'On 3 inputs the C gives text that is not UTF-8, which the Rust type cannot hold: these do not count.',
    'On some inputs the C gives what the given Rust type cannot hold, such as -1 in a u32: these do not count.',
    'On 5 inputs what the C gives depends on where in memory its arguments lie: these do not count.',
  ]);
});

test('fewer inputs than were wanted are told', () => {
  expect(said({}, true, true, 101).slice(1)).toEqual(['Only 100 of 101 inputs were compared.']);
});

test('what was not measured is no full coverage', () => {
  expect(said({}, true, false).slice(1)).toEqual(['Coverage was not measured.']);
});
