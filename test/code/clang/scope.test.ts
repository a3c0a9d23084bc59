import { describe, expect, test } from '@jest/globals';
import { type EnumSource, locationKey, TypeScope } from '../../../src/code/clang/scope.ts';

const INT = { written: 'int', desugared: undefined };
const LONG = { written: 'long', desugared: undefined };

const tag = (name: string): EnumSource => {
  return { kind: 'enum', name, constants: [], fixedType: undefined, isPacked: false };
};

describe('the names of types in a block', () => {
  test('are its own and those of the blocks around it, and no others', () => {
    const file = new TypeScope();
    const block = new TypeScope(new TypeScope(file));
    file.addTypedef('size', INT);
    file.addTag('colour', tag('colour'));
    expect(block.typedef('size')).toEqual({ type: INT, scope: file });
    expect(block.tag('colour')?.name).toBe('colour');
    block.addTypedef('own', INT);
    block.addTag('shape', tag('shape'));
    expect([file.typedef('own'), file.tag('shape')]).toEqual([undefined, undefined]);
    expect([block.typedef('none'), block.tag('none')]).toEqual([undefined, undefined]);
  });

  test('hide those of the same name around it', () => {
    const file = new TypeScope();
    const block = new TypeScope(file);
    file.addTypedef('size', INT);
    block.addTypedef('size', LONG);
    file.addTag('colour', tag('outer'));
    block.addTag('colour', tag('inner'));
    expect([block.typedef('size')?.type, file.typedef('size')?.type]).toEqual([LONG, INT]);
    expect([block.tag('colour')?.name, file.tag('colour')?.name]).toEqual(['inner', 'outer']);
  });

  test('keep the first definition of a name', () => {
    const file = new TypeScope();
    file.addTypedef('size', INT);
    file.addTypedef('size', LONG);
    expect(file.typedef('size')?.type).toEqual(INT);
  });

  test('tell whether a tag is of this block', () => {
    const file = new TypeScope();
    const block = new TypeScope(file);
    file.addTag('colour', tag('colour'));
    expect(block.ownTag('colour')).toBeUndefined();
    expect(file.ownTag('colour')?.name).toBe('colour');
  });
});

test('a type without a name is found by its file, line and column', () => {
  const places = [
    { file: 'a.c', line: 1, column: 12 },
    { file: 'a.c', line: 11, column: 2 },
    { file: 'b.c', line: 1, column: 12 },
  ];
  expect(new Set(places.map((place) => locationKey({ ...place, offset: 0, length: 1 }))).size).toBe(
    3,
  );
});
