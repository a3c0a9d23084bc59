import { type Random, seededRandom } from '../../src/equivalence/inputs/values/random.ts';
import { FIRST_PROBE } from './probes.ts';

/** A program in two files, of which the engine sees one, as a project sees a library by its header alone. */
export interface SplitProgram {
  readonly seen: string;
  readonly unseen: string;
}

const TYPES = `struct in { int d; int e; };
struct s { int a; int b; unsigned char c; int *p; struct in in; int v[3]; };
struct o { struct s *s; struct in *in; struct o *next; int k; };
union u { int i; unsigned j; unsigned char bytes[4]; };
`;

const UNSEEN_HEADER = `void fill_int(int *p);
void fill_ints(int *p, int count);
void fill_record(struct s *p);
void fill_inner(struct in *p);
void fill_bytes(void *p, int count);
void fill_pointer(int **p);
void fill_globals(void);
void keep(int *p);
void keep_record(struct s *p);
void touch(void);
int number(void);
void swap(int *a, int *b);
void fill_behind(struct o *p);
void call_back(void);
`;

/** What the engine does not see writes numbers of its own wherever it has been given an address. */
const UNSEEN = `${TYPES}
extern int g0, g1; extern struct s gs; extern int *gp; extern void from_outside(void);
static unsigned long state = 88172645463325252ul;
static int other, other2 = 7;
static int *kept; static struct s *kept_record;
int number(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)(state % 2001) - 1000; }
void fill_int(int *p) { *p = number(); }
void fill_ints(int *p, int count) { for (int i = 0; i < count; i++) p[i] = number(); }
void fill_inner(struct in *p) { if (number() > 0) p->d = number(); p->e = number(); }
void fill_record(struct s *p) { p->a = number(); if (number() > 0) p->b = number(); p->c = (unsigned char)number(); p->p = number() > 0 ? &other : &p->b; fill_inner(&p->in); p->v[1] = number(); }
void fill_bytes(void *p, int count) { for (int i = 0; i < count; i++) ((unsigned char *)p)[i] = (unsigned char)number(); }
void fill_pointer(int **p) { *p = number() > 0 ? &other : &other2; }
void fill_globals(void) { g0 = number(); if (number() > 0) g1 = number(); gs.a = number(); gs.in.d = number(); gp = number() > 0 ? &g0 : &other; }
void keep(int *p) { kept = p; }
void keep_record(struct s *p) { kept_record = p; }
void touch(void) { if (kept) *kept = number(); if (kept_record) { kept_record->b = number(); kept_record->v[2] = number(); } }
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
void fill_behind(struct o *p) { p->s->a = number(); if (p->next) p->next->k = number(); if (number() > 0) fill_inner(p->in); }
void call_back(void) { if (number() > 0) from_outside(); }
`;

/** Functions of the file itself, which summaries tell of. */
const HELPERS = `static void set(int *p, int value) { *p = value; }
static void set_if(int *p, int value) { if (value > 0) *p = value; }
static int get(const struct s *p) { return p->a; }
static void through(struct s *p) { fill_int(&p->in.e); p->b = 3; }
static struct s made(int a) { struct s r = {a, 1, 2, 0, {3, 4}, {5, 6, 7}}; r.p = &g1; return r; }
static void give(int **p) { *p = &g0; }
static int *which(struct s *p, int first) { return first ? &p->a : &p->in.d; }
static void both(int *a, int *b) { *a = 1; *b = 2; }
static void copy_in(struct in *to, const struct in *from) { *to = *from; }
static void set_in(struct in *p, int value) { p->d = value; if (value > 3) p->e = value; }
static void set_field(struct s *p, int value) { p->b = value; }
static void set_nested(struct s *p, int value) { p->in.d = value; p->v[1] = value; }
static void behind(struct o *p, int value) { p->s->a = value; p->in->e = 2; }
static void two_behind(struct o *p, int value) { if (p->next) { behind(p->next, value); p->next->k = 1; } }
static void all(struct o *p, int value) { for (int i = 0; i < 3 && p; i++) { p->k = value; p->s->in.e = value; p = p->next; } }
static void behind_by_other(struct o *p) { fill_inner(p->in); set_nested(p->s, 4); }
static void through_pointer(struct s *p) { *p->p = 6; }
static void global_behind(int value) { go.s->in.d = value; go.in->e = value; *gp = 2; }
static void clear_behind(struct o *p) { memset(p->in, 0, sizeof *p->in); }
static int calls; void from_outside(void) { calls = 5; go.k = 1; }
static void by_others(void) { call_back(); }
static void deeper_by_others(void) { by_others(); }
static int narrow(unsigned value) { return value; }
static signed char narrower(int value) { return value; }
static int in_range(int value) { return value >= 0 && value < 10; }
static int is_valid(int value) { if (!in_range(value)) return 0; return value != 5; }
static int sign_of(int value) { if (value < -3) return -1; if (value == 0) return 0; return value > 20 ? 1 : 2; }
static int limited(int value, int gentle) { if (value > 40) { if (gentle) return -1; fill_int(&value); } return 0; }
static int set_valid(int *p, int value) { if (!is_valid(value)) return -1; *p = value; return 0; }
static struct o *next_if(struct o *p, int value) { if (!in_range(value)) return 0; return p->next; }
static struct o *itself(struct o *p) { if (!p) return 0; p->k++; return p; }
`;

