import { expect, test } from '@jest/globals';
import { inertText } from '../../../src/github/text/inert-text.ts';

test.each([
  ['by @ada', 'by @ ada'],
  ['fixes #1 and a/b#2', 'fixes # 1 and a/b# 2'],
  ['closes GH-7, gh-8', 'closes GH 7, GH 8'],
  ['a high-level weigh-in', 'a high-level weigh-in'],
  ['see https://x.example/y', 'see https: //x.example/y'],
  ['one\ntwo', 'one two'],
])('%j is written as %j', (text, written) => {
  expect(inertText(text)).toBe(written);
});

test('what cannot be seen is spelled out', () => {
  expect(inertText('a\u202eb')).not.toContain('\u202e');
});
