import { lines } from './random.ts';

/** As many parentheses around a variable. */
export function parentheses(size: number): string {
  return `int f(int a) { return ${'('.repeat(size)}a${')'.repeat(size)}; }\nint g(char *p) { gets(p); return 0; }\n`;
}

/** A sum of as many terms. */
export function longSum(size: number): string {
  return `int f(int a, int b) { return a${' + b'.repeat(size)}; }\n`;
}

/** As many conditions joined by `&&` and `||`. */
export function longCondition(size: number): string {
  const term = (index: number): string => `${index % 5 === 0 ? '||' : '&&'} a != ${index}`;
  return `int f(int a, char *p) {\n  if (a == -1\n${lines(size, term)}) p[a] = 0;\n  return a;\n}\n`;
}

/** A choice in the other part of a choice, as deep as asked for. */
export function nestedChoices(size: number): string {
  const choice = (index: number): string => `a == ${index} ? ${index * 3} :`;
  return `int f(int a) { return ${lines(size, choice)} a; }\n`;
}

/** Calls in the arguments of calls. */
export function nestedCalls(size: number): string {
  return `int g(int);\nint f(int a) { return ${'g('.repeat(size)}a${')'.repeat(size)}; }\n`;
}

/** One line of as many characters. */
export function longLine(size: number): string {
  return `int f(int a, char *p) { ${'a = a * 3 + 1; p[a] = 0; '.repeat(Math.ceil(size / 25))}return a; }\n`;
}

/** As many literals, one behind the other: one string. */
export function joinedLiterals(size: number): string {
  return `#include <string.h>\nvoid f(char *to) {\n  char own[64];\n  strcpy(own,\n${lines(size, (index) => `    "piece ${index}"`)});\n  strcpy(to, own);\n}\n`;
}

/** Blocks in blocks. */
export function nestedBlocks(size: number): string {
  return `int f(int a) {\n${'{ a++; '.repeat(size)}${'}'.repeat(size)}\n  return a;\n}\n`;
}

/** Tests in tests, each of which leaves something open. */
export function nestedIfs(size: number): string {
  return `int f(int a, char *p) {\n${lines(size, (index) => `if (a > ${index}) {`)}\n  p[a] = 0;\n${'} else { a--; }\n'.repeat(size)}  return a;\n}\n`;
}
