import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { GitAttributes } from '../../../src/workspace/files/git-attributes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test.each([
  ['*.c x', 'a.c', true],
  ['*.c x', 'deep/a.c', true],
  ['/a.c x', 'deep/a.c', undefined],
  ['deep/*.c x', 'deep/a.c', true],
  ['*.c x\n*.c -x', 'a.c', false],
  ['*.c x=false', 'a.c', false],
  ['*.c text x=true eol=lf', 'a.c', true],
  ['*.c y', 'a.c', undefined],
  ['"a b.c" x', 'a b.c', true],
  ['# *.c x', 'a.c', undefined],
  ['!*.c x', 'a.c', undefined],
  ['[attr]x y', 'a.c', undefined],
  ['', 'a.c', undefined],
])('%j of %s', (text, file, value) => {
  const attributes = new GitAttributes(temporaryFolder({ '.gitattributes': text }), []);
  expect(attributes.of(file, 'x')?.value).toBe(value);
});

test('the nearest folder decides', () => {
  const root = temporaryFolder({ '.gitattributes': '*.c x\n', 'a/b/.gitattributes': '*.c -x\n' });
  const attributes = new GitAttributes(root, []);
  expect(attributes.of('a/b/c/d.c', 'x')).toEqual({ value: false, by: 'a/b/.gitattributes' });
  expect(attributes.of('a/d.c', 'x')).toEqual({ value: true, by: '.gitattributes' });
  expect(new GitAttributes(root, ['a/b/.gitattributes']).of('a/b/d.c', 'x')?.value).toBe(true);
});

test('no text makes it fail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const attributes = new GitAttributes(temporaryFolder({ '.gitattributes': text }), []);
      attributes.of('a/b.c', 'x');
    }),
    { numRuns: 50 },
  );
});
