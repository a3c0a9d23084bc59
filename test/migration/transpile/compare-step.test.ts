import { expect, test } from '@jest/globals';
import type { Evidence } from '../../../src/equivalence/evidence/evidence.ts';
import type { FunctionPlan } from '../../../src/migration/steps/step.ts';
import {
  compareStep,
  type RefutedDifferences,
} from '../../../src/migration/transpile/compare-step.ts';

function planOf(cName: string, skip?: string): FunctionPlan {
  return {
    ...{ cName, file: 'src/shape.rs', rust: `shape::${cName}`, signature: `pub fn ${cName}()` },
    ...{ mapping: undefined, mappingText: undefined, skip },
  };
}

const DIFFERENT: Evidence = {
  ...{ kind: 'different', input: 'value = 0', c: 'return = 1', rust: 'return = 2', test: '' },
  ...{ cases: 3, seed: 1, milliseconds: 1 },
};
const NOTHING: Evidence = { kind: 'not checked', because: 'a union' };

/** What is found of a step of these functions, where `area` differs. */
async function compared(refuted: Partial<RefutedDifferences>, ...plans: FunctionPlan[]) {
  const asked: string[] = [];
  const no = { has: () => false, hasKind: () => false };
  const { evidence, difference } = await compareStep(
    plans,
    { ...no, ...refuted },
    {
      ...{ cargo: { crateFolder: '/crate' }, onProgress: () => {} },
      compareWithC: ({ cName }) => {
        asked.push(cName);
        return Promise.resolve(cName === 'area' ? DIFFERENT : NOTHING);
      },
    },
  );
  return { asked, evidence: Object.fromEntries(evidence), of: difference?.plan.cName };
}

test('the first difference ends the comparison of a step', async () => {
  expect(await compared({}, planOf('first'), planOf('area'), planOf('last'))).toEqual({
    asked: ['first', 'area'],
    evidence: { first: NOTHING, area: DIFFERENT },
    of: 'area',
  });
});

test.each([
  ['this difference', { has: () => true }],
  ['its kind', { hasKind: (name: string) => name === 'area' }],
])(
  'where a second reader refutes %s, nothing is known and the others are compared',
  async (_, refuted) => {
    expect(await compared(refuted, planOf('area'), planOf('last'))).toEqual({
      asked: ['area', 'last'],
      evidence: {
        area: {
          ...{ kind: 'not checked', remedy: 'none' },
          because: expect.stringMatching(/as a second reader finds: value = 0$/),
        },
        last: NOTHING,
      },
      of: undefined,
    });
  },
);

test('what has no Rust is not compared', async () => {
  expect(await compared({}, planOf('area', 'it only logs'))).toEqual({
    asked: [],
    evidence: {
      area: { kind: 'nothing to compare', because: 'there is no Rust for it: it only logs' },
    },
    of: undefined,
  });
});
