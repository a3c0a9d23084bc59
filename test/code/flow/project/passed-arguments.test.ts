import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  joinContexts,
  type ParameterContext,
} from '../../../../src/code/flow/domain/parameter-context.ts';
import type { Taint } from '../../../../src/code/flow/domain/taint.ts';
import {
  type ObservedCall,
  passedArguments,
  passedTaints,
} from '../../../../src/code/flow/project/passed-arguments.ts';
import type { PassedTaint } from '../../../../src/code/flow/project/project-knowledge.ts';
import { propagateTaint } from '../../../../src/code/flow/project/propagate-taint.ts';

const NAMES = ['open', 'fill', 'show'];
const FIELD_LOCATIONS = ['job.title', 'job.host'];

const taints: fc.Arbitrary<Taint> = fc
  .record({
    kind: fc.constantFrom<Taint['kind'][]>('parameter', 'parameter', 'parameter', 'file'),
    parameters: fc.subarray([0, 1]),
    fieldLocations: fc.subarray(FIELD_LOCATIONS),
    line: fc.integer({ min: 1, max: 90 }),
  })
  .map(({ kind, line, ...from }) => ({
    kind,
    ...(kind === 'parameter' ? from : { parameters: [], fieldLocations: [] }),
    source: kind,
    bytes: 'same',
    steps: [
      {
        file: 'a.c',
        location: { line, column: 1, endLine: line, endColumn: 2 },
        function: '',
        message: 'it is passed on',
      },
    ],
  }));

const contexts: fc.Arbitrary<ParameterContext> = fc
  .record({
    lo: fc.constantFrom(Number.NEGATIVE_INFINITY, 0, 3),
    hi: fc.constantFrom(4, 9, Number.POSITIVE_INFINITY),
    mayBeNull: fc.boolean(),
    mayBeNonNull: fc.boolean(),
    taint: fc.option(taints, { nil: undefined }),
    size: fc.constantFrom(undefined, { lo: 8, hi: 8 }, { lo: 2, hi: 4 }),
    terminated: fc.constantFrom<ParameterContext['terminated'][]>('yes', 'no', 'unknown'),
    maxLength: fc.constantFrom(3, Number.POSITIVE_INFINITY),
    isLimited: fc.boolean(),
    text: fc.constantFrom(undefined, 'one', 'two'),
  })
  .map((context) => ({ ...context, nullOrigin: undefined }));

const calls: fc.Arbitrary<ObservedCall[]> = fc.array(
  fc.record({
    caller: fc.constantFrom(...NAMES),
    callee: fc.constantFrom(...NAMES),
    args: fc.array(contexts, { minLength: 2, maxLength: 2 }),
  }),
  { maxLength: 14 },
);

const kept = fc.array(
  fc.record({
    location: fc.constantFrom(...FIELD_LOCATIONS),
    from: fc.constantFrom(...NAMES),
    taint: taints,
  }),
  { maxLength: 3 },
);

const resolved = (passed: readonly PassedTaint[]) =>
  passed.map(({ caller, callee, ...rest }) => ({ from: caller, to: callee, ...rest }));

describe('what the calls of a file pass, in few words', () => {
  test('leads to the same sources as all of it', () => {
    fc.assert(
      fc.property(calls, kept, (observed, contents) => {
        const all = propagateTaint(resolved(passedTaints(observed)), contents);
        const few = propagateTaint(resolved(passedArguments(observed).passed), contents);
        expect(few).toEqual(all);
      }),
      { numRuns: 500 },
    );
  });

  test('joins to what all of it joins to', () => {
    fc.assert(
      fc.property(calls, (observed) => {
        const survey = passedArguments(observed);
        for (const name of NAMES) {
          const all = observed
            .filter(({ callee }) => callee === name)
            .map(({ args }) =>
              args.map((context): ParameterContext => ({ ...context, taint: undefined })),
            );
          const few = survey.calls
            .filter(({ callee }) => callee === name)
            .map(({ args }) => args.map((at) => survey.contexts[at]));
          const [first, ...more] = all;
          const joined = more.reduce<readonly ParameterContext[]>(joinContexts, first ?? []);
          expect(few).toEqual(first === undefined ? [] : [joined]);
        }
      }),
    );
  });

  test('says once what a function passes on again and again', () => {
    fc.assert(
      fc.property(contexts, fc.integer({ min: 1, max: 5 }), (context, times) => {
        const call = { caller: 'fill', callee: 'show', args: [context, context] };
        const once = passedArguments([call]);
        expect(passedArguments(Array.from({ length: times }, () => call))).toEqual(once);
      }),
    );
  });
});
