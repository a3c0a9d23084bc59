import { expect, test } from '@jest/globals';
import { indexWords } from '../../../src/code/syntax/word-index.ts';

const declared = (text: string) => {
  const { functions, variables } = indexWords(text, 'c');
  return [...functions.union(variables)].sort();
};

test('words of comments and strings are no mentions', () => {
  const { words } = indexWords('/* one */ int two; // three\nchar *s = "four";\n', 'c');
  expect([...words].sort()).toEqual(['char', 'int', 's', 'two']);
});

test('the names of the linker stand in strings', () => {
  expect(indexWords('int run(char *) __asm__("system");', 'c').words).toContain('system');
});

test('what is declared outside of functions, and not what is in them', () => {
  const text = 'static int f(int a)\n{\n  int inner = g(a);\n}\nint g;\nint (*h)(void);\n';
  expect(declared(text)).toEqual(expect.arrayContaining(['f', 'g', 'h']));
  expect(declared(text)).not.toContain('inner');
});

test('functions and variables are told apart, but where that is not sure', () => {
  const text = 'int f(int a);\nstatic int g = 2, h;\nint v __attribute__((unused)) = 1;\n';
  const c = indexWords(text, 'c');
  expect(c.functions).toContain('f');
  expect(c.variables).not.toContain('f');
  expect(c.functions).not.toContain('g');
  for (const name of ['g', 'h', 'v']) expect(c.variables).toContain(name);
  expect(indexWords('list names(5);\n', 'cpp').variables).toContain('names');
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
    'c',
  );
  expect([...kept].sort()).toEqual(['a', 'c', 'e']);
});

test('a field at the end of a condition or of sizeof is only read, and one at the end of a call is not', () => {
  const keptIn = (body: string) => [...indexWords(`void f(struct s *x) { ${body} }`, 'c').kept];
  expect(keptIn('if (x && x->a) while (!x->b) switch (x->c) n = sizeof(x->d);')).toEqual([]);
  expect(keptIn('if (fill(x->a)) while (fill(x, x->b)) fill((x->c));')).toEqual(['a', 'b', 'c']);
  expect(keptIn('if (fill(x->a) && x->b) return;')).toEqual(['a']);
  expect(keptIn('if (fill(x,\n#ifdef A\nx->a)\n#else\nx->b)\n#endif\n) return;')).toEqual([
    'a',
    'b',
  ]);
});

test('parts of names that are joined, and calls', () => {
  const index = indexWords('#define NAME(x) prefix_##x\nint v = f(g(1));\n', 'c');
  expect(index.joined).toContain('prefix_');
  expect(index.calls).toBeGreaterThanOrEqual(2);
});

test('what is given values by place, and not constants alone', () => {
  const filledIn = (text: string) => [...indexWords(text, 'c').filled];
  expect(filledIn('struct pair x = { a, 1 };')).toContain('pair');
  expect(filledIn('void f(char *a) { keep((pair){ 1, a }); }')).toContain('pair');
  expect(filledIn('struct pair x[] = { { 1, "a" }, { SIZE, NULL } };')).toEqual([]);
  expect(filledIn('struct pair x = { .name = a };')).toEqual([]);
  expect(filledIn('void f(int a) { if (a) { use(a, b); } }')).toEqual([]);
});

test('fields for functions', () => {
  const { pointers } = indexWords('struct s { int (*run)(int), n; };', 'c');
  expect([...pointers]).toEqual(['run']);
});

test('functions that a file of C defines and only calls', () => {
  const text =
    'int a(int n) { return n; }\nint b(void);\nint c(void) {\n  return a(1) + b();\n}\nint (*p)(void) = c;\n';
  expect([...indexWords(text, 'c').own]).toEqual(['a']);
  expect([...indexWords(text, 'cpp').own]).toEqual([]);
});

test('words that are more than the names of fields, and variables that a function declares for itself', () => {
  const { named, variables } = indexWords('void f(struct s *x) { extern char *g; x->a = b; }', 'c');
  expect(named).toContain('b');
  expect(named).not.toContain('a');
  expect(variables).toContain('g');
});

test('statements and operators are no calls', () => {
  const text =
    'int f(int a) {\n  if (a) return (a);\n  while (sizeof(a)) g(1);\n  return g(2);\n}\n';
  // Those of `g`, and the head of the function.
  expect(indexWords(text, 'c').calls).toBe(3);
});

test('functions with what they may call', () => {
  const text =
    '/* head\n */\nint g(int n);\nstatic int f(struct s *x)\n{\n  if (x->run(1)) return g(2);\n  return g(sizeof(int));\n}\n';
  expect(indexWords(text, 'c').outlines).toEqual([
    { name: 'f', line: 5, endLine: 8, calls: ['g'], fields: ['run'] },
  ]);
});
