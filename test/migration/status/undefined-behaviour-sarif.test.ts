import { expect, test } from '@jest/globals';
import type { MigrationState } from '../../../src/migration/status/migration-state.ts';
import { undefinedBehaviourSarif } from '../../../src/migration/status/undefined-behaviour-sarif.ts';
import { runOf, validate } from '../../support/sarif-validator.ts';
import { exampleState } from './example-state.ts';

/** A state in which comparisons of all functions have met this. */
function having(undefinedBehaviour: readonly string[]): MigrationState {
  const state = exampleState();
  const functions = state.functions.map((one) =>
    one.evidence?.kind === 'equal'
      ? { ...one, evidence: { ...one.evidence, undefinedBehaviour: [...undefinedBehaviour] } }
      : one,
  );
  return { ...state, functions };
}

function resultsOf(undefinedBehaviour: readonly string[]) {
  return runOf(undefinedBehaviourSarif(having(undefinedBehaviour), '0.1.0')).results;
}

test('the undefined behaviour that was met is a note at its place, by its kind', () => {
  const text = undefinedBehaviourSarif(exampleState(), '0.1.0');
  const { results, tool } = runOf(text);
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({
    ...{ ruleId: 'integer-overflow', level: 'note' },
    message: {
      text: expect.stringMatching(
        /^signed integer overflow: .*\. Met on inputs that were made to compare hash_text/,
      ),
    },
    locations: [
      { physicalLocation: { artifactLocation: { uri: 'hash.c' }, region: { startLine: 40 } } },
    ],
  });
  expect(tool.driver.rules).toEqual([
    expect.objectContaining({
      id: 'integer-overflow',
      properties: { tags: ['security', 'external/cwe/cwe-190'] },
    }),
  ]);
});

test.each([
  ['a.c:1:2: runtime error: shift exponent 40 is too large for 32-bit type', 'wide-shift'],
  ['a.c:1:2: negation of -2147483648 cannot be represented', 'integer-overflow'],
  ['a.c:1:2: division by zero', 'division-by-zero'],
  ["a.c:1:2: load of null pointer of type 'int'", 'null-pointer'],
  ["a.c:1:2: index 9 out of bounds for type 'int[4]'", 'out-of-bounds'],
  ['a.c:1:2: load of misaligned address', 'wrong-value'],
  ['a.c:1:2: something that is new', 'undefined-behaviour'],
])('%s', (text, id) => {
  const [result] = resultsOf([text]);
  expect(result?.ruleId).toBe(id);
  const place = result?.locations?.[0]?.physicalLocation;
  expect(place?.region).toEqual({ startLine: 1, startColumn: 2 });
});

test('one place is one result, with all functions that were compared', () => {
  const met = ['src/a b.c:7:3: division by zero', 'src/a b.c:7:3: division by zero'];
  const results = resultsOf(met);
  expect(results).toHaveLength(1);
  expect(results[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe('src/a%20b.c');
});

test('what is not below the project, or is no place, is no result', () => {
  expect(resultsOf(['/usr/include/x.h:1:1: shift', '../a.c:1:1: shift', 'no place'])).toEqual([]);
});

test('the file is as code scanning wants it', () => {
  const found = validate(undefinedBehaviourSarif(exampleState(), '0.1.0'));
  // There is no address of a home page.
  expect(found).toEqual([]);
});