const MAX_DEPTH = 3;
const STATEMENTS = 14;

/** Makes the program of a seed. It has no undefined behaviour with -fwrapv and without strict aliasing. */
export function splitProgram(seed: number): SplitProgram {
  const maker = new Maker(seed);
  const seen = `${TYPES}${UNSEEN_HEADER}#include <string.h>
int g0 = 1, g1; struct s gs; int *gp = &g1; struct o go = {&gs, &gs.in, 0, 5};
${HELPERS}
${maker.functionText('work0', false)}
${maker.functionText('work1', true)}
int main(void) { for (int i = 0; i < 6; i++) { work0(i); work1(i); } return 0; }
`;
  return { seen, unseen: UNSEEN };
}

/** Writes statements at random. */
class Maker {
  private readonly random: Random;
  private nextProbe = FIRST_PROBE;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  functionText(name: string, callsOther: boolean): string {
    const body = this.statements(0, STATEMENTS);
    return `static void ${name}(int n) {
  int ok = 0, fine = 1; int x = 0, y = n, i0 = 0, i1 = 0, i2 = 0, i3 = 0; struct s s = {0}, t = {1, 2}; struct s rows[2] = {{0}}; int v[4] = {1, 2, 3, 4};
  union u u = {5}; int *q = &x, *r = &s.b; struct s *ps = &s; struct in *pi = &t.in;
  struct o o = {&s, &t.in, 0, 3}, o2 = {&rows[1], &s.in, &o, 4}; struct o *po = &o2;
  s.p = &y; t.p = &t.v[0]; rows[0].p = &x; rows[1].p = &rows[0].a; gs.p = gs.p ? gs.p : &g1;
${callsOther ? '  work0(y);\n' : ''}${body}  keep(0); keep_record(0); gp = &g1; gs.p = &g1; (void)i0; (void)i1; (void)i2; (void)i3; (void)q; (void)r; (void)ps; (void)pi; (void)po;
}
`;
  }

  private below(count: number): number {
    return this.random.below(count);
  }

  private pick<T extends NonNullable<unknown>>(...items: readonly T[]): T {
    return this.random.pick(items);
  }

  /** A place that holds an int. */
  private place(): string {
    return this.pick(
      'x',
      'y',
      's.a',
      's.b',
      's.in.d',
      's.in.e',
      't.a',
      't.in.e',
      't.v[1]',
      's.v[2]',
      's.v[n & 1]',
      'rows[0].a',
      'rows[1].b',
      'rows[n & 1].a',
      'rows[i0 & 1].in.d',
      'rows[1].v[2]',
      'v[0]',
      'v[3]',
      'v[n & 3]',
      'v[i0 & 3]',
      'u.i',
      'g0',
      'g1',
      'gs.a',
      'gs.in.d',
      '(*q)',
      '(*r)',
      'ps->a',
      'ps->b',
      'ps->in.e',
      'ps->v[1]',
      'pi->d',
      'pi->e',
      '(*s.p)',
      '(*gp)',
      'o.k',
      'o2.k',
      'o.s->a',
      'o2.in->e',
      'po->s->in.d',
      'po->in->d',
      'po->k',
      'go.s->in.d',
      'go.k',
      'calls',
      'ok',
      'fine',
    );
  }

