import type { Language } from '../corpus.ts';
import { anySize, type Random, times } from '../random.ts';
import { oneOf, type Shape } from './shape.ts';

type Long = readonly [Language, (count: number) => string];

/** Texts that are long in one respect, by how long. */
const WAYS: Readonly<Record<string, Long>> = {
  'an identifier': ['c', (n) => `int ${'x'.repeat(n)};\nint g(void) { return ${'x'.repeat(n)}; }`],
  'a function name': ['c', (n) => `int ${'f'.repeat(n)}(char *p) { free(p); return *p; }`],
  'a string': ['c', (n) => `const char *s = "${'s'.repeat(n)}";`],
  'a comment': ['c', (n) => `/* ${'*/ /*'.repeat(n / 8)} */`],
  'a line comment': ['c', (n) => `// ${'x \\ '.repeat(n / 8)}`],
  'a number': ['c', (n) => `long x = ${'9'.repeat(n)}; char a[${'9'.repeat(n)}];`],
  'a float': ['c', (n) => `double x = ${'9'.repeat(n)}.${'9'.repeat(n)}e${'9'.repeat(n)};`],
  'a hexadecimal number': ['c', (n) => `int x = 0x${'f'.repeat(n)} + 0${'7'.repeat(n)};`],
  'an escape': ['c', (n) => `const char *s = "\\x${'f'.repeat(n)}"; int c = '\\${'7'.repeat(n)}';`],
  'a character': ['c', (n) => `int c = '${'a'.repeat(n)}';`],
  'a line of blanks': ['c', (n) => `int x;${' \t'.repeat(n)}int y;`],
  'a line of code': ['c', (n) => `void f(int x) { ${'x++;'.repeat(n / 4)} }`],
  'a list': ['c', (n) => `int a[] = {${'1,'.repeat(n / 4)}};`],
  'a list of texts': ['c', (n) => `const char *a[] = {${'"a",'.repeat(n / 8)}};`],
  'an enum': ['c', (n) => `enum e {${times(n / 16, (i) => `A${i}`).join()}};`],
  'a chain of constants': [
    'c',
    (n) => `enum e {A0${times(n / 64, (i) => `,A${i + 1}=A${i}*A${i}`).join('')}};`,
  ],
  parameters: ['c', (n) => `int f(${times(n / 64, (i) => `int p${i}`).join()}) { return p0; }`],
  arguments: ['c', (n) => `int f(); int g(void) { return f(${'1,'.repeat(n / 8)}1); }`],
  cases: [
    'c',
    (n) => `void f(int x) { switch (x) {${times(n / 128, (i) => `case ${i}: x++;`).join('')}} }`,
  ],
  gotos: [
    'c',
    (n) =>
      `void f(int x) {${times(n / 512, (i) => `l${i}: if (x) goto l${(i * 7) % 99};`).join('')} }`,
  ],
  functions: [
    'c',
    (n) => times(n / 128, (i) => `int f${i}(int x) { return f${i + 1}(x); }`).join('\n'),
  ],
  'a circle of functions': [
    'c',
    (n) =>
      times(n / 512, (i) => `int f${i}(int x) { return f${(i * 5 + 1) % 41}(x) + f${i}(x); }`).join(
        '\n',
      ),
  ],
  'a line with many lines': ['c', (n) => `int x = 1 ${'\\\n + 1'.repeat(n / 16)};`],
  'empty lines': ['c', (n) => '\n'.repeat(n)],
  'a format': ['c', (n) => `int f(void) { return printf("${'%d%n'.repeat(n / 8)}", 1); }`],
  'a directive': ['c', (n) => `#define X ${'x '.repeat(n / 4)}\nint y = 1;`],
  'an include': ['c', (n) => `#include "${'../x/'.repeat(n / 8)}a.h"\nint y = 1;`],
  'a suppression': ['c', (n) => `int y; // rustward-ignore: ${'unsafe_api, '.repeat(n / 16)}`],
  'a class': [
    'cpp',
    (n) => `class A {${times(n / 64, (i) => `int m${i}() { return m; }`).join('')} int m; };`,
  ],
  'a raw string': ['cpp', (n) => `const char *s = R"x(${')"'.repeat(n / 4)})x";`],
  bases: ['cpp', (n) => times(n / 256, (i) => `struct A${i + 1} : A${i} {};`).join('\n')],
  'a Rust string': ['rust', (n) => `pub const S: &str = "${'s'.repeat(n)}";`],
  'a Rust raw string': [
    'rust',
    (n) =>
      `pub const S: &str = r${'#'.repeat(Math.min(250, n))}"x"${'#'.repeat(Math.min(250, n))};`,
  ],
  'a Rust match': [
    'rust',
    (n) =>
      `pub fn f(x: u32) -> u32 { match x {${times(n / 64, (i) => `${i} => ${i},`).join('')} _ => 0 } }`,
  ],
  'a Rust identifier': ['rust', (n) => `pub fn ${'f'.repeat(n)}() {}`],
  'Rust functions': [
    'rust',
    (n) => times(n / 128, (i) => `pub fn f${i}(x: &[u8]) -> u8 { x[${i}] }`).join('\n'),
  ],
};

/** More is not read of one line: a few of the lines are longer. */
const MOST = 1_100_000;

/** A text that is long in one respect. */
export function long(random: Random): Shape {
  const [name, [language, make]] = oneOf(random, WAYS);
  const size = random.percent(4) ? MOST : anySize(random, 131_072);
  return { idea: `${name} of ${size}`, language, text: make(size), isClosed: true };
}
