import { expect, test } from '@jest/globals';
import { ANY_NAME, grammaticalText, MANY_PREFIX } from '../../../src/code/pattern/pattern-text.ts';

test.each([
  // Where expressions stand, and where statements do.
  ['f(...)', 'f(ANY)'],
  ['f(a, ..., b)', 'f(a, ANY, b)'],
  ['t[...]', 't[ANY]'],
  ['...', 'ANY;'],
  ['{ ... }', '{ ANY; }'],
  ['a(); ... b();', 'a(); ANY; b();'],
  ['return ...;', 'return ANY;'],
  ['while (x) { ... }', 'while (x) { ANY; }'],
  ['for (...) { ... }', 'for (ANY; ANY; ANY) { ANY; }'],
  ['for (...; i < n; ...) f();', 'for (ANY; i < n; ANY) f();'],
  ['if (...) { ... }', 'if (ANY) { ANY; }'],
  ['for (x; y; f(...)) g();', 'for (x; y; f(ANY)) g();'],
  // A brace behind a name or a parenthesis opens a block, behind `=` the values of an initialiser.
  ['int t[] = {...};', 'int t[] = {ANY};'],
  ['int t[] = {1, ..., 2};', 'int t[] = {1, ANY, 2};'],
  ['int t[] = {{...}, {...}};', 'int t[] = {{ANY}, {ANY}};'],
  ['f(x, {...})', 'f(x, {ANY})'],
  ['f([] { ... })', 'f([] { ANY; })'],
  ['do { ... } while (x);', 'do { ANY; } while (x);'],
  ['if (x) { { ... } }', 'if (x) { { ANY; } }'],
  // What is closed counts no longer.
  ['f(x); ...', 'f(x); ANY;'],
  ['t[x] = 1; ...', 't[x] = 1; ANY;'],
  ['int t[] = {1}; ...', 'int t[] = {1}; ANY;'],
  // Several at once have a name.
  ['f($...ARGS)', 'f(MANY_ARGS)'],
  ['f($...A1_B, x)', 'f(MANY_A1_B, x)'],
  ['f($...ARGS); ...', 'f(MANY_ARGS); ANY;'],
  ['f($...args)', 'f($ANYargs)'],
  ['f($... ARGS)', 'f($ANY ARGS)'],
  ['f($ ...ARGS)', 'f($ ANYARGS)'],
  // All else stays as it is written.
  ['x - 1', 'x - 1'],
  ['x = -1', 'x = -1'],
  ['', ''],
])('%j is read as %j', (pattern, expected) => {
  const text = expected.replaceAll('MANY_', MANY_PREFIX).replaceAll('ANY', ANY_NAME);
  expect(grammaticalText(pattern)).toBe(text);
});
