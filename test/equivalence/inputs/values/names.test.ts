import { describe, expect, test } from '@jest/globals';
import {
  framedWord,
  namesOfLength,
  withAnotherName,
  withFrame,
} from '../../../../src/equivalence/inputs/values/names.ts';
import { seededRandom } from '../../../../src/equivalence/inputs/values/random.ts';
import { NO_CONSTANTS } from '../../../support/no-constants.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const text = (made: unknown) => Buffer.from(made as Uint8Array).toString('latin1');
const CONSTANTS = {
  ...NO_CONSTANTS,
  words: [bytes('alpha'), bytes('space'), bytes('<%')],
  characters: [...bytes('}:a\t')],
};

/** What a way makes of many draws. */
function drawn(make: (seed: number) => unknown): Set<string> {
  return new Set(Array.from({ length: 600 }, (_, seed) => text(make(seed))));
}

describe('a text', () => {
  test('gets a word of the code for a name that it has', () => {
    const made = drawn((seed) => withAnotherName(seededRandom(seed), bytes('(no)+x'), CONSTANTS));
    for (const wanted of ['(alpha)+x', '(space)+x', '(no)+alpha']) expect(made).toContain(wanted);
  });

  test('gets one between two characters where it has none', () => {
    const made = drawn((seed) => withAnotherName(seededRandom(seed), bytes('[[::]'), CONSTANTS));
    expect(made).toContain('[[:alpha:]');
  });

  test('stays where the code has no word', () => {
    expect(withAnotherName(seededRandom(1), bytes('x'), NO_CONSTANTS)).toEqual(bytes('x'));
  });

  test('gets brackets, marks and characters of the code around a part of it', () => {
    const made = drawn((seed) => withFrame(seededRandom(seed), bytes('ab'), CONSTANTS));
    for (const wanted of [':ab:', '{ab}', '<%ab%>', 'a:b:']) expect(made).toContain(wanted);
    expect([...made].some((one) => /[\t]/.test(one))).toBe(false);
  });
});

test('a word stands between one or several pairs', () => {
  const made = drawn((seed) => framedWord(seededRandom(seed), CONSTANTS));
  for (const wanted of [':alpha:', '{:space:}', '::alpha::']) expect(made).toContain(wanted);
});

test('names are found by their length', () => {
  expect(namesOfLength(bytes('ab, abc, de'), 2)).toEqual([0, 9]);
  expect(namesOfLength(bytes('[[::] x'), 0)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(namesOfLength(bytes('abc'), 2)).toEqual([]);
});
