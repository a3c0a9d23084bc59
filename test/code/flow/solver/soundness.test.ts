import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { claimsOf, contradiction } from '../../../support/c-claims.ts';
import { withProbes } from '../../../support/c-program.ts';
import { inputs, programs } from '../../../support/c-program-arbitrary.ts';
import { runProgram } from '../../../support/c-program-run.ts';

const RUNS = 8;

describe('whatever a program does when it runs', () => {
  test('lies in the ranges and orders that the engine gives, on paths and in bounds that it allows', () => {
    fc.assert(
      fc.property(
        programs.map(withProbes),
        fc.array(inputs, { minLength: RUNS, maxLength: RUNS }),
        (program, all) => {
          const claims = claimsOf(program);
          expect(claims.whole).toBe(true);
          for (const given of all) expect(contradiction(program, claims, given)).toBeUndefined();
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });
});

describe('where the analysis is given up for its cost', () => {
  test('what it still says is true', () => {
    const cut = { programs: 0 };
    fc.assert(
      fc.property(
        programs.map(withProbes),
        fc.integer({ min: 0, max: 300 }),
        fc.array(inputs, { minLength: RUNS, maxLength: RUNS }),
        (program, steps, all) => {
          const claims = claimsOf(program, steps);
          if (!claims.whole) cut.programs += 1;
          for (const given of all) expect(contradiction(program, claims, given)).toBeUndefined();
        },
      ),
      { numRuns: 120, seed: 7 },
    );
    expect(cut.programs).toBeGreaterThan(30);
  });
});

describe('the check itself', () => {
  test('runs far enough to mean something', () => {
    const sample = fc.sample(fc.tuple(programs.map(withProbes), inputs), { numRuns: 200, seed: 1 });
    const traces = sample.map(([program, given]) => runProgram(program, given));
    const reached = traces.reduce((sum, trace) => sum + trace.probes.length, 0);
    expect(reached / traces.length).toBeGreaterThan(5);
    expect(traces.filter((trace) => trace.end === 'out of bounds').length).toBeGreaterThan(10);
    expect(traces.filter((trace) => trace.end === 'returned').length).toBeGreaterThan(20);
  });

  test('the engine claims enough to be wrong about', () => {
    const sample = fc.sample(programs.map(withProbes), { numRuns: 100, seed: 1 });
    const claims = sample.flatMap((program) => [...claimsOf(program).probes.values()].flat());
    const narrow = claims.flatMap(({ ranges }) => ranges.filter(({ lo, hi }) => hi - lo < 1000));
    expect(narrow.length).toBeGreaterThan(claims.length);
    expect(claims.filter(({ ordered }) => ordered.length > 0).length).toBeGreaterThan(
      claims.length / 2,
    );
  });
});
