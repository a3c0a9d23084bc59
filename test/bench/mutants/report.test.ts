import { expect, test } from '@jest/globals';
import {
  correctLine,
  isCaught,
  isEnough,
  type MutantResult,
  mutantLine,
  summary,
} from '../../../bench/mutants/report.ts';
import type { Evidence } from '../../../src/equivalence/evidence/evidence.ts';

const pair = { c: 'bits.c', name: 'spread', rust: 'bits::spread' };
const equal: Evidence = {
  kind: 'equal',
  cases: 9000,
  excluded: 1000,
  seed: 1,
  coverage: { lines: 10, coveredLines: 9, branches: 4, coveredBranches: 4 },
  limits: [],
  undefinedBehaviour: [],
  milliseconds: 2000,
};
const different: Evidence = {
  kind: 'different',
  input: 'spread(\n    1,\n)',
  c: '1',
  rust: '2',
  test: '#[test] fn spread() {}',
  cases: 3,
  seed: 1,
  milliseconds: 1000,
};

function correct(evidence: Evidence) {
  return { pair, judged: { evidence, milliseconds: 3000 } };
}

function broken(evidence: Evidence, milliseconds = 3000): MutantResult {
  const mutant = { operator: 'early end', line: 7, before: 'a', after: 'b', text: '' };
  return { pair, mutant, judged: { evidence, milliseconds } };
}

test('a mutant counts when it is told from the C within 20 seconds', () => {
  expect(isCaught(broken(different))).toBe(true);
  expect(isCaught(broken(different, 20_001))).toBe(false);
  expect(isCaught(broken(equal))).toBe(false);
  expect(isCaught(broken({ kind: 'not checked', because: 'a callback' }))).toBe(false);
});

test('98 of 100 are enough, when all that is correct is equal', () => {
  const some = (missed: number) =>
    Array.from({ length: 100 }, (_, at) => broken(at < missed ? equal : different));
  const results = (missed: number, evidence: Evidence) => ({
    seed: 1,
    correct: [correct(equal), correct(evidence)],
    mutants: some(missed),
  });
  expect(isEnough(results(2, equal))).toBe(true);
  expect(isEnough(results(3, equal))).toBe(false);
  expect(isEnough(results(0, different))).toBe(false);
  expect(isEnough(results(0, { kind: 'not checked', because: 'a callback' }))).toBe(false);
});

test('lines say what was seen', () => {
  expect(correctLine(correct(equal))).toContain(
    'equal         3.0 s  9000 cases, 1000 excluded, lines 9/10, branches 4/4',
  );
  expect(mutantLine(broken(different))).toContain(
    'caught        3.0 s  spread( 1, ); C: 1; Rust: 2',
  );
  expect(mutantLine(broken(equal))).toMatch(/MISSED.*\n {4}early end, line 7: a {2}=> {2}b\n$/);
  const results = {
    seed: 5,
    correct: [correct(equal)],
    mutants: [broken(different), broken(equal)],
  };
  expect(summary(results)).toBe(
    [
      'correct: 1 of 1 equal; median 3.0 s, most 3.0 s',
      'mutants: 1 of 2 caught (seed 5); median 3.0 s, most 3.0 s',
      'operators: early end 1/2',
      '',
    ].join('\n'),
  );
});
