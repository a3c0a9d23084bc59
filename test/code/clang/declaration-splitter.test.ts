import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { DeclarationSplitter } from '../../../src/code/clang/declaration-splitter.ts';

/** An object as clang prints one: brackets and quotes in its strings, objects in objects. */
const declaration = fc.dictionary(
  fc.string(),
  fc.jsonValue({ maxDepth: 4, noUnicodeString: false }).map((value) => value),
  { maxKeys: 4 },
);

function cut(text: string, sizes: readonly number[]) {
  const cutter = new DeclarationSplitter();
  const bytes = Buffer.from(text);
  const found: string[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    found.push(...cutter.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return { found, isComplete: cutter.isComplete() };
}

test('every top-level declaration, however the text comes and is indented', () => {
  fc.assert(
    fc.property(
      fc.array(declaration),
      declaration,
      fc.nat(3),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (declarations, range, indent, sizes) => {
        const tree = { id: '0x1', loc: {}, range, inner: declarations };
        const { found, isComplete } = cut(JSON.stringify(tree, null, indent), sizes);
        expect(found.map((text) => JSON.parse(text))).toEqual(
          JSON.parse(JSON.stringify(declarations)),
        );
        expect(isComplete).toBe(true);
      },
    ),
  );
});

test('a tree that stops before its end is not complete', () => {
  const text = JSON.stringify({ inner: [{ a: 1 }, { b: 2 }] });
  for (let length = 0; length < text.length; length++) {
    expect(cut(text.slice(0, length), [7]).isComplete).toBe(false);
  }
});

test('a declaration that is too long, and brackets that do not match', () => {
  const cutter = new DeclarationSplitter(100);
  expect(() => cutter.push(Buffer.from(`{"inner":[{"name":"${'x'.repeat(100)}`))).toThrow(
    'a declaration is over 100 bytes',
  );
  expect(() => cut('{"inner":[]}]', [3])).toThrow('its brackets do not match');
});
