import type { Language } from '../corpus.ts';
import { anySize, type Random } from '../random.ts';
import type { Shape } from './shape.ts';

/** What a row is made of: expressions that go over a text may begin anew at each of them. */
const ROW: readonly string[] = [
  ...'/ * " \' \\ # ( ) [ ] { } < > = , ; : . - + & | ! ? % @ $ ~ ` a _ 9'.split(' '),
  ...[' ', '\t', '\r', '\f', '\n', '\\\n', '/*', '*/', '/**/', '//\n', '#\n', '#/**/', '# ', '"a"'],
  ...['a ', 'a(', 'a[', 'a{', 'a,', 'a=b;', 'a##', 'a::', '::<', 'a.', 'a->', '[](', '[]{', 'a://'],
  ...[
    'return ',
    'return(',
    'enum {',
    'struct {',
    'if (',
    'else ',
    'case 1:',
    'impl<',
    'fn a(',
    'sk-',
  ],
  ...[
    '#define A A\n',
    '#include A\n',
    '#include "',
    '#if A\n',
    'R"(',
    'r#',
    '#[a]\n',
    'alloc',
    '%*',
  ],
];

/** What stands around a row, which may change what it is. */
const AROUND: readonly (readonly [Language, string, string])[] = [
  ['c', '', ''],
  ['c', '/* ', ' */'],
  ['c', '// ', '\n'],
  ['c', 'const char *s = "', '";'],
  ['c', '#define X ', '\nint g(int a) { X; return a; }'],
  ['c', 'int f(char *p) {\n', ';\nreturn *p; }'],
  ['cpp', '', ''],
  ['rust', '', ''],
  ['rust', 'pub fn f(x: u8) -> u8 { match x { 1', '..=2 => 1, _ => 0 } }'],
];

/** More is not read of one line. */
const MOST = 1_100_000;

/** One piece of text again and again. */
export function row(random: Random): Shape {
  const [language, before, after] = random.pick(AROUND);
  const piece = random.pick(ROW);
  const size = random.percent(4) ? MOST : anySize(random, 131_072);
  const text = `${before}${piece.repeat(size / piece.length)}${after}`;
  return { idea: `a row of ${JSON.stringify(piece)} of ${size}`, language, text, isClosed: false };
}
