import { describe, expect, test } from '@jest/globals';
import { macroAround, tableAround } from '../../../src/security/discover/enclosing-definition.ts';

/** The 1-based line that ends in `// here`. */
function asked(text: string, find: typeof tableAround): string | undefined {
  const code = text.split('\n');
  return find(code, code.findIndex((line) => line.includes('here')) + 1);
}

describe('the table of a line is', () => {
  test.each([
    ['opts', 'static const struct opt opts[] = {\n  { "a", 1 },\n  { "b", 2 }, // here\n};'],
    ['opts', 'struct opt opts[3]={\n  { "a", 1 }, // here\n};'],
    ['opts', 'struct opt opts[ N + 1 ] [2] =\n{\n  { "a", 1 }, // here\n};'],
    ['opts', 'struct opt opts[] =   {\n  { 1 },\n  {\n    2 // here\n  },\n};'],
    ['one', 'struct opt one = {\n  .name = "}{", // here\n};'],
    ['one', "struct opt one = {\n  .mark = '}',\n  .next = 0, // here\n};"],
    ['second', 'int first[] = {\n  1,\n};\nint second[] = {\n  2, // here\n};'],
    [undefined, 'int first[] = {\n  1,\n};\nint other; // here'],
    [undefined, 'struct opt {\n  int name; // here\n};'],
    [undefined, 'int x; // here'],
  ])('%s', (name, text) => {
    expect(asked(text, tableAround)).toBe(name);
  });
});

describe('the macro of a line is', () => {
  test.each([
    ['SWAP', '#define SWAP(a, b) do { \\\n  int t = a; \\\n  a = b; /* here */ \\\n} while (0)'],
    ['SWAP', '#define SWAP(a, b) \\ here\n  swap(a, b) \\'.replace('\\ here', '/* here */ \\')],
    ['SWAP', '  #  define SWAP(a) \\  \n  a // here'],
    [undefined, '#define ONE 1 // here\nint x;'],
    [undefined, '#define ONE 1\nint x; // here'],
    [undefined, '#if A && \\\n  B // here\n#endif'],
    ['SWAP', '#define SWAP(a) \\\n  a \\\n  b \\ // here \\'],
    ['SWAP', '#define SWAP(a) \\\n// here'],
    [undefined, '#define A 1\n  a \\\n  b // here'],
    [undefined, '  a \\\n  b // here'],
  ])('%s', (name, text) => {
    expect(asked(text, macroAround)).toBe(name);
  });
});

describe('no more than 5000 lines are looked at', () => {
  const far = (between: number, first: string, line: string, last: string) => {
    const code = [first, ...Array.from({ length: between }, () => line), last];
    return { code, line: code.length };
  };

  test('for a macro', () => {
    const long = (between: number) => far(between, '#define LONG \\', '  x \\', '  y');
    const near = long(4_999);
    expect(macroAround(near.code, near.line)).toBe('LONG');
    const beyond = long(5_000);
    expect(macroAround(beyond.code, beyond.line)).toBeUndefined();
  });

  test('for a table', () => {
    const long = (between: number) => far(between, 'int t[] = {', '  1,', '  2,');
    const near = long(4_998);
    expect(tableAround(near.code, near.line)).toBe('t');
    const beyond = long(4_999);
    expect(tableAround(beyond.code, beyond.line)).toBeUndefined();
  });
});
