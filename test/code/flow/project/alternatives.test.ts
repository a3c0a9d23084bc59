import { expect, test } from '@jest/globals';
import { surveyUnit } from '../../../../src/code/flow/project/analyse-unit.ts';
import { NO_PROJECT } from '../../../../src/code/flow/project/project-knowledge.ts';
import { lower, rangesInUnit as seen } from '../../../support/c-code.ts';

const ANY = '-2147483648..2147483647';

test('any function of a name may be meant, whatever the condition that it stands under', () => {
  const text = `#if HAVE_SETTING
int get(struct s *p) { p->n = 5; return 0; }
#else
int get(struct s *p) { return -1; }
#endif
struct s { int n; };
void f(void) { struct s s; s.n = 0; int r = get(&s); see(r); see(s.n); if (r == 0) see(1); }
#if HAVE_LIMIT
static int limit(int n) { return n; }
#else
static int limit(int n) { return 7; }
#endif
void g(void) { see(limit(3)); }
`;
  expect(seen(text)).toEqual([ANY, ANY, '1..1', ANY]);
});

test('memory that each of them allocates is memory that the caller gets', () => {
  const text = `#if HAVE_POOL
void *get(unsigned long n) { return malloc(n); }
#elif HAVE_ZERO
void *get(unsigned long n) { return calloc(1, n); }
#else
void *get(unsigned long n) { return 0; }
#endif
`;
  const [summary] = surveyUnit(lower(text), 'test.c', NO_PROJECT).summaries;
  expect(summary?.returns).toMatchObject({
    mayBeNull: true,
    mayBeNonNull: true,
    allocation: { family: 'malloc' },
  });
});

test('a field that is set to what has no name there may hold any function', () => {
  const text = `struct out { int (*write)(int n); };
static int none(int n) { return -1; }
void reset(struct out *o) { o->write = none; }
void set(struct out *o, int (*write)(int n)) { o->write = write; }
void f(struct out *o) { see(o->write(3)); }
`;
  expect(seen(text)).toEqual([ANY]);
  expect(seen(text.replace(/void set.*\n/, ''))).toEqual(['-1..-1']);
  const copied = 'void set(struct out *o, const struct out *from) { o->write = from->write; }';
  expect(seen(text.replace(/void set.*/, copied))).toEqual(['-1..-1']);
  const chosen = 'void set(struct out *o, int n) { o->write = n ? none : 0; }';
  expect(seen(text.replace(/void set.*/, chosen))).toEqual(['-1..-1']);
});

test('a variable argument that is an address may be filled', () => {
  const text = `int get(int tag, ...) { return tag; }
void f(int tag) { int n = 0, k = 0; get(tag, &n, k); see(n); see(k); }
`;
  expect(seen(text)).toEqual([ANY, '0..0']);
});
