import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

const ANY = '-2147483648..2147483647';
const TYPES = `struct in { int x; int *q; };
struct s { struct in in; struct in *d; int arr[4]; int k; };
struct o { struct s *s; void *any; struct o *next; int k; };
struct s *g, gs; int *gp; static struct s fs;
`;

/** What a caller `f` sees behind the call of a helper. */
function seen(helpers: string, body: string): readonly string[] {
  return rangesInUnit(
    `${TYPES}${helpers}\nvoid f(struct o *o, struct s *p, struct in *q, int i) { ${body} }`,
  );
}

test.each([
  [
    'a record in a record',
    'void h(struct s *p) { p->in.x = 5; }',
    'p->in.x = 3; h(p); see(p->in.x);',
  ],
  [
    'a record behind it',
    'void h(struct s *p) { p->d->x = 5; }',
    'p->d->x = 3; h(p); see(p->d->x);',
  ],
  [
    'two records behind it',
    'void h(struct o *o) { o->s->d->x = 5; }',
    'o->s->d->x = 3; h(o); see(o->s->d->x);',
  ],
  [
    'by another function',
    'void g1(struct s *p) { p->d->x = 5; } void h(struct o *o) { g1(o->s); }',
    'o->s->d->x = 3; h(o); see(o->s->d->x);',
  ],
  [
    'a field of what lies behind it, by another function',
    'void g1(struct s *p) { p->k = 5; } void h(struct o *o) { g1(o->s); }',
    'o->s->k = 3; h(o); see(o->s->k);',
  ],
  [
    'what a void pointer leads to',
    'void h(struct o *o) { struct in *in = o->any; in->x = 5; }',
    'struct in *in = o->any; in->x = 3; h(o); see(in->x);',
  ],
  [
    'what a pointer to a pointer leads to',
    'void h(struct in **p) { (*p)->x = 5; }',
    'q->x = 3; h(&q); see(q->x);',
  ],
  [
    'a plain number behind it',
    'void h(struct s *p) { *p->in.q = 5; }',
    '*p->in.q = 3; h(p); see(*p->in.q);',
  ],
  [
    'an element',
    'void h(struct o *o) { o->s->arr[1] = 5; }',
    'o->s->arr[1] = 3; h(o); see(o->s->arr[1]);',
  ],
  [
    'a list',
    'void h(struct o *o) { for (; o; o = o->next) o->k = 5; }',
    'o->next->k = 3; h(o); see(o->next->k);',
  ],
  [
    'by memset',
    'void h(struct s *p) { memset(p->d, 0, sizeof *p->d); }',
    'p->d->x = 3; h(p); see(p->d->x);',
  ],
  [
    'by code that is not seen',
    'void h(struct s *p) { unseen(p->d); }',
    'p->d->x = 3; h(p); see(p->d->x);',
  ],
  ['behind a global', 'void h(void) { g->in.x = 5; }', 'g->in.x = 3; h(); see(g->in.x);'],
  ['a field of a global', 'void h(void) { gs.in.x = 5; }', 'gs.in.x = 3; h(); see(gs.in.x);'],
  [
    'an element of a global',
    'void h(void) { fs.arr[1] = 5; }',
    'fs.arr[1] = 3; h(); see(fs.arr[1]);',
  ],
  ['what a global points to', 'void h(void) { *gp = 5; }', '*gp = 3; h(); see(*gp);'],
])('a function writes further away than where its parameters point: %s', (_, helper, body) => {
  expect(seen(`static ${helper}`, body)).toEqual([ANY]);
});

test.each([
  ['the same index', 'p[i].k = 3; set(&p[i]); see(p[i].k);'],
  ['perhaps the same index', 'struct s a[4] = {0}; a[2].k = 3; set(&a[i]); see(a[2].k);'],
  [
    'an element that was not named before',
    'struct s a[4] = {0}, *b = &a[1]; set(&a[i]); see(b->k);',
  ],
  ['a pointer that was moved', 'p[1].k = 3; set(p + 1); see(p[1].k);'],
  ['a global array', 'static struct s t[4]; t[i].k = 3; set(&t[i]); see(t[i].k);'],
])('a function writes a field of one of several records: %s', (_, body) => {
  for (const range of seen('static void set(struct s *p) { p->k = 5; }', body)) {
    expect(range).not.toBe('3..3');
    expect(range).not.toBe('0..0');
  }
});

test('fields that no callee writes stay what they were', () => {
  const helper = 'static void h(struct o *o) { o->s->k = 5; }';
  expect(seen(helper, 'o->s->arr[1] = 3; o->k = 2; h(o); see(o->s->arr[1]); see(o->k);')).toEqual([
    '3..3',
    '2..2',
  ]);
  expect(seen(helper, 'struct s l; l.k = 3; h(o); see(l.k);')).toEqual(['3..3']);
  const text = 'static void h(struct o *o) { snprintf(o->any, 8, "%d", o->k); }';
  expect(seen(text, 'o->s->k = 3; h(o); see(o->s->k);')).toEqual(['3..3']);
});

test('a field of a record that was written in part may be what a pointer in another one leads to', () => {
  const record = 'struct t { int a; struct { int d; } in; int *p; };';
  const helper = 'static void through(struct t *p) { *p->p = 6; }';
  const body =
    'struct t rows[2] = {{0}}, one = {0}; rows[1].p = &rows[0].a; rows[i & 1].in = one.in; through(&rows[1]); see(rows[0].a);';
  expect(seen(`${record} ${helper}`, body)).toEqual(['-2147483648..2147483647']);
});
