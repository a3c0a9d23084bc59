import { lines, randomFrom } from './random.ts';

/** One function of as many plain statements. */
export function straightLine(size: number): string {
  const random = randomFrom(1);
  const line = (): string => {
    const [a, b] = [random.below(20), random.below(20)];
    return random.pick([
      `  v[${a}] = v[${b}] + ${random.below(100)};`,
      `  if (v[${a}] > n) v[${b}] = n;`,
      `  x = x * 3 + v[${a}];`,
      `  text[${random.below(64)}] = (char)x;`,
      '  note(text);',
    ]);
  };
  return `void note(const char *);\nint f(int n) {\n  int v[20] = {0}, x = 0;\n  char text[64];\n${lines(size, line)}\n  return x;\n}\n`;
}

/** A `switch` with as many labels, some of which fall through. */
export function switchLadder(size: number): string {
  const one = (index: number): string =>
    `  case ${index}: x += ${index % 7};${index % 3 === 0 ? '' : ' break;'}`;
  return `int f(int n) {\n  int x = 0;\n  switch (n) {\n${lines(size, one)}\n  default: x = -1;\n  }\n  return x;\n}\n`;
}

/** As many tests of one variable, each in the `else` of the one before. */
export function elseIfChain(size: number): string {
  const one = (index: number): string =>
    `${index === 0 ? '  ' : '  else '}if (n == ${index}) x = ${index * 2};`;
  return `int f(int n) {\n  int x = 0;\n${lines(size, one)}\n  return x;\n}\n`;
}

/** As many tests one after the other, each of which may free or leave a block of its own. */
export function ifSequence(size: number): string {
  const one = (index: number): string =>
    `  if (n > ${index}) { p = malloc(n); if (p == 0) return -1; p[0] = 1; }\n  if (n < ${index}) { free(p); p = 0; }`;
  return `#include <stdlib.h>\nint f(int n) {\n  char *p = 0;\n${lines(size, one)}\n  free(p);\n  return 0;\n}\n`;
}

/** Loops, each in the one before. */
export function nestedLoops(size: number): string {
  const head = (index: number): string => `for (int i${index} = 0; i${index} < n; i${index}++) {`;
  const closing = '}\n'.repeat(size);
  return `int f(int n, int *a) {\n  int x = 0;\n${lines(size, head)}\nx += a[i0];\n${closing}  return x;\n}\n`;
}

/** Loops one after the other. */
export function sequentialLoops(size: number): string {
  const one = (index: number): string =>
    `  for (i = 0; i < ${(index % 90) + 10}; i++) { a[i] = x; x += i; }`;
  return `int f(int n) {\n  int i, x = n, a[100];\n${lines(size, one)}\n  return x;\n}\n`;
}

/** Labels with random jumps between them: no way into a loop is its head. */
export function randomGotos(size: number): string {
  const random = randomFrom(2);
  const one = (index: number): string => {
    const v = random.below(8);
    return `L${index}:\n  v[${v}] += ${index};\n  if (v[${random.below(8)}] < n) goto L${random.below(size)};\n  if (n == ${index}) goto L${random.below(size)};`;
  };
  return `int f(int n) {\n  int v[8] = {0};\n  goto L${random.below(size)};\n${lines(size, one)}\n  return v[0];\n}\n`;
}

/** The labels of a `switch` in the body of the loop that it enters, after Duff. */
export function switchInLoop(size: number): string {
  const one = (index: number): string => `  case ${size - index - 1}: *to++ = *from++;`;
  return `void f(char *to, const char *from, int count) {\n  int n = (count + ${size - 1}) / ${size};\n  switch (count % ${size}) {\n  do {\n${lines(size, one)}\n  } while (--n > 0);\n  }\n}\n`;
}

/** A loop around a `switch` with as many states that go over into each other, as generated parsers have. */
export function stateMachine(size: number): string {
  const random = randomFrom(3);
  const one = (index: number): string =>
    `    case ${index}: if (c == '${String.fromCharCode(97 + (index % 26))}') state = ${random.below(size)}; else { buffer[used++] = c; state = ${random.below(size)}; } break;`;
  return `int f(const char *in) {\n  int state = 0, used = 0, c;\n  char buffer[${size}];\n  while ((c = *in++) != 0) {\n    switch (state) {\n${lines(size, one)}\n    default: return -1;\n    }\n  }\n  return used;\n}\n`;
}

/** Loops in which a pointer is allocated, passed on and freed on some of the paths. */
export function loopsWithResources(size: number): string {
  const one = (index: number): string =>
    `  while (next(&n)) {\n    char *p${index} = malloc(n);\n    if (p${index} == 0) goto out;\n    if (n > ${index}) { keep[${index}] = p${index}; continue; }\n    free(p${index});\n  }`;
  return `#include <stdlib.h>\nint next(int *);\nint f(int n) {\n  char *keep[${size}];\n${lines(size, one)}\nout:\n  return n;\n}\n`;
}
