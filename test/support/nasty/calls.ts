import { lines, randomFrom } from './random.ts';

/** Functions that each call the next one, as deep as asked for. */
export function callChain(size: number): string {
  const one = (index: number): string =>
    `static int f${index}(char *p, int n) { if (n < ${index}) return 0; p[n] = 1; return f${index + 1}(p, n - 1); }`;
  const prototypes = lines(size + 1, (index) => `static int f${index}(char *p, int n);`);
  return `${prototypes}\n${lines(size, one)}\nstatic int f${size}(char *p, int n) { free(p); return n; }\nint main(int argc, char **argv) { return f0(argv[1], argc); }\n`;
}

/** Functions that all call each other. */
export function mutualRecursion(size: number): string {
  const calls = lines(size, (index) => `  if (n > ${index}) p = f${index}(p, n - 1);`);
  const one = (index: number): string =>
    `char *f${index}(char *p, int n) {\n${calls}\n  return p + ${index};\n}`;
  const prototypes = lines(size, (index) => `char *f${index}(char *p, int n);`);
  return `${prototypes}\n${lines(size, one)}\n`;
}

/** A function of as many parameters, and its call. */
export function manyParameters(size: number): string {
  const list = (one: (index: number) => string): string =>
    Array.from({ length: size }, (_, index) => one(index)).join(', ');
  return `int f(${list((index) => (index % 2 === 0 ? `int a${index}` : `char *a${index}`))}) {\n${lines(size / 2, (index) => `  a${index * 2 + 1}[a${index * 2}] = 0;`)}\n  return a0;\n}\nint g(int n, char *p) { return f(${list((index) => (index % 2 === 0 ? 'n' : 'p'))}); }\n`;
}

/** A function of as many variables, in a loop that changes them all. */
export function manyLocals(size: number): string {
  const random = randomFrom(4);
  return `int f(int n) {\n${lines(size, (index) => `  int v${index} = n + ${index};`)}\n  while (n-- > 0) {\n${lines(size, (index) => `    v${index} += v${random.below(size)};`)}\n  }\n  return v0;\n}\n`;
}

/** Functions that write globals and call each other, so that each has effects on all. */
export function manyGlobals(size: number): string {
  const random = randomFrom(5);
  const functions = lines(
    Math.ceil(size / 10),
    (index) =>
      `void f${index}(int n) { g${random.below(size)} = n; p${random.below(size)} = malloc(n); if (n > ${index} && ${index} > 0) f${Math.max(0, index - 1)}(n - 1); g${random.below(size)} += g${random.below(size)}; }`,
  );
  return `#include <stdlib.h>\n${lines(size, (index) => `int g${index};\nchar *p${index};`)}\n${functions}\n`;
}
