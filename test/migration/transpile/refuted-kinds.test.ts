import { expect, test } from '@jest/globals';
import { RefutedKinds } from '../../../src/migration/transpile/refuted-kinds.ts';

const seen = (input: string, c = 'argv = [[1]]', rust = 'argv = [[1, 0]]') => ({
  ...{ input, c, rust, test: '' },
});

test('two false differences of a kind say of the third that it is one as well', () => {
  const kinds = new RefutedKinds(3);
  kinds.add('add', seen('line_new(); add(arg = [1])'));
  expect(kinds.has('add', seen('line_new(); add(arg = [2])'))).toBe(false);
  kinds.add('add', seen('line_new(); add(arg = [2])'));
  expect(kinds.has('add', seen('line_new(); line_new(); add(arg = [3])'))).toBe(true);
});

test('another function, call, place or end is another kind', () => {
  const kinds = new RefutedKinds(3);
  kinds.add('add', seen('new(); add(arg = [1])'));
  kinds.add('add', seen('new(); add(arg = [2])'));
  const one = 'new(); add(arg = [3])';
  expect(kinds.has('drop', seen(one))).toBe(false);
  expect(kinds.has('add', seen('new(); count(at = 3)'))).toBe(false);
  expect(kinds.has('add', seen(one, 'return = 1', 'return = 2'))).toBe(false);
  expect(kinds.has('add', seen(one, 'argv = [[1]]', 'it stops: index out of bounds'))).toBe(false);
});

test('where no more repairs are left, one of the kind is enough', () => {
  const kinds = new RefutedKinds(1);
  kinds.add('add', seen('value = 1'));
  expect(kinds.has('add', seen('value = 2'))).toBe(true);
  expect(kinds.has('add', seen('value = 2', 'return = 1'))).toBe(false);
});
