import { expect, test } from '@jest/globals';
import {
  weaknessOfTag,
  weaknessTag,
} from '../../../../src/security/printers/sarif/weakness-tag.ts';

test.each([
  [5, 'external/cwe/cwe-005'],
  [22, 'external/cwe/cwe-022'],
  [787, 'external/cwe/cwe-787'],
  [1341, 'external/cwe/cwe-1341'],
])('CWE-%i is told by its tag, and read from it', (number, tag) => {
  expect(weaknessTag(number)).toBe(tag);
  expect(weaknessOfTag(tag)).toEqual([number]);
});

test.each(['external/cwe/cwe-000', 'external/cwe/cwe-12345', 'external/cwe/cwe-78x', 'cwe-787'])(
  '%s is no tag of a weakness',
  (tag) => expect(weaknessOfTag(tag)).toEqual([]),
);
