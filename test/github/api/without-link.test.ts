import { expect, test } from '@jest/globals';
import { withoutLink } from '../../../src/github/api/without-link.ts';

test.each([
  ['Not Found - https://docs.github.com/rest', 'Not Found'],
  ['Not Found - http://docs.github.example/rest', 'Not Found'],
  ['Not Found', 'Not Found'],
  ['see - https://a.example/x for more', 'see - https://a.example/x for more'],
  ['see https://a.example/x', 'see https://a.example/x'],
  ['a - https:', 'a - https:'],
  ['a - b - https://c.example', 'a - b'],
])('%s', (message, text) => {
  expect(withoutLink(message)).toBe(text);
});
