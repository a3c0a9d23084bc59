import { expect, test } from '@jest/globals';
import { expressionText } from '../../../src/code/c/ir/expression-text.ts';
import { stalledRounds } from '../../../src/code/change/stalled-loops.ts';
import { functionOf, lower } from '../../support/c-code.ts';

/** The tests on the way round each loop that changes nothing. */
function stalledIn(body: string): string[][] {
  const source = `struct item { struct item *next; int *count; }; int next(void); void log_it(int);
    int seen; void f(struct item *at, int n, const char *p) { ${body} }`;
  return stalledRounds(functionOf(lower(source))).map(({ tests }) => tests.map(expressionText));
}

test.each([
  ['while (at) { if (!at->count) continue; at = at->next; }', [['at', '!(at->count)']]],
  ['for (; at;) { if (n < 3) { log_it(n); continue; } at = at->next; }', [['at', 'n < 3']]],
  ['while (n > 0) { int half = n / 2; if (half > 2) continue; n--; }', [['n > 0', 'half > 2']]],
])('a round of %s changes nothing', (body, expected) => {
  expect(stalledIn(body)).toEqual(
    expected.map((tests) => tests.map((text) => text.replace(/^!\((.*)\)$/, '!$1'))),
  );
});

test.each([
  'while (at) { if (!at->count) break; at = at->next; }',
  'for (; at; at = at->next) { if (!at->count) continue; *at->count += 1; }',
  'while (*p++) { if (*p == 1) continue; log_it(n); }',
  'while (n) { if (next()) continue; n--; }',
  'while (n) { if (seen) { seen = 0; continue; } n--; }',
  'int first = 1; while (n) { if (first) { first = 0; continue; } n--; }',
  'for (;;) { }',
  'do { n--; } while (n > 0);',
])('every round of %s does something, or waits', (body) => {
  expect(stalledIn(body)).toEqual([]);
});