  private record(): string {
    return this.pick('s', 't', 'rows[0]', 'rows[1]', 'rows[n & 1]', 'gs', '*ps');
  }

  private inner(): string {
    return this.pick('s.in', 't.in', 'rows[1].in', 'rows[i0 & 1].in', 'gs.in', 'ps->in', '*pi');
  }

  private value(): string {
    return this.pick(
      () => `${this.below(9)}`,
      () => this.place(),
      () => `(${this.place()} & 15) + ${this.below(5)}`,
      () => `(${this.place()} % 7)`,
      () => `get(&${this.record()})`,
      () => `narrow(${this.place()})`,
      () => `narrower(${this.place()})`,
      () => this.check(),
      () => `(${this.condition()} ${this.pick('&&', '||')} ${this.condition()})`,
      () => 'number()',
      () => `(${this.place()} < ${this.place()})`,
      () => `${this.record()}.c`.replace('*ps.c', 'ps->c'),
      () => 'u.bytes[1]',
      () => 'n',
    )();
  }

  /** A call whose result tells of what it is given. */
  private check(): string {
    return this.pick(
      () => `in_range(${this.place()})`,
      () => `is_valid(${this.place()})`,
      () => `sign_of(${this.place()})`,
      () => `limited(${this.place()}, ${this.pick('ok', 'n & 1', '0')})`,
      () => `set_valid(&${this.place()}, ${this.place()})`,
    )();
  }

  private condition(): string {
    return this.pick(
      () => `${this.place()} ${this.pick('<', '>', '==', '!=', '>=')} ${this.value()}`,
      () => this.place(),
      () => 'q == r',
      () => this.pick('ok', '!ok', 'fine', '!fine', 'ok && !fine'),
      () => `${this.check()} ${this.pick('< 0', '== 0', '> 0', '!= 0')}`,
      () => `!${this.check()}`,
      () => `ps == &${this.pick('s', 't', 'rows[1]', 'gs')}`,
      () => 'number() > 0',
      () => 'n & 1',
    )();
  }

  private probe(place: string): string {
    const probe = this.nextProbe;
    this.nextProbe += 1;
    return `labs(${probe}L); labs((long)(${place}));\n`;
  }

  private statements(depth: number, count: number): string {
    let text = '';
    for (let at = 0; at < count; at += 1) {
      text += `${'  '.repeat(depth + 1)}${this.statement(depth)}\n`;
      text += '  '.repeat(depth + 1) + this.probe(this.place());
    }
    return text;
  }

