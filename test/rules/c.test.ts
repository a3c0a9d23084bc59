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
    'command_exec',
    'a program that a record of the caller names',
    `#include <unistd.h>
     struct hooks { const char *opened; int runs; };
     void opened(const struct hooks *of, char **arguments, char **variables) {
       execve(of->opened, arguments, variables);
     }`,
  ],
  [
    'boundary_funcs',
    'the rest of a number that a structure holds',
    `#include <string.h>
     struct store { unsigned char held[512]; size_t fill; };
     size_t taken(struct store *of, unsigned char *out, size_t room) {
       size_t some = of->fill < room ? of->fill : room;
       memcpy(out, of->held, some);
       memmove(of->held, of->held + some, of->fill - some);
       of->fill -= some;
       return some;
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
