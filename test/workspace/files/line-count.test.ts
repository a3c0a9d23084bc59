import { expect, test } from '@jest/globals';
import { lineCount } from '../../../src/workspace/files/line-count.ts';

test.each([
  ['', 0],
  ['\n', 1],
  ['int a;', 1],
  ['int a;\n', 1],
  ['int a;\r\nint b;\r\n', 2],
  ['int a;\n\n', 2],
  ['int a;\nint b;', 2],
])('%j', (text, count) => {
  expect(lineCount(text)).toBe(count);
});