  private statement(depth: number): string {
    const block = () =>
      `{\n${this.statements(depth + 1, 1 + this.below(3))}${'  '.repeat(depth + 1)}}`;
    if (depth < MAX_DEPTH && this.below(4) === 0)
      return this.pick(
        () => `if (${this.condition()}) ${block()}`,
        () => `if (${this.condition()}) ${block()} else ${block()}`,
        () => `for (i${depth} = 0; i${depth} < ${1 + this.below(4)}; i${depth}++) ${block()}`,
        () =>
          `switch (${this.place()} & 3) { case 0: ${block()} case 1: ${block()} break; default: ${block()} }`,
      )();
    return this.pick(
      () => `${this.place()} = ${this.value()};`,
      () => `${this.place()} ${this.pick('+=', '-=', '^=', '|=', '&=')} ${this.value()};`,
      () => `${this.place()}${this.pick('++', '--')};`,
      () => `q = &${this.place()};`,
      () => `r = ${this.pick('q', 's.p', 'gp', 'ps->p', `which(ps, ${this.condition()})`)};`,
      () => `ps = &${this.pick('s', 't', 'rows[0]', 'rows[1]', 'rows[n & 1]', 'gs')};`,
      () => `pi = &${this.pick('s.in', 't.in', 'rows[1].in', 'ps->in', 'rows[n & 1].in')};`,
      () =>
        `${this.pick('s', 't', 'rows[0]', 'gs', 'ps[0]')}.p = ${this.pick('&x', '&y', '&s.b', '&g0', 'q', '&v[2]', '&t.in.d')};`,
      () => `${this.record()} = ${this.pick(this.record(), `made(${this.value()})`)};`,
      () => `${this.inner()} = ${this.inner()};`,
      () => `copy_in(&${this.inner()}, &${this.inner()});`,
      () => `fill_int(&${this.place()});`,
      () =>
        `fill_ints(${this.pick('v', 's.v', 't.v', 'rows[1].v', '&v[1]', 'ps->v')}, ${1 + this.below(3)});`,
      () => `fill_record(&${this.record()});`,
      () => `fill_inner(&${this.inner()});`,
      () =>
        `fill_bytes(&${this.pick('u', 'u.j', 'u.bytes', 's.in', 't.a', 'v[1]', 'x', 'ps->b')}, 4);`,
      () => `fill_pointer(&${this.pick('q', 'r', 's.p', 't.p', 'rows[n & 1].p', 'gp', 'ps->p')});`,
      () => `give(&${this.pick('q', 'r', 's.p', 'ps->p', 'rows[1].p')});`,
      () => 'fill_globals();',
      () => `keep(&${this.place()});`,
      () => `keep_record(&${this.record()});`,
      () => 'touch();',
      () => `swap(&${this.place()}, &${this.place()});`,
      () => `both(&${this.place()}, &${this.place()});`,
      () => `set(&${this.place()}, ${this.value()});`,
      () => `set_if(${this.pick('q', 'r', '&x', '&s.in.d', '&ps->b')}, ${this.value()});`,
      () => `through(&${this.record()});`,
      () => `set_in(&${this.inner()}, ${this.value()});`,
      () => `set_field(&${this.record()}, ${this.value()});`,
      () => `set_nested(&${this.record()}, ${this.value()});`,
      () =>
        `${this.pick('behind', 'two_behind', 'all')}(${this.pick('&o', '&o2', 'po', '&go')}, ${this.value()});`,
      () =>
        `${this.pick('behind_by_other', 'clear_behind', 'fill_behind')}(${this.pick('&o', '&o2', 'po', '&go')});`,
      () => `through_pointer(&${this.record()});`,
      () => `global_behind(${this.value()});`,
      () => this.pick('by_others();', 'deeper_by_others();', 'call_back();'),
      () => `po = ${this.pick('&o', '&o2', '&go', 'o2.next')};`,
      () => `${this.pick('ok', 'fine')} = ${this.condition()};`,
      () => `${this.pick('ok', 'fine')} = ${this.check()};`,
      () =>
        `if (${this.pick('next_if(&o2, ', 'next_if(&go, ')}${this.place()}) != 0) po = itself(o2.next);`,
      () =>
        `${this.pick('o', 'o2')}.s = ${this.pick('&s', '&t', '&rows[0]', '&rows[n & 1]', '&gs')};`,
      () => `${this.pick('o', 'o2')}.in = ${this.pick('&s.in', '&t.in', 'pi', '&gs.in')};`,
      () =>
        `memset(&${this.pick('s.in', 't.v', 'v', 'u', 'rows[1].in', 'x', 'pi->e', 'rows[n & 1].v')}, ${this.below(2)}, 4);`,
      () =>
        `memcpy(&${this.pick('s.in', 't.in', 'rows[n & 1].in', '*pi')}, ${this.pick('&gs.in', 'v', '&s.v[1]', 'pi')}, sizeof(struct in));`.replace(
          'memcpy(&*pi, pi',
          'memmove(&*pi, pi',
        ),
      () => `u.${this.pick('i', 'j')} = (unsigned)${this.value()};`,
      () => `u.bytes[${this.pick('0', '1', '3', 'n & 3')}] = (unsigned char)${this.value()};`,
      () =>
        `((unsigned char *)&${this.pick('x', 's.a', 'v[2]', 'ps->b')})[${this.pick('0', '3', 'n & 1')}] = ${this.below(3)};`,
    )();
  }
}
