import { CORPUS, type Language } from '../corpus.ts';
import type { Random } from '../random.ts';
import { oneOf, type Shape } from './shape.ts';

const C: readonly string[] = [
  ...[
    '"',
    "'",
    '/*',
    '//\\\n',
    'R"(',
    'R"x(',
    'L"',
    '#if 0\n',
    '#if 1\n',
    '#ifdef X\n',
    '#else\n',
    '#endif\n',
    '#elif\n',
  ],
  ...[
    '#define X \\\n',
    '#define X(\n',
    '#include "',
    '(',
    '{',
    '[',
    'struct s {',
    'enum {',
    'int f(',
    'case',
    '#',
  ],
  ...[
    'if (',
    'for (;;',
    'do {',
    'switch (x) {',
    'return',
    'typedef',
    '__attribute__((',
    'asm(',
    '_Static_assert(',
    '"\\',
  ],
  ...[
    'extern "C" {',
    'template<',
    'namespace a {',
    'class A {',
    '[[',
    'u8"',
    "'\\",
    '0x',
    '#if (\n',
    '%:',
    '??=if',
  ],
];

const RUST: readonly string[] = [
  ...[
    '"',
    "'",
    '/*',
    'r#"',
    'r##"',
    'b"',
    "b'",
    'fn f(',
    'fn f() {',
    'impl X {',
    'match x {',
    'macro_rules! a {',
    '#[',
  ],
  ...[
    '#![',
    'mod a {',
    'unsafe {',
    'let x = |',
    'vec![',
    'struct S<',
    'where',
    '"\\',
    "'\\u{",
    'c"',
    '1e',
    '0b',
    'use a::{',
  ],
];

const ALL: Readonly<Record<Language, readonly string[]>> = { c: C, cpp: C, rust: RUST };

/** Something that has a beginning and no end, before, within or behind a text of this repository. */
export function unclosed(random: Random): Shape {
  const language = random.pick<Language>(['c', 'c', 'cpp', 'rust']);
  const begun = random.pick(ALL[language]);
  const text = random.pick(CORPUS[language]);
  const at = random.below(text.length + 1);
  const [place, whole] = oneOf(random, {
    'before a text': `${begun}\n${text}`,
    'within a text': text.slice(0, at) + begun + text.slice(at),
    'behind a text': `${text}\n${begun}`,
    alone: begun,
  });
  return { idea: `${JSON.stringify(begun)} ${place}`, language, text: whole, isClosed: false };
}
