import { expect, test } from '@jest/globals';
import type { ArgumentTest } from '../../../src/rules/declared/argument-test.ts';
import { callMessage } from '../../../src/rules/declared/call-message.ts';

const PATTERN = {
  ...{ call: ['f'], argument: undefined, is: undefined, result: undefined },
  ...{ message: undefined, confidence: 0.5 },
} as const;

test.each([
  ['untrusted', 'comes from outside'],
  ['literal', 'is a literal'],
  ['not_literal', 'is not a literal'],
  ['null', 'may be null'],
  [{ equal: 0 }, 'is 0'],
  [{ equal: 'DES' }, 'is "DES"'],
  [{ below: 2048 }, 'is below 2048'],
  [{ above: 7 }, 'is above 7'],
] as const)('an argument that is %j', (is: ArgumentTest, words) => {
  expect(callMessage({ ...PATTERN, is }, 'f', 2, undefined)).toBe(`argument 2 of \`f\` ${words}`);
});

test('data from outside says where from', () => {
  expect(callMessage({ ...PATTERN, is: 'untrusted' }, 'f', 1, 'recv()')).toBe(
    'data from recv() is argument 1 of `f`',
  );
});

test('a call is named where no argument is the reason', () => {
  expect(callMessage(PATTERN, 'f', undefined, undefined)).toBe('`f` is called');
  expect(callMessage(PATTERN, 'f', 1, 'x')).toBe('`f` is called');
  expect(callMessage({ ...PATTERN, is: 'null' }, 'f', undefined, undefined)).toBe('`f` is called');
  expect(callMessage({ ...PATTERN, result: 'ignored' }, 'f', undefined, undefined)).toBe(
    'the result of `f` is ignored',
  );
});

test('a message of the rule has what was found filled in', () => {
  const message = '{function} gets {source} as {argument}, {other} {function}';
  expect(callMessage({ ...PATTERN, message }, 'f', 3, 'read()')).toBe(
    'f gets read() as 3, {other} f',
  );
  expect(callMessage({ ...PATTERN, message }, 'f', undefined, undefined)).toBe(
    'f gets  as , {other} f',
  );
});
