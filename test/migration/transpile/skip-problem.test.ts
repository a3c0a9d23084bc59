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

/** The functions that a text calls, as far as their names are such. */
function called(text: string, names: RegExp): string[] {
  const body = text.slice(text.indexOf('{')).replaceAll(/"[^"]*"/g, '');
  const found = [...body.matchAll(/\b(\w+)\s*\(/g)].map(([, name = '']) => name);
  return [...new Set(found)].filter((name) => names.test(name) && name !== 'if');
}

test.each([
  ['void f(item *i)', { libraryCalls: ['free'] }],
  ['void f(item *i)', { callees: ['f', 'release'], libraryCalls: ['free'] }],
  ['void f(item **i)', { callees: ['release'] }],
  ['void *f(size_t size)', { libraryCalls: ['calloc'] }],
  ['static void * f(size_t size)', { libraryCalls: ['malloc', 'memset'] }],
  [
    'void *f(int n)',
    {
      ...{ callees: ['give_up'], libraryCalls: ['malloc', 'fprintf'] },
      text: 'void *f(int n) { void *p = malloc((size_t)n); if (p == NULL) { fprintf(stderr, "no memory"); give_up(); } return p; }',
    },
  ],
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
  ...[
    'void *f(size_t n) { void *p = malloc(n ? n : 1); if (!p) abort(); return p; }',
    'void *f(size_t n) { void *p; if ((p = malloc(n)) == NULL) { fprintf(stderr, "no (%zu) }", n); exit(1); } return p; }',
    'void *f(size_t n) { char *p = (char *)malloc(n); if (NULL == p && n > 0) die("no memory"); return p; }',
    'void *f(size_t n) { void *p = malloc(n); if (p != NULL) return p; perror("f"); exit(1); }',
    'void *f(size_t n) { void *p = n ? calloc(n, 1) : calloc(1, 1); if (!p) abort(); return p; }',
    'void *f(size_t n) { if (!n) { free(old); return malloc(1); } void *p = realloc(old, n); if (!p) abort(); return p; }',
  ].map((text): [string, Partial<CFunctionSource>] => [
    'void *f(size_t n)',
    { text, libraryCalls: called(text, /^(?!die)/), callees: called(text, /^die/) },
  ]),
  ...[
    'void f(entry *e) { if (e == NULL) return; entry_xattr_clear(e); entry_free_names(&e->names, NULL); free(e); }',
    'void f(dict *d) { if (d == NULL) return; xmlHashFree(d->table, 0); xmlFree(d); }',
    'void f(list *l) { item *p, *q; for (p = l->first; p != NULL; ) { q = p; p = p->next; name_clear(&(q->name)); free(q); } }',
  ].map((text): [string, Partial<CFunctionSource>] => [
    'void f(entry *e)',
    { text, libraryCalls: ['free'], callees: called(text, /_clear$|_free_|HashFree/) },
  ]),
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
  ...[
    'void *f(size_t n) { void *p = malloc(n); if (!p) abort(); printf("%zu", n); return p; }',
    'void *f(size_t n) { void *p = malloc(n); if (!p) abort(); else puts("got"); return p; }',
    'void *f(size_t n) { void *p = malloc(n); if (!p || n > 9) exit(1); return p; }',
    'void *f(size_t n) { if (n > 9) exit(1); void *p = malloc(n); return p; }',
    'void *f(size_t n) { void *p = malloc(n); if (!n) abort(); return p; }',
    'void *f(size_t n) { void *p = malloc(n); if (p) { puts("got"); return p; } abort(); }',
    'void *f(size_t n) { void *p = malloc(n); if (n) { if (p) return p; } puts("x"); return p; }',
  ].map((text): [string, Partial<CFunctionSource>] => [
    'void *f(size_t n)',
    { text, libraryCalls: called(text, /^/) },
  ]),
  [
    'void *f(list *l)',
    {
      ...{ callees: ['make'], libraryCalls: ['malloc'] },
      text: 'void *f(list *l) { if (!l) make(); void *p = malloc(l->n); return p; }',
    },
  ],
  [
    'void *f(int n)',
    {
      ...{ callees: ['count'], libraryCalls: ['malloc'] },
      text: 'void *f(int n) { void *p = malloc(n); if (!p) count(); count(); return p; }',
    },
  ],
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
  ...[
    'void f(entry *e) { entry_xattr_clear(e); }',
    'void f(entry *e) { free(e); entry_xattr_clear(e); }',
    'void f(entry *e) { entry_xattr_clear(e, log_file); free(e); }',
    'void f(entry *e) { entry_xattr_clear(all); free(e); }',
    'void f(entry *e) { last = entry_xattr_clear(e); free(e); }',
    'void f(entry *e) { for_each(e, entry_xattr_clear); entry_xattr_clear(e); free(e); }',
    'void f(entry *e) { entry_count(e); free(e); }',
    'void f(entry *e) { freeze(e); free(e); }',
  ].map((text): [string, Partial<CFunctionSource>] => [
    'void f(entry *e)',
    { text, libraryCalls: ['free'], callees: called(text, /_clear$|_count$|each|freeze/) },
  ]),
])('%s, which calls %j, may not', (signature, calls) => {
  expect(skipProblem(c(signature, calls))).toContain('it cannot be skipped');
});
