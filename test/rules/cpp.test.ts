import { expect, test } from '@jest/globals';
import { C_RULES } from '../../src/rules/c-rules.ts';
import { hitsIn, testExamples } from './c-rule-examples.ts';

const RULES = C_RULES.filter(({ languages }) => !languages.includes('c'));

testExamples(RULES);

test('rules for C++ alone say nothing of C', () => {
  const ids = new Set(RULES.map(({ id }) => id));
  for (const { examples } of RULES) {
    for (const example of examples.bad)
      expect(hitsIn(example, 'c').filter(({ rule }) => ids.has(rule))).toEqual([]);
  }
});

/** Uses what an owner has lent in a loop, in which `end` comes behind the use. */
const inLoop = (end: string) => `#include <memory>
struct Word { int size; };
int sum(std::unique_ptr<Word> owner, int count) {
  Word *raw = owner.get();
  int all = 0;
  for (int i = 0; i < count; i++) {
    all += raw->size;
    ${end}
  }
  return all;
}`;

test('what ends a loan in one round of a loop is known in the next one', () => {
  const said = (end: string) =>
    hitsIn(inLoop(end), 'cpp')
      .filter(({ rule }) => rule === 'smart_pointer_get_escape')
      .map(({ location }) => location.line);
  expect(said('owner.reset();')).toEqual([7]);
  expect(said('all += owner->size;')).toEqual([]);
  expect(said('owner.reset(new Word()); raw = owner.get();')).toEqual([]);
});

test('a call of `::write` in a method `write` is no recursion', () => {
  const text = `struct Channel {
  int fd;
  long write(const char *text, unsigned long length) { return ::write(fd, text, length); }
};`;
  expect(hitsIn(text, 'cpp').map(({ rule }) => rule)).not.toContain('unbounded_recursion');
});

test('a call of `std::fill` in a method `fill` is no recursion', () => {
  const text = `#include <algorithm>
struct Sheet {
  unsigned char *cells;
  int count;
  void fill(int value);
};
void Sheet::fill(int value) { std::fill(cells, cells + count, value); }`;
  expect(hitsIn(text, 'cpp').map(({ rule }) => rule)).not.toContain('unbounded_recursion');
});
