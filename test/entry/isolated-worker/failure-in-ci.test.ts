import { expect, test } from '@jest/globals';
import { failureInCi } from '../../../src/entry/isolated-worker/failure-in-ci.ts';

test.each([
  ['compile', 'error: expected one of `;` or `}`'],
  ['compile', 'Compiling words v0.1.0\nerror[E0308]: mismatched types\n --> src/words.rs:3:5\n'],
  ['compile', 'error: could not compile `words`'],
  ['test', 'test result: FAILED. 3 passed; 1 failed\n\nerror: test failed, to rerun pass `--lib`'],
  ['test', '  error: in the middle of a line'],
  ['test', 'error in a sentence'],
  ['test', 'error[E]: no number'],
  ['test', 'assertion `left == right` failed'],
  ['test', ''],
])('a failure of the kind %s: %j', (kind, log) => {
  expect(failureInCi(log)).toBe(kind);
});
