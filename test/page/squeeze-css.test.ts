import { expect, test } from '@jest/globals';
import { squeezeCss } from '../../src/page/squeeze-css.ts';

test.each([
  ['comments', '/* why */\na {\n  b: c;\n}\n', 'a{b:c}'],
  [
    'spaces and the last semicolon',
    '.a > .b,\n.c {\n  d: e f;\n  g: h;\n}\n',
    '.a>.b,.c{d:e f;g:h}',
  ],
  ['zeros before a point', 'a {\n  b: 0.5em -0.25em 10.5em;\n}\n', 'a{b:.5em -.25em 10.5em}'],
  ['quotes around a word', '[name="new"] + b {\n  c: d;\n}\n', '[name=new]+b{c:d}'],
  [
    'lines in an expression',
    'a {\n  b: minmax(\n    0,\n    1fr\n  ) 1rem;\n}\n',
    'a{b:minmax(0,1fr) 1rem}',
  ],
])('%s go', (_what, css, squeezed) => {
  expect(squeezeCss(css)).toBe(squeezed);
});

test.each([
  ['text', 'a::before {\n  content: " in ;  0.5 ";\n}\n', 'a::before{content:" in ;  0.5 "}'],
  ['a sum', 'a {\n  b: calc(1rem + 2rem) !important;\n}\n', 'a{b:calc(1rem + 2rem)!important}'],
  ['what is inside of another', 'a :hover {\n  b: c;\n}\n', 'a :hover{b:c}'],
  ['a condition', '@media (a: b) {\n  c {\n    d: e;\n  }\n}\n', '@media (a:b){c{d:e}}'],
  ['a paragraph', 'a {\n  b: c;\n}\n\nd {\n  e: f;\n}\n', 'a{b:c}\nd{e:f}'],
])('%s stays', (_what, css, squeezed) => {
  expect(squeezeCss(css)).toBe(squeezed);
});
