import { expect, test } from '@jest/globals';
import { statementsOf } from '../../../src/code/statements/statements.ts';
import {
  allNamesIn,
  isControl,
  isDo,
  isLoop,
  isOfPlainType,
  jumps,
  namesIn,
} from '../../../src/code/statements/words.ts';

function only(text: string, language: 'c' | 'rust' = 'c') {
  const [statement] = statementsOf(text, language).list;
  if (statement === undefined) throw new Error(`${text} is no statement`);
  return statement;
}

test.each([
  ['size_t n = length(text) + MAX;', ['n', 'text', 'MAX'], ['n', 'length', 'text', 'MAX']],
  ['if (p == NULL) return true;', ['p'], ['p']],
  ['while (n < limit) {', ['n', 'limit'], ['n', 'limit']],
  ['unsigned int32_t $x = "text";', ['$x'], ['$x']],
  ['größe = 1;', ['größe'], ['größe']],
])('%s names %j, with what it calls %j', (text, own, all) => {
  expect([namesIn(only(text)), allNamesIn(only(text))]).toEqual([own, all]);
});

test('a directive names what stands in it', () => {
  expect(allNamesIn(only('#define ROOM (SIZE - sizeof(int))\n'))).toEqual([
    'define',
    'ROOM',
    'SIZE',
  ]);
});

test.each([
  ['for (;;) {', true, false, false],
  ['while (x) {', true, false, false],
  ['do {', true, true, false],
  ['goto end;', false, false, true],
  ['longjmp(at, 1);', false, false, true],
  ['if (x) {', false, false, false],
  ['puts("for goto do");', false, false, false],
])('%s is a loop: %s, of do: %s, jumps: %s', (text, loop, ofDo, away) => {
  const one = only(text);
  expect([isLoop(one), isDo(one), jumps(one)]).toEqual([loop, ofDo, away]);
});

test('words that decide what runs are told from those of types and names', () => {
  for (const word of 'if else for while do switch case default return goto break continue'.split(
    ' ',
  ))
    expect([word, isControl(word), isOfPlainType(word)]).toEqual([word, true, false]);
  for (const word of 'try catch throw match loop await co_return asm setjmp'.split(' '))
    expect([word, isControl(word)]).toEqual([word, true]);
  for (const word of 'int unsigned const size_t uint8_t let mut bool _Bool usize f64 i128'.split(
    ' ',
  ))
    expect([word, isControl(word), isOfPlainType(word)]).toEqual([word, false, true]);
  for (const word of 'name NULL string Vec'.split(' '))
    expect([word, isControl(word), isOfPlainType(word)]).toEqual([word, false, false]);
});
