import { describe, expect, test } from '@jest/globals';
import {
  markOf,
  statementsAt,
  statementsOfFunction,
  withBlocks,
  withContinuations,
} from '../../../src/code/statements/place.ts';
import { type Statement, statementsOf } from '../../../src/code/statements/statements.ts';

const textOf = ({ tokens }: Statement) => tokens.map(({ text }) => text).join(' ');

const at = (line: number, endLine = line) => {
  return { line, endLine, function: undefined, until: 0 };
};

const TEXT = `int f(int n)
{
  if (n) {
    g(
      n);
    while (n) {
      h(n);
    }
  }
  return 0;
}
int other;
`;
const CODE = statementsOf(TEXT, 'c');

describe('the statements of a place', () => {
  test.each([
    [4, 4, ['g ( n ) ;']],
    [5, 5, ['g ( n ) ;']],
    [5, 6, ['g ( n ) ;', 'while ( n )']],
    [7, 7, ['h ( n ) ;']],
    // At a brace that ends a block, the one before it.
    [8, 8, ['h ( n ) ;']],
    [9, 9, ['h ( n ) ;']],
    [10, 10, ['return 0 ;']],
    [99, 99, ['int other ;']],
  ])('on lines %d to %d', (line, endLine, texts) => {
    expect(statementsAt(CODE.list, at(line, endLine)).map(textOf)).toEqual(texts);
  });

  test('of which there may be none', () => {
    expect(statementsAt(statementsOf('\n\nint n;', 'c').list, at(1))).toEqual([]);
  });
});

describe('where a place is in, or behind, its statement', () => {
  const markAt = (line: number) => {
    const [own] = statementsAt(CODE.list, at(line));
    if (own === undefined) throw new Error(`nothing stands at ${line}`);
    return markOf(own, at(line), CODE.ends);
  };

  test.each([
    [4, '0'],
    [5, '2'],
    [7, '0'],
    [8, 'behind 1'],
    [9, 'behind 2'],
    [11, 'behind 1'],
  ])('on line %d: %s', (line, mark) => {
    expect(markAt(line)).toBe(mark);
  });
});

describe('the statements of a function', () => {
  const LONG = `int a1(void) { one(); }
int a2(void) { two(); }
int größe(void) { three(); }
void Box::fill3(void) { four(); }
Box::~Box() { five(); }
int a2(int n) {
  six();
}
int b1(void) { x(); } int b2(void) { y(); } void B::~B() { z(); }
`;
  const list = statementsOf(LONG, 'cpp');
  test.each([
    ['a1', 1, 1, ['one ( ) ;']],
    ['a2', 2, 2, ['two ( ) ;']],
    ['größe', 3, 3, ['three ( ) ;']],
    ['Box::fill3', 4, 4, ['four ( ) ;']],
    ['Box::~Box', 5, 5, ['five ( ) ;']],
    ['a2', 6, 8, ['six ( ) ;']],
    ['b1', 9, 9, ['x ( ) ;']],
    ['b2', 9, 9, ['y ( ) ;']],
    ['B::~B', 9, 9, ['z ( ) ;']],
    ['B::B', 9, 9, ['z ( ) ;']],
  ])('%s', (name, line, endLine, inside) => {
    const [head, ...rest] = statementsOfFunction(list, { name, line, endLine });
    expect([head?.kind, rest.map(textOf)]).toEqual(['head', inside]);
  });

  test('are all on its lines where no head has its name', () => {
    const found = statementsOfFunction(list, { name: 'made_by_a_macro', line: 6, endLine: 8 });
    expect(found.map(({ line }) => line)).toEqual([6, 7]);
  });
});

test('the blocks around statements stand before them, each once', () => {
  const inner = CODE.list.filter((one) => /^[gh] /.test(textOf(one)));
  expect(withBlocks(inner).map(textOf)).toEqual([
    ...['int f ( int n )', 'if ( n )', 'g ( n ) ;', 'while ( n )', 'h ( n ) ;'],
  ]);
});

test('a call that goes on behind a block within it is one with what stands before', () => {
  const { list } = statementsOf(
    'void f() {\n  run([] {\n    g();\n  }, size);\n  h();\n}\n',
    'cpp',
  );
  const last = list.filter((one) => one.goesOn);
  expect(last.map(textOf)).toEqual([', size ) ;']);
  const all = [...withContinuations(list, new Set(last))].map(textOf);
  expect(all).toHaveLength(2);
  expect(all).toContain('run ( [ ]');
  expect([...withContinuations(list, new Set())]).toEqual([]);
});
