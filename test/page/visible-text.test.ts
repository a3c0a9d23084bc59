import { expect, test } from '@jest/globals';
import { visibleText } from '../../src/page/visible-text.ts';

test.each([
  ['a\tb', 'a\tb'],
  ['é 中 😀', 'é 中 😀'],
  ['a\u202eb', 'a⟨U+202E⟩b'],
  ['\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
  ['user\u200bname', 'user⟨U+200B⟩name'],
  ['\0\x1b[31m\n', '⟨U+0000⟩⟨U+001B⟩[31m⟨U+000A⟩'],
  ['\u{e0041}', '⟨U+E0041⟩'],
  ['\ud800', '⟨U+D800⟩'],
  ['\u3164', '⟨U+3164⟩'],
])('%j', (text, expected) => {
  expect(visibleText(text)).toBe(expected);
});
