import { expect, test } from '@jest/globals';
import { KeptThoughts } from '../../../src/model/provider/kept-thoughts.ts';

test('thoughts are kept by the call that they led to, and the oldest are given up', () => {
  const thoughts = new KeptThoughts<string>();
  thoughts.keep('first', ['a', 'b']);
  thoughts.keep('empty', []);
  thoughts.keep(undefined, ['c']);
  expect(['first', 'empty', 'unknown', undefined].map((id) => thoughts.recall(id))).toEqual([
    ...[['a', 'b'], [], [], []],
  ]);
  for (let index = 0; index < 1999; index += 1) thoughts.keep(`${index}`, ['d']);
  expect(thoughts.recall('first')).toEqual(['a', 'b']);
  thoughts.keep('last', ['e']);
  expect([thoughts.recall('first'), thoughts.recall('0')]).toEqual([[], ['d']]);
});
