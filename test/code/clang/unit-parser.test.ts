import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { targetOf } from '../../../src/code/clang/target.ts';
import { UnitParser } from '../../../src/code/clang/unit-parser.ts';

const facts = {
  ...({ file: 'a.c', language: 'c', flags: [], target: targetOf(new Map(), []) } as const),
  macrosIn: () => [],
  undefinedIn: () => [],
  macros: { events: new Map(), lines: new Map() },
};

function read(tree: unknown) {
  const reader = new UnitParser((name) => name);
  reader.push(Buffer.from(JSON.stringify(tree)));
  return reader.finish(facts);
}

/** JSON of the members that clang's trees have, of any type: what somebody else's clang may print. */
const hostile = fc.letrec<{ value: unknown; node: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      'FunctionDecl',
      'VarDecl',
      'RecordDecl',
      'EnumDecl',
      'TypedefDecl',
      '__proto__',
    ),
    fc.constantFrom('int (', 'struct x *', 'a', 'b', '0x1', '', '-12', 'CompoundStmt'),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('node'), { maxLength: 3 }),
    tie('node'),
  ),
  node: fc.dictionary(
    fc.constantFrom(
      ...['kind', 'id', 'name', 'type', 'qualType', 'desugaredQualType', 'inner', 'loc', 'range'],
      ...['begin', 'end', 'offset', 'col', 'line', 'file', 'tokLen', 'referencedDecl', 'value'],
      ...[
        'ownedTagDecl',
        'previousDecl',
        'isBitfield',
        'completeDefinition',
        'tagUsed',
        '__proto__',
      ],
    ),
    tie('value'),
    { maxKeys: 8 },
  ),
}));

test('whatever a tree holds, it is a unit or an error of one line', () => {
  fc.assert(
    fc.property(fc.array(hostile.node, { maxLength: 4 }), (inner) => {
      try {
        expect(read({ inner }).functions.every(({ name }) => typeof name === 'string')).toBe(true);
      } catch (thrown) {
        expect(String(thrown)).toBe('Error: a declaration has no kind');
      }
    }),
    { numRuns: 300 },
  );
});

test('a tree that stops before its end', () => {
  const reader = new UnitParser((name) => name);
  reader.push(Buffer.from('{"inner":[{"kind":"VarDecl"}'));
  expect(() => reader.finish(facts)).toThrow('clang’s tree stops before its end');
});

test('a tree that is too deep to walk', () => {
  const depth = 100_000;
  const text = `{"inner":[${'{"kind":"ParenExpr","inner":['.repeat(depth)}${']}'.repeat(depth)}]}`;
  const reader = new UnitParser((name) => name);
  expect(() => reader.push(Buffer.from(text))).toThrow('an expression is nested too deeply');
});
