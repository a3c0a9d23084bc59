import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { namesInType, parseType, type TypeSyntax } from '../../../src/code/clang/type-syntax.ts';

type Known = Exclude<TypeSyntax, { kind: 'other' }>;

const name = fc.constantFrom('point', 'Buf', 'size_t', 'fn', '_x1');
const tagName = fc.oneof(name, fc.constantFrom('at a.c:1:2', 'at ./some dir/b.h:10:20'));

const base: fc.Arbitrary<Known> = fc.oneof(
  fc.record({
    kind: fc.constant('basic' as const),
    words: fc.constantFrom('void', 'char', 'int', 'char unsigned', 'long long unsigned', '_Bool'),
    isConst: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('typedef' as const), name, isConst: fc.boolean() }),
  fc.record({
    kind: fc.constant('tag' as const),
    tag: fc.constantFrom('struct' as const, 'union' as const, 'enum' as const),
    name: tagName,
    isConst: fc.boolean(),
  }),
);

/** Types as they can be: no arrays of functions, no functions that return either. */
const { type } = fc.letrec<{ type: Known; pointer: Known; value: Known; param: Known }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 5 },
    base,
    tie('pointer'),
    fc.record({
      kind: fc.constant('array' as const),
      of: tie('value'),
      length: fc.option(fc.nat(99), { nil: undefined }),
    }),
    fc.record({
      kind: fc.constant('function' as const),
      returns: fc.oneof(base, tie('pointer')),
      returnText: fc.constant(''),
      params: fc.array(tie('param'), { maxLength: 2 }),
      isVariadic: fc.boolean(),
    }),
  ),
  pointer: fc.record({
    kind: fc.constant('pointer' as const),
    to: tie('type'),
    isConst: fc.boolean(),
  }),
  value: fc.oneof({ maxDepth: 5 }, base, tie('pointer')),
  // A parameter list of `void` alone is an empty one.
  param: fc
    .oneof({ maxDepth: 5 }, base, tie('pointer'))
    .filter((param) => param.kind !== 'basic' || param.words !== 'void'),
}));

/** Prints a type as clang does, from the name's place outwards. */
function print(syntax: TypeSyntax, inner = ''): string {
  switch (syntax.kind) {
    case 'basic':
    case 'typedef':
    case 'tag': {
      const text = syntax.kind === 'basic' ? syntax.words : named(syntax);
      return `${syntax.isConst ? 'const ' : ''}${text}${inner === '' ? '' : ` ${inner}`}`;
    }
    case 'pointer': {
      const star = `*${syntax.isConst ? 'const' : ''}${inner}`.replace(/const(?=\w)/, 'const ');
      const { to } = syntax;
      return print(to, to.kind === 'array' || to.kind === 'function' ? `(${star})` : star);
    }
    case 'array':
      return print(syntax.of, `${inner}[${syntax.length ?? ''}]`);
    case 'function': {
      const params = syntax.params.map((param) => print(param));
      if (syntax.isVariadic) params.push('...');
      return print(syntax.returns, `${inner}(${params.length === 0 ? 'void' : params.join(', ')})`);
    }
    case 'other':
      throw new Error('never made here');
  }
}

function named(syntax: Extract<TypeSyntax, { kind: 'typedef' | 'tag' }>): string {
  if (syntax.kind === 'typedef') return syntax.name;
  const { tag, name: own } = syntax;
  return own.startsWith('at ') ? `${tag} (unnamed ${tag} ${own})` : `${tag} ${own}`;
}

/** Without what is the text's own. */
function plain(syntax: TypeSyntax): unknown {
  return JSON.parse(
    JSON.stringify(syntax, (key, value) => (key === 'returnText' ? undefined : value)),
  );
}

test('a type that is printed is read again', () => {
  fc.assert(
    fc.property(type, (syntax) => {
      expect(plain(parseType(print(syntax)))).toEqual(plain(syntax));
    }),
    { numRuns: 500 },
  );
});

test('any text is read, as something or other', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'int*()[],. 3struct'.split('')) }), (text) => {
      expect(parseType(text)).toHaveProperty('kind');
      expect(Array.isArray(namesInType(text))).toBe(true);
    }),
  );
  expect(parseType(`${'('.repeat(100_000)}int`)).toEqual({ kind: 'other' });
  expect(parseType(`int ${'(*'.repeat(100_000)}`)).toEqual({ kind: 'other' });
});

test.each([
  ['_Complex double'],
  ['_Atomic(int)'],
  ['__attribute__((__vector_size__(4 * sizeof(int)))) int'],
  ['std::vector<int>'],
  ['typeof (x)'],
  [''],
])('%s has no place among the types', (text) => {
  expect(parseType(text)).toEqual({ kind: 'other' });
});

test.each([
  ['int (Buf *, enum color)', 'int'],
  ['int (*(int))(char)', 'int (*)(char)'],
  ['void (void) __attribute__((noreturn))', 'void'],
])('%s returns %s', (text, returnText) => {
  expect(parseType(text)).toMatchObject({ kind: 'function', returnText });
});

test('the names that a type mentions', () => {
  expect(namesInType('const struct point *(*)(Buf *, enum color, unsigned long[n])')).toEqual([
    ...['struct point', 'Buf', 'enum color'],
  ]);
  expect(namesInType('struct (unnamed struct at a.c:1:2) *')).toEqual([]);
});
