import { expect, test } from '@jest/globals';
import type { CFunctionSource } from '../../../src/migration/steps/step.ts';
import { skipProblem } from '../../../src/migration/transpile/skip-problem.ts';

function c(signature: string, calls: Partial<CFunctionSource>): CFunctionSource {
  return {
    ...{ name: 'f', file: 'f.c', startLine: 1, endLine: 3, signature, text: `${signature}\n{}\n` },
    ...{ returnsVoid: /^void \w/.test(signature), context: '', callers: 'main', callees: [] },
    ...{ libraryCalls: [], ...calls },
  };
}

test.each([
  ['void f(item *i)', { libraryCalls: ['free'] }],
  ['void f(item *i)', { callees: ['f', 'release'], libraryCalls: ['free'] }],
  ['void f(item **i)', { callees: ['release'] }],
  ['void *f(size_t size)', { libraryCalls: ['calloc'] }],
  ['static void * f(size_t size)', { libraryCalls: ['malloc', 'memset'] }],
  ['void f(set *s)', { text: 'void f(set *s) { s->free(s->items); s->items = 0; s->free(s); }' }],
  [
    'int f(h *s)',
    {
      libraryCalls: ['free'],
      text: 'int f(h *s) { state *t; if (s == NULL) return BZ_PARAM_ERROR; t = s->state; if (t == NULL || !t->a) return -2; if (t->a != NULL) free(t->a); free(t); s->state = NULL; return BZ_OK; }',
    },
  ],
  [
    'void f(item *i)',
    {
      libraryCalls: ['free'],
      text: 'void f(item *i) { for (int k = 0; k < i->n; k++) free(i->all[k]); if (--i->refs > 0) return; item *next = i->next; i->n = 0; free(i); }',
    },
  ],
])('%s, which calls %j, may be left out', (signature, calls) => {
  expect(skipProblem(c(signature, calls), new Set(['release']))).toBeUndefined();
});

test.each([
  ['void f(item *i)', { libraryCalls: ['free', 'printf'] }],
  ['void f(item *i)', { callees: ['count'], libraryCalls: ['free'] }],
  ['void f(item *i)', {}],
  ['void f(set *s)', { libraryCalls: ['free'], text: 'void f(set *s) { s->gone(s); free(s); }' }],
  ['item *f(void)', { libraryCalls: ['malloc'] }],
  ['void *f(list *l)', { callees: ['count'], libraryCalls: ['malloc'] }],
  ['void *f(list *l)', { libraryCalls: ['free'] }],
  ['int f(item *i)', { libraryCalls: ['free'] }],
  ['void f(item *i)', { libraryCalls: ['free'], text: 'void f(item *i) { total--; free(i); }' }],
  [
    'void f(item *i)',
    { libraryCalls: ['free'], text: 'void f(item *i) { i->list->used -= 1; free(i); }' },
  ],
  [
    'void f(item *i)',
    { libraryCalls: ['free'], text: 'void f(item *i) { last = i->number; free(i); }' },
  ],
  [
    'int f(h *s)',
    {
      libraryCalls: ['free'],
      text: 'int f(h *s) { if (s->mode != 3) return -1; free(s); return 0; }',
    },
  ],
  ['int f(h *s)', { libraryCalls: ['free'], text: 'int f(h *s) { free(s->a); return s->count; }' }],
])('%s, which calls %j, may not', (signature, calls) => {
  expect(skipProblem(c(signature, calls))).toContain('it cannot be skipped');
});
