import { describe, expect, test } from '@jest/globals';
import { hasEffects, onlyPrints } from '../../../src/code/statements/effects.ts';
import { statementsOf } from '../../../src/code/statements/statements.ts';

/** The first statement of a text. */
function only(text: string, language: 'c' | 'rust' = 'c') {
  const [statement] = statementsOf(text, language).list;
  if (statement === undefined) throw new Error(`${text} is no statement`);
  return statement;
}

const NONE: ReadonlySet<string> = new Set();

describe('a statement that only prints', () => {
  test.each([
    'puts("done");',
    'printf("%d of %s\\n", n, s->name);',
    'fprintf(stderr, "%5.2f%%\\n", x[1] + 2);',
    'printf("%lu", sizeof(x));',
    'perror("open");',
    'fflush(stdout);',
    'printf("a(b)");',
    'printf(("a"));',
  ])('%s', (text) => {
    expect([onlyPrints(only(text), NONE), hasEffects(only(text), NONE)]).toEqual([true, false]);
  });

  test.each(['println!("{} {}", a, b.c);', 'eprintln!("x");'])('%s of Rust', (text) => {
    expect(onlyPrints(only(text, 'rust'), NONE)).toBe(true);
  });

  test.each([
    'printf("%d", n++);',
    'printf("%d", n = 2);',
    'printf("%d", n += 2);',
    'printf("%s", name(n));',
    'printf("%s", names[2](n));',
    'printf("%s", n ? a : b);',
    'printf("%n", &n);',
    'printf("%hhn", &n);',
    'printf("%5lln", &n);',
    'n = printf("x");',
    'printf("x"), n;',
    'printf("x") + f(n);',
    'scanf("%d", &n);',
    'return printf("x");',
    'puts;',
    'puts("x")',
  ])('%s is none', (text) => {
    expect(onlyPrints(only(text), NONE)).toBe(false);
  });

  test('is none where the file defines what is called', () => {
    expect(onlyPrints(only('puts("x");'), new Set(['puts']))).toBe(false);
    expect(onlyPrints(only('puts("x");'), new Set(['printf']))).toBe(true);
  });
});

describe('a statement that only declares a variable, or gives it a value', () => {
  test.each([
    'int n;',
    'int n = 2 * size;',
    'const unsigned long n = a[2] + b->c;',
    'char *end;',
    'char **end = &p;',
    'char text[16];',
    'size_t n = sizeof(x);',
    'n = 2;',
    'n += m;',
    'n <<= 2;',
    'n++;',
  ])('%s', (text) => {
    expect(hasEffects(only(text), NONE)).toBe(false);
  });

  test.each(['let n = 2;', 'let mut n: usize = a + b;', 'n |= 4;'])('%s of Rust', (text) => {
    expect(hasEffects(only(text, 'rust'), NONE)).toBe(false);
  });

  test.each([
    'int n = f();',
    'int n = a[1](2);',
    'n = m = 2;',
    'n = m++;',
    'n = a ? b : c;',
    'p->n = 2;',
    '*p = 2;',
    'a[2] = 3;',
    'a[2];',
    'std::string text = x;',
    'Guard guard;',
    'n;',
    'return n;',
    'goto end;',
    'break;',
    'f();',
    'f(n = 2);',
    'if (n) n = 2;',
    'char text[f()];',
    'n == 2;',
  ])('%s is none', (text) => {
    expect(hasEffects(only(text), NONE)).toBe(true);
  });

  test.each(['let n = f(2);', 'let n = vec![1];', 'return;', 'a.b = 2;'])(
    '%s of Rust is none',
    (text) => {
      expect(hasEffects(only(text, 'rust'), NONE)).toBe(true);
    },
  );

  test('heads and directives are none', () => {
    expect(hasEffects(only('while (n) {}'), NONE)).toBe(true);
    expect(hasEffects(only('#define N 2\n'), NONE)).toBe(true);
  });
});
