import { expect, test } from '@jest/globals';
import { withClassesNamed } from '../../../../src/code/c/reading/repair-cpp.ts';
import { lex } from '../../../../src/code/syntax/lexer.ts';

test.each([
  ['class EXPORT Name : Base {', 'class Name : Base {'],
  ['class Name FINAL : Base {', 'class Name : Base {'],
  ['struct DLL_API GUI {', 'struct GUI {'],
  ['class Name final : Base {', 'class Name final : Base {'],
  ['class Name final {', 'class Name final {'],
  ['struct point origin = {', 'struct point origin = {'],
])('%s', (text, expected) => {
  const words = withClassesNamed(lex(text).filter(({ text }) => text.trim() !== ''));
  expect(words.map((token) => token.text).join(' ')).toBe(expected);
});
