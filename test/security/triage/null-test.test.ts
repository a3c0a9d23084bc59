import { expect, test } from '@jest/globals';
import { nullTestBefore } from '../../../src/security/triage/null-test.ts';

/** The line of the test that protects the last line. */
function tested(lines: readonly string[], expression = 'p') {
  return nullTestBefore(['int f(box *p)', '{', ...lines], 1, lines.length + 2, expression);
}

test.each([
  [['if (p == NULL)', '    return 0;', 'p->n = 1;']],
  [['if (!p) return 0;', 'log_it(1);', 'p->n = 1;']],
  [['if (p == 0 || n < 0) {', '    release(n);', '    goto out;', '}', 'if (n)', '    p->n = 1;']],
])('a test with what leaves right before the place settles it: %j', (lines) => {
  expect(tested(lines)).toBe(3);
});

test('a test inside of the block that makes the pointer counts in that block', () => {
  const lines = [
    'if (b->d == NULL) {',
    '  b->d = make();',
    '  if (b->d == NULL) {',
    '    clear(b);',
    '    return;',
    '  }',
    '  ++b->d->n;',
  ];
  expect(tested(lines, 'b->d')).toBe(5);
});

test.each([
  ['no leaving', ['if (!p)', '    log_it(1);', 'p->n = 1;']],
  ['another pointer', ['if (!q) return 0;', 'p->n = 1;']],
  ['a further condition', ['if (!p && n) return 0;', 'p->n = 1;']],
  ['set in between', ['if (!p) return 0;', 'p = next(n);', 'p->n = 1;']],
  ['its address given away', ['if (!p) return 0;', 'step(&p);', 'p->n = 1;']],
  ['a label in between', ['if (!p) return 0;', 'again:', 'p->n = 1;']],
  ['a loop in between', ['if (!p) return 0;', 'while (n--)', '    p->n = 1;']],
  ['another block', ['if (n) {', '    if (!p) return 0;', '}', 'p->n = 1;']],
  ['the other branch', ['if (n) {', '    if (!p) return 0;', '} else {', '    p->n = 1;']],
])('it is left where there is %s', (_, lines) => {
  expect(tested(lines)).toBeUndefined();
});

test('what a field holds may be changed by what is called', () => {
  expect(tested(['if (!b->p) return 0;', 'step(b);', 'b->p->n = 1;'], 'b->p')).toBeUndefined();
});
