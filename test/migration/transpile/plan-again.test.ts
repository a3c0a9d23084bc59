import { expect, test } from '@jest/globals';
import { ModelError } from '../../../src/errors.ts';
import { comparisonProblem, orNone } from '../../../src/migration/transpile/plan-again.ts';

const plan = {
  ...{ cName: 'f', file: 'src/f.rs', rust: 'f::f', signature: 'pub fn f()' },
  ...{ mapping: undefined, mappingText: undefined, skip: undefined },
};

test('a plan is asked for again where it may help, and for nothing else', () => {
  const problem = (remedy: 'plan' | 'later' | 'none' | undefined, awaits: boolean) => {
    const evidence = { kind: 'not checked', because: 'no length', remedy } as const;
    return comparisonProblem([plan], new Map([['f', evidence]]), awaits);
  };
  expect(problem('plan', true)).toBe('f: no length');
  expect(problem('later', true)).toBeUndefined();
  expect(problem('later', false)).toBe('f: no length');
  expect(problem('none', false)).toBeUndefined();
  expect(problem(undefined, false)).toBeUndefined();
});

test('a recording without that answer goes on, and any other failure does not', async () => {
  await expect(orNone(Promise.resolve(3))).resolves.toBe(3);
  const missing = new ModelError('replay', 'the recording has no answer');
  await expect(orNone(Promise.reject(missing))).resolves.toBeUndefined();
  const budget = new ModelError('budget', 'it is used up');
  await expect(orNone(Promise.reject(budget))).rejects.toThrow('it is used up');
});
