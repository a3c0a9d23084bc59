import { expect, test } from '@jest/globals';
import {
  answersWithCodes,
  changesWhatStays,
} from '../../../src/migration/transpile/release-text.ts';

test.each([
  'void f(item *i) { free(i->text); i->text = NULL; free(i); }',
  'void f(item *i) { int n = i->n; while (n-- > 0) free(i->all[n]); }',
  'void f(item *i) { free(i->text); *i = (item){0}; }',
  'void f(item *i) { free(i->text); *i = (struct item){ 0 }; }',
  'void f(list *l) { struct edge *p, *q; int i, k; k = 0; for (i = 0; i < l->n; i++) { p = l->all[i]; while (p) { q = p->next; free(p); p = q; } } }',
  'void f(item *i) { if (--i->refcount == 0) free(i); }',
  "void f(char *s) { s[0] = '\\0'; free(s); }",
  'void f(node *n) { while (n) { node *next = n->next; free(n); n = next; } }',
])('%s leaves nothing changed', (text) => {
  expect(changesWhatStays(text)).toBe(false);
});

test.each([
  'void f(item *i) { live_items--; free(i); }',
  'void f(item *i) { ++i->pool->spare; free(i); }',
  'void f(item *i) { i->prev->next = i->next; free(i); }',
  'void f(item *i) { *i = (item){1}; free(i->text); }',
  'void f(item *i) { *i->where = 3; free(i); }',
  'void f(pool *p, item *i) { p->first = i; free(i->text); }',
])('%s changes what stays', (text) => {
  expect(changesWhatStays(text)).toBe(true);
});

test('codes are constants, asked of what may be null', () => {
  expect(answersWithCodes('{ if (!h) return ERR_NULL; free(h->a); return 0; }')).toBe(true);
  expect(answersWithCodes('{ if (h->mode == 2) return ERR_MODE; free(h); return 0; }')).toBe(false);
  expect(answersWithCodes('{ int r = close(h->fd); free(h); return r; }')).toBe(false);
  expect(answersWithCodes('{ free(h); }')).toBe(false);
});
