import { expect, test } from '@jest/globals';
import { leftOut } from '../../../src/migration/transpile/left-out.ts';
import { rustParser } from '../gates/judging.ts';

test.each([
  ['an ellipsis', 'fn f() {\n  // ...\n}', '// ...'],
  ['what was there', 'fn f() {\n  // ... existing code ...\n}', '// ... existing code ...'],
  [
    'the rest',
    'fn f() { g() }\n// rest of the implementation unchanged',
    '// rest of the implementation unchanged',
  ],
])('%s is a part that was left out', (_name, text, comment) => {
  expect(leftOut(rustParser, text)).toBe(comment);
});

test.each([
  ['a function', 'fn f() {}'],
  ['a range', 'fn f(v: &[u8]) -> &[u8] { &v[1..] } // the rest of the bytes'],
  ['a remark', '// The existing table is built once.\nfn f() {}'],
  ['dots in a string', 'fn f() -> &str { "// ..." }'],
])('%s is whole', (_name, text) => {
  expect(leftOut(rustParser, text)).toBeUndefined();
});
