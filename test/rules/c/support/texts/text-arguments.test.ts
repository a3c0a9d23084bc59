import { expect, test } from '@jest/globals';
import { textArguments } from '../../../../../src/rules/c/support/texts/text-arguments.ts';

test.each([
  ['%s and %s', 1, [2, 3]],
  ['%d %-8s %%', 0, [2]],
  // The width and the precision are arguments as well.
  ['%*d %.*s', 0, [4]],
  ['no conversion', 2, []],
])('of %j behind position %d', (format, position, found) => {
  expect(textArguments(format, position)).toEqual(found);
});
