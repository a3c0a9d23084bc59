import { expect, test } from '@jest/globals';
import { C_RULES } from '../../src/rules/c-rules.ts';
import { hitsIn, testExamples } from './c-rule-examples.ts';

testExamples(C_RULES.filter(({ languages }) => languages.includes('c')));

test('rule ids are unique', () => {
  const ids = C_RULES.map((rule) => rule.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('what stands in a test folder counts for less', () => {
  const [rule] = C_RULES;
  const example = rule?.examples.bad[0] ?? '';
  const sure = hitsIn(example, 'c').find((hit) => hit.rule === rule?.id);
  const less = hitsIn(example, 'c', 'tests/main.c').find((hit) => hit.rule === rule?.id);
  expect(less?.confidence).toBeLessThan(sure?.confidence ?? 0);
});

test.each([
  [
    'vla_usage',
    'the size of one element, by which the function steps',
    `#include <string.h>
     void rotate(void *all, size_t count, size_t width) {
       char held[width];
       char *at = all;
       memcpy(held, at, width);
       memmove(at, at + width, width * (count - 1));
       memcpy(at + width * (count - 1), held, width);
     }`,
  ],
  [
    'wrong_call_arguments',
    'names that say nothing of what belongs where',
    `int blend(int a, int b) { return 3 * a + b; }
     int back(int a, int b) { return blend(b, a); }`,
  ],
])('%s only asks to look at %s', (rule, _what, text) => {
  expect(hitsIn(text, 'c').filter((hit) => hit.confidence >= 0.5)).toEqual([]);
  expect(hitsIn(text, 'c').map((hit) => hit.rule)).toContain(rule);
});
