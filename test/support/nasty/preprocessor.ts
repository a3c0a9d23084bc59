import { lines, randomFrom } from './random.ts';

/** Macros that use the one before twice: what they stand for doubles with each. */
export function macroTower(size: number): string {
  return `#define M0(x) ((x) + 1)\n${lines(size, (index) => `#define M${index + 1}(x) (M${index}(x) * M${index}((x) + ${index}))`)}\nint f(int a) { return M${size}(a); }\nint g(int a) {\n${lines(size, (index) => `  a = M${index}(M${Math.min(3, index)}(a));`)}\n  return a;\n}\n`;
}

/** Statements in macros that open and close blocks, used in an order that only just balances. */
export function macroBlocks(size: number): string {
  const random = randomFrom(7);
  const use = (index: number): string =>
    random.pick([
      `  BEGIN(n > ${index}) x++; END`,
      `  LOOP(i, ${index}) x += i; END`,
      '  BEGIN(x) BEGIN(n) x--; END END',
      `  CHECK(x > ${index}, out);`,
      '  TRY x = step(x); CATCH x = 0; END',
    ]);
  return `#define BEGIN(c) if (c) {\n#define END }\n#define LOOP(i, n) for (int i = 0; i < n; i++) {\n#define CHECK(c, l) do { if (!(c)) goto l; } while (0)\n#define TRY {\n#define CATCH } if (x < 0) {\nint step(int);\nint f(int n) {\n  int x = 0;\n${lines(size, use)}\nout:\n  return x;\n}\n`;
}

/** `#if` and `#else` that cut statements, braces and expressions apart. */
export function splitByConditions(size: number): string {
  const random = randomFrom(8);
  const use = (index: number): string =>
    random.pick([
      `#if A${index}\n  if (n > ${index}) {\n#else\n  if (n < ${index}) {\n#endif\n    x++;\n  }`,
      `  x = n +\n#ifdef B${index}\n    1\n#else\n    2\n#endif\n    ;`,
      `#ifdef C${index}\n  while (x < n) {\n#endif\n    x++;\n#ifdef C${index}\n  }\n#endif`,
      `#if D${index % 3}\n  p = malloc(n);\n#elif E${index}\n  p = 0;\n#else\n  free(p);\n#endif`,
      `  call(x,\n#if F${index}\n    n\n#else\n    p[n]\n#endif\n  );`,
    ]);
  return `#include <stdlib.h>\nint f(int n) {\n  int x = 0;\n  char *p = 0;\n${lines(size, use)}\n  return x;\n}\n`;
}

/** Conditions in conditions. */
export function nestedConditions(size: number): string {
  return `int f(int n) {\n${lines(size, (index) => `#if A${index}\n  n += ${index};`)}\n${'#else\n  n--;\n#endif\n'.repeat(size)}  return n;\n}\n`;
}

/** A statement of a macro in as many places. */
export function macroUses(size: number): string {
  return `#define PUT(p, n, c) do { if ((n) < sizeof(p)) (p)[(n)++] = (c); else return -1; } while (0)\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\nint f(const char *in) {\n  char to[64];\n  unsigned n = 0;\n${lines(size, (index) => `  PUT(to, n, MAX(in[${index % 9}], '${index % 10}'));`)}\n  return n;\n}\n`;
}
