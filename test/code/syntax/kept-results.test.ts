import { expect, test } from '@jest/globals';
import { indexWords } from '../../../src/code/syntax/word-index.ts';

const usesIn = (body: string) => [...indexWords(`void f(void)\n{\n${body}\n}\n`, 'c').results];

test.each<[string, string, number, number]>([
  ['a test behind the call', 'char *p = make(); if (p == NULL) return;', 1, 0],
  ['none', 'char *p = make(); use(p);', 0, 1],
  ['an assignment in a condition', 'if ((p = make()) == NULL) return;', 1, 0],
  ['a test of what the pointer leads to', 'p = make(); if (p->used > 0) return;', 0, 1],
  ['a test of a field', 's->p = make(); while (s->p) s++;', 1, 0],
  ['a test of another field', 's->p = make(); if (s->q) return;', 0, 1],
  ['a test through the field', 's->p = make(); if (s->p->n) return;', 0, 1],
  ['a record whose member is tested', 'r = make(); if (r.n) return;', 1, 0],
  ['an element', 'a[i] = (char *) make(1, 2); if (!a[i]) return;', 1, 0],
  ['what a parameter points to', '*out = make(); if (*out == 0) return;', 1, 0],
  ['a declared pointer, which is no access', 'struct s *p = make(); if (*p) return;', 0, 1],
  ['a conditional expression', 'p = make(); n = p ? 1 : 2;', 1, 0],
  ['a connective in a value', 'p = make(); return ok && p;', 1, 0],
  ['the third operand, of which nothing is asked', 'p = make(); n = ok ? 1 : p;', 0, 1],
  ['an argument in a condition', 'p = make(); if (is_good(p)) return;', 1, 0],
])('a result that is kept: %s', (_, body, tested, untested) => {
  expect(usesIn(body)).toEqual([['make', { tested, untested }]]);
});

test('results that are not kept, and comparisons, are none', () => {
  expect(usesIn('make(); if (make() == make()) use(make());')).toEqual([]);
});

test('each function asks for itself', () => {
  const text = 'void f(void) { p = make(); }\nvoid g(void) { if (p) return; }\n';
  expect([...indexWords(text, 'c').results]).toEqual([['make', { tested: 0, untested: 1 }]]);
});
