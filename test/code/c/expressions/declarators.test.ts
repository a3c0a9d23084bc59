import { describe, expect, test } from '@jest/globals';
import type { CType } from '../../../../src/code/c/ir/types.ts';
import { functionOf, lower } from '../../../support/c-code.ts';

/** A type in words, as one would read a declaration aloud. */
function words(type: CType): string {
  switch (type.kind) {
    case 'int':
      return `${type.boolean ? 'bool' : `${type.signed ? 'i' : 'u'}${type.bits}`}`;
    case 'float':
      return `f${type.bits}`;
    case 'pointer':
      return `${type.reference ? 'reference' : 'pointer'} to ${words(type.to)}`;
    case 'array':
      return `array of ${type.length ?? '?'} ${words(type.of)}`;
    case 'record':
      return `struct ${type.name}`;
    case 'function':
      return `function (${type.parameters.map(words).join(', ')}) to ${words(type.returns)}`;
    case 'unknown':
      return type.name === '' ? 'unknown' : type.name;
    case 'void':
      return 'void';
  }
}

const COMMON =
  'typedef unsigned long word; struct s { int x; }; enum colour { RED, BLUE = 5, GREEN };';

function typeOfGlobal(declaration: string): string {
  const unit = lower(`${COMMON} ${declaration}`);
  const last = unit.globals.at(-1);
  return last === undefined ? 'nothing' : words(last.variable.type);
}

test.each([
  ['char *p;', 'pointer to i8'],
  ['char **p;', 'pointer to pointer to i8'],
  ['int a[3];', 'array of 3 i32'],
  ['int a[2][3];', 'array of 2 array of 3 i32'],
  ['int a[2][3][4];', 'array of 2 array of 3 array of 4 i32'],
  ['char *argv[4];', 'array of 4 pointer to i8'],
  ['int (*f)(int, char *);', 'pointer to function (i32, pointer to i8) to i32'],
  ['int (*table[8])(void);', 'array of 8 pointer to function () to i32'],
  ['char (*row)[16];', 'pointer to array of 16 i8'],
  ['unsigned short w;', 'u16'],
  ['long long int l;', 'i64'],
  ['word w;', 'u64'],
  ['const struct s *q;', 'pointer to struct s'],
  ['enum colour c;', 'i32'],
  ['_Bool ok;', 'bool'],
  ['double d;', 'f64'],
  ['char text[] = "four";', 'array of 5 i8'],
  ['int list[] = {1, 2, 3};', 'array of 3 i32'],
  ['char b[BLUE * 2];', 'array of 10 i8'],
  ['char b[sizeof(struct s) + 1];', 'array of 5 i8'],
  ['other_t o;', 'other_t'],
])('%s', (declaration, type) => {
  expect(typeOfGlobal(declaration)).toBe(type);
});

describe('enumerators', () => {
  test('count on from the last one given', () => {
    const { symbols } = lower(COMMON);
    expect(['RED', 'BLUE', 'GREEN'].map((name) => symbols.enumerator(name))).toEqual([0, 5, 6]);
  });
});

describe('functions', () => {
  test('arrays and functions as parameters are pointers', () => {
    const fn = functionOf(lower('void f(int a[10], int g(void), char **argv, ...) {}'));
    expect(fn.parameters.map((each) => `${each.name}: ${words(each.type)}`)).toEqual([
      'a: pointer to i32',
      'g: pointer to function () to i32',
      'argv: pointer to pointer to i8',
    ]);
    expect(fn.variadic).toBe(true);
  });

  test('of the old style take the types from the declarations behind the list', () => {
    const fn = functionOf(lower('int f(a, b, c) char *a; long b; { return 0; }'));
    expect(fn.parameters.map((each) => words(each.type))).toEqual(['pointer to i8', 'i64', 'i32']);
  });

  test('of type void take nothing', () => {
    expect(functionOf(lower('int f(void) { return 1; }')).parameters).toEqual([]);
  });

  test('are exported unless they are static', () => {
    const { functions } = lower('static int a(void) { return 0; } int b(void) { return 0; }');
    expect(functions.map((fn) => fn.exported)).toEqual([false, true]);
  });

  test('that return pointers are found through the declarator', () => {
    const fn = functionOf(lower('char *name(int which) { return 0; }'));
    expect([fn.name, words(fn.returns)]).toEqual(['name', 'pointer to i8']);
  });
});

test('a function that is used as a value has its address taken, one that is called has not', () => {
  const unit = lower(`
    static int one(void) { return 1; }
    static int two(void) { return one(); }
    int (*table[])(void) = { two };`);
  expect([...unit.addressTaken]).toEqual(['two']);
});

test('classes, their bases and their methods', () => {
  const unit = lower('class A {}; class B : public A { int size() const { return 1; } };', 'cpp');
  expect(unit.classes.map(({ name, bases }) => [name, ...bases])).toEqual([['A'], ['B', 'A']]);
  expect(unit.functions.map((fn) => fn.qualifiedName)).toEqual(['B::size']);
});

test.each([
  ['int API(open_it)(int mode, char *name) { return mode; }', 'open_it', ['mode', 'name']],
  ['static void *WRAP(make)(void) { return 0; }', 'make', []],
  ['int (plain)(int n) { return n; }', 'plain', ['n']],
])('%s defines %s', (definition, name, parameters) => {
  const fn = functionOf(lower(definition));
  expect(fn.name).toBe(name);
  expect(fn.parameters.map((parameter) => parameter.name)).toEqual(parameters);
});
