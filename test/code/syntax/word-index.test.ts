import { expect, test } from '@jest/globals';
import { indexWords } from '../../../src/code/syntax/word-index.ts';

const declared = (text: string) => [...indexWords(text).declared].sort();

test('words of comments and strings are no mentions', () => {
  const { words } = indexWords('/* one */ int two; // three\nchar *s = "four";\n');
  expect([...words].sort()).toEqual(['char', 'int', 's', 'two']);
});

test('the names of the linker stand in strings', () => {
  expect(indexWords('int run(char *) __asm__("system");').words).toContain('system');
});

test('what is declared outside of functions, and not what is in them', () => {
  const text = 'static int f(int a)\n{\n  int inner = g(a);\n}\nint g;\nint (*h)(void);\n';
  expect(declared(text)).toEqual(expect.arrayContaining(['f', 'g', 'h']));
  expect(declared(text)).not.toContain('inner');
});

test('a function behind linkage and namespaces is declared', () => {
  const text = 'extern "C" {\nint f(void);\nnamespace n {\nint g(void) { int in = 1; }\n}\n}\n';
  expect(declared(text)).toEqual(expect.arrayContaining(['f', 'g']));
  expect(declared(text)).not.toContain('in');
});

test('braces that only one branch of an #if opens do not hide what follows', () => {
  const text = `void f(void) {
#ifdef A
  if (a) {
#else
  if (b) {
#endif
  }
}
int g(void) { return 0; }
`;
  expect(declared(text)).toContain('g');
});

test('fields that something may be put into, and not those that are read', () => {
  const { kept } = indexWords(
    'void f(struct s *x) { x->a = x->b; fill(x->c); if (x->d == 1) x->e[0] = 1; }',
  );
  expect([...kept].sort()).toEqual(['a', 'c', 'e']);
});

test('parts of names that are joined, and calls', () => {
  const index = indexWords('#define NAME(x) prefix_##x\nint v = f(g(1));\n');
  expect(index.joined).toContain('prefix_');
  expect(index.calls).toBeGreaterThanOrEqual(2);
});
