import { anySize, type Random, times } from '../random.ts';
import { oneOf, type Shape } from './shape.ts';

const USE = '\nint f(int x) { return X(x) + X; }\nint g(int x) { X(x); X return x; }';

/** Macros that a preprocessor copes with, one way or the other. */
const WAYS: Readonly<Record<string, (count: number) => string>> = {
  'to itself': () => '#define X X\n',
  'with parameters to itself': () => '#define X(a) X(X(a))\n',
  'to each other': () => '#define X Y\n#define Y Z\n#define Z X\n',
  'to each other with parameters': () => '#define X(a) Y(a) Y(a)\n#define Y(a) X(X(a))\n',
  'that double': (n) =>
    `${times(n, (i) => `#define D${i + 1} D${i} D${i}`).join('\n')}\n#define D0 x +\n#define X(a) D${n} 1\n`,
  'that double their argument': (n) =>
    `${times(n, (i) => `#define D${i + 1}(a) D${i}(a a)`).join('\n')}\n#define D0(a) a\n#define X(a) D${n}(a +) 1\n`,
  'one behind the other': (n) =>
    `${times(n, (i) => `#define D${i} D${i + 1}`).join('\n')}\n#define X D0\n`,
  'that open and do not close': () => '#define X(a) { ( [\n#define Y } ) ]\n',
  'that are not closed': () => '#define X(a, b, ... x\nint y = X(1;\n',
  'that are keywords': () => '#define if while\n#define else\n#define int\n#define X(a) for\n',
  'that paste': (n) =>
    `#define X(a) a##a##${'##a'.repeat(n)}\n#define Y(...) #__VA_ARGS__ ## __VA_OPT__(,)\n`,
  'with many arguments': (n) =>
    `#define X(${times(n, (i) => `a${i}`).join()}) a0\nint y = X(${'1,'.repeat(n)});\n`,
  'again and again': (n) =>
    times(n, (i) => `#define X(a) ((a) + ${i})\n#undef X\n#define X ${i}`).join('\n'),
  'under all conditions': (n) =>
    times(n, (i) => `#ifdef A${i}\n#define X(a) a + ${i}\n#endif`).join('\n'),
  'without a name': () =>
    '#define\n#define 1\n#define (x)\n#undef\n#define X(\n#define "x"\n#define X(a,a) a\n',
  'that are functions': () =>
    '#define malloc(n) X(n)\n#define X(n) malloc(n)\n#define free(p) ((void)X(p))\n',
  'with a comment that is not closed': () => '#define X(a) a /* no\nend */ + 1\n',
  'on lines that go on': (n) => `#define X(a) a${' \\\n'.repeat(n)} + 1\n`,
  'that include': () =>
    '#define FILE "a.h"\n#include FILE\n#include X(1)\n#define X(a) <stdio.h>\n',
  'that are conditions': (n) => `#define X(a) defined(a)\n#if ${'X(A) && '.repeat(n)} 1\n#endif\n`,
  'that divide by zero': () =>
    '#if 1 / 0 || 1 % (0) || (1 << 99) || -9223372036854775808 / -1\n#define X(a) 1 / 0\n#endif\n',
  'with a count': () =>
    '#define X(a) __COUNTER__ + __LINE__\n#line 4294967295 "\\0"\n#pragma once\n_Pragma("x\n',
};

/** Macros, and a use of them. */
export function macros(random: Random): Shape {
  const [name, make] = oneOf(random, WAYS);
  const count = anySize(random, 64);
  const text = make(count) + USE;
  return {
    idea: `macros ${name}, ${count}`,
    language: random.pick(['c', 'cpp']),
    text,
    isClosed: true,
  };
}

/** Macros of Rust. */
export function rustMacros(random: Random): Shape {
  const count = anySize(random, 64);
  const [name, text] = oneOf(random, {
    'to itself': 'macro_rules! x { ($($t:tt)*) => { x!($($t)* $($t)*) } }\npub fn f() { x!(a); }',
    'that are not closed': 'macro_rules! x { ($a:expr) => { (\npub fn f() { x!(1 }',
    'within macros': `pub fn f() { ${'println!("{}", format!('.repeat(count)}1${'))'.repeat(count)}; }`,
    'with a format': `pub fn f(a: u8) { println!("${'{a:>1$}'.repeat(count)}{", a); }`,
    'with tokens': `pub fn f() { x! { ${'} {'.repeat(count)} } }`,
  });
  return { idea: `Rust macros ${name}, ${count}`, language: 'rust', text, isClosed: false };
}
