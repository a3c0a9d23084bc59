import { expect, test } from '@jest/globals';
import { messageOf, syntaxReason } from '../src/errors.ts';
import { parseJson5 } from '../src/parse-json5.ts';

/** What is said of a text of JSON5 that is none. */
function reasonOf(text: string): string {
  try {
    parseJson5(text);
  } catch (thrown) {
    return syntaxReason(thrown);
  }
  throw new Error('it was read');
}

test('what is wrong with a text of JSON5 is told with its place, and nothing else', () => {
  expect(reasonOf('{\n  key: [1,\n  ?\n}')).toBe("invalid character '?', line 3, column 3");
});

test('anything that is thrown has a text', () => {
  expect(messageOf(new Error('lost'))).toBe('lost');
  expect(messageOf('lost')).toBe('lost');
  expect(messageOf(undefined)).toBe('undefined');
});
