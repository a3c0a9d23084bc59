import { describe, expect, test } from '@jest/globals';
import type { Expr } from '../../../../src/code/c/ir/ast.ts';
import { partsOf, visitFunction } from '../../../../src/code/c/ir/walk.ts';
import { functionOf, lower } from '../../../support/c-code.ts';

const COMMON = `
struct point { int x; short y; struct point *next; union { int number; char *text; }; };
typedef unsigned char byte;
static const int LIMIT = 10;
int helper(int a);
char *name(void);`;

/** An expression with every operation in brackets and names plain. */
function shape(expr: Expr): string {
  const inside = partsOf(expr).map(shape);
  switch (expr.kind) {
    case 'number':
      return String(expr.value);
    case 'string':
      return JSON.stringify(expr.value);
    case 'name':
      return expr.name;
    case 'binary':
    case 'assign':
      return `(${inside.join(` ${expr.op} `)})`;
    case 'unary':
      return `(${expr.op}${inside})`;
    case 'incdec':
      return expr.prefix ? `(${expr.op}${inside})` : `(${inside}${expr.op})`;
    case 'deref':
      return `(*${inside})`;
    case 'address':
      return `(&${inside})`;
    case 'index':
      return `${inside[0]}[${inside[1]}]`;
    case 'member':
      return `${inside}${expr.arrow ? '->' : '.'}${expr.name}`;
    case 'call':
      return `${expr.name === '' ? `(${inside[0]})` : expr.name}(${inside.slice(1).join(', ')})`;
    case 'sizeof':
      return `sizeof ${expr.size}`;
    default:
      return `${expr.kind}(${inside.join(', ')})`;
  }
}

/** The value returned by a function of `a`, `b`, `u`, `p`, `s` and `l`. */
function lowered(text: string, more = ''): Expr {
  const unit = lower(
    `${COMMON}\n${more}\nlong f(int a, int b, unsigned u, char *p, struct point *s, long l) { return ${text}; }`,
  );
  for (const { end } of functionOf(unit, 'f').blocks) {
    if (end.kind === 'return' && end.value !== undefined) return end.value;
  }
  throw new Error('nothing is returned');
}

test.each([
  ['a + b * 2', '(a + (b * 2))'],
  ['(a + b) * 2', '((a + b) * 2)'],
  ['a = b += 1', '(a = (b += 1))'],
  ['*p++', '(*(p++))'],
  ['--*p', '(--(*p))'],
  ['p[a + 1]', 'p[(a + 1)]'],
  ['s->next->x', 's->next->x'],
  ['(*s).y', '(*s).y'],
  ['&s->x', '(&s->x)'],
  ['*&a', 'a'],
  ['&*p', 'p'],
  ['helper(a)', 'helper(a)'],
  ['a, b', '(a , b)'],
  ['sizeof *s', 'sizeof 24'],
  ['sizeof(byte)', 'sizeof 1'],
  ['sizeof(a)', 'sizeof 4'],
  ['"ab" "cd"', '"abcd"'],
  ['a ?: b', 'conditional(a, b)'],
  ['a ? b : 1', 'conditional(a, b, 1)'],
  ['!a && ~b', '((!a) && (~b))'],
  ['NULL', '0'],
])('%s is lowered to %s', (text, expected) => {
  expect(shape(lowered(text))).toBe(expected);
});

describe('types', () => {
  test.each([
    ['a + u', 'u32'],
    ['a + l', 'i64'],
    ['u + l', 'i64'],
    ['a < u', 'i32'],
    ['p - p', 'i64'],
    ['*p', 'i8'],
    ['*p + *p', 'i32'],
    ['s->y', 'i16'],
    ['s->number', 'i32'],
    ['u << l', 'u32'],
    ['(byte)a', 'u8'],
    ['a ? a : u', 'u32'],
    ['10', 'i32'],
    ['10u', 'u32'],
    ['10L', 'i64'],
    ['4000000000', 'i64'],
    ['0xf0000000', 'u32'],
    ['helper(1)', 'i32'],
    ['strlen(p)', 'u64'],
    ['sizeof a', 'u64'],
    ['!l', 'i32'],
    ['-*p', 'i32'],
  ])('%s is %s', (text, expected) => {
    const { type } = lowered(text);
    expect(type.kind === 'int' ? `${type.signed ? 'i' : 'u'}${type.bits}` : type.kind).toBe(
      expected,
    );
  });

  test('a pointer keeps its type when it is moved', () => {
    expect(lowered('s + 1').type).toEqual(lowered('s').type);
  });
});

describe('names', () => {
  test('mean the innermost variable of that name', () => {
    const fn = functionOf(lower('void f(int a) { { int a = 1; g(a); } g(a); }'));
    const ids: (number | undefined)[] = [];
    visitFunction(fn, (expr) => {
      if (expr.kind === 'call')
        for (const arg of expr.args) ids.push(arg.kind === 'name' ? arg.variable?.id : -1);
    });
    expect(new Set(ids).size).toBe(2);
    expect(ids[1]).toBe(fn.parameters[0]?.id);
  });

  test('of functions and unknown things have no variable', () => {
    const call = lowered('helper(a)');
    expect(call.kind === 'call' && call.callee.kind === 'name' && call.callee.variable).toBe(
      undefined,
    );
  });

  test('a call through a variable or a member has no name', () => {
    const more = 'struct ops { int (*run)(int); }; extern struct ops *o; extern int (*g)(int);';
    for (const text of ['g(a)', 'o->run(a)', '(*g)(a)']) {
      const call = lowered(text, more);
      expect([call.kind, call.kind === 'call' ? call.name : '?']).toEqual(['call', '']);
      expect(call.type).toEqual({ kind: 'int', bits: 32, signed: true });
    }
  });
});

describe('macros', () => {
  test.each([
    ['#define N 8', 'a < N', '(a < 8)'],
    ['#define TWICE(x) ((x) + (x))', 'TWICE(b + 1)', '((b + 1) + (b + 1))'],
    ['#define OUTER(x) INNER(x)\n#define INNER(y) helper(y)', 'OUTER(a)', 'helper(a)'],
    ['#define NAME helper', 'NAME(a)', 'helper(a)'],
    ['#define FIELD(o, f) ((o)->f)', 'FIELD(s, y)', 's->y'],
    ['#define SIZE(t) sizeof(t)', 'SIZE(byte)', 'sizeof 1'],
    ['#define LONG \\\n  12', 'LONG', '12'],
    ['#define C /* why */ 5 // eh', 'C', '5'],
    ['#define PAIR(o) (o)->x, (o)->y', 'helper(PAIR(s), 1)', 'helper(s->x, s->y, 1)'],
    ['#define BOTH a, b', 'helper(1, BOTH)', 'helper(1, a, b)'],
    ['#define LAST (a, b)', 'helper(LAST)', 'helper((a , b))'],
  ])('%s', (macro, text, expected) => {
    expect(shape(lowered(text, macro))).toBe(expected);
  });

  test('join words, quote arguments, and pass on lists', () => {
    expect(shape(lowered('CAT(a, b)', '#define CAT(x, y) x##y'))).toBe('ab');
    expect(shape(lowered('TEXT(a + 1)', '#define TEXT(x) #x'))).toBe('"a + 1"');
    expect(shape(lowered('LOG(a, b)', '#define LOG(...) helper(__VA_ARGS__)'))).toBe(
      'helper(a, b)',
    );
    const log = '#define LOG(form, ...) helper(form, ##__VA_ARGS__)';
    expect(shape(lowered('LOG(a)', log))).toBe('helper(a)');
    expect(shape(lowered('LOG(a, b, c)', log))).toBe('helper(a, b, c)');
    const outer = '#define CAT(x) p_ ## x\n#define BOTH(y) CAT(y)';
    expect(shape(lowered('BOTH(a)', outer))).toBe('p_a');
  });

  test('are left as names where they cannot be expanded', () => {
    expect(shape(lowered('CAT(a + 1, b)', '#define CAT(x, y) x##y'))).toBe('CAT((a + 1), b)');
    expect(shape(lowered('LOG(a, b)', '#define LOG(one) helper(one)'))).toBe('LOG(a, b)');
    expect(shape(lowered('open(a)', '#define open(x) open(x, 0)'))).toBe('open(a, 0)');
    expect(shape(lowered('SELF', '#define SELF SELF'))).toBe('SELF');
  });

  test('that call each other for ever come to an end', () => {
    const text = shape(lowered('A(1)', '#define A(x) B(x)\n#define B(x) A(x)'));
    expect(text).toMatch(/^[AB]\(1\)$/);
  });

  test('call what the use names where a parameter is the callee', () => {
    const unit = lower('#define WITH(run, x) run(x)\nint f(int a) { return WITH(helper, a); }');
    const [name] = functionOf(unit).blocks.flatMap(({ end }) =>
      end.kind === 'return' && end.value?.kind === 'call' ? [end.value.name] : [],
    );
    expect(name).toBe('helper');
  });

  test('carry the place of their use', () => {
    const more = '#define TWICE(x) ((x) + (x))';
    const unit = lower(`${more}\nint f(int a) { return TWICE(a); }`);
    const at = unit.tree.text.indexOf('TWICE(a)');
    const value = functionOf(unit).blocks.flatMap(({ end }) =>
      end.kind === 'return' && end.value !== undefined ? [end.value] : [],
    )[0];
    expect([value?.start, value?.end]).toEqual([at, at + 'TWICE(a)'.length]);
  });

  test('give way to variables of their name', () => {
    expect(shape(lowered('a', '#define a 5'))).toBe('a');
  });
});

describe('C++', () => {
  test('casts, new and delete are their own expressions', () => {
    const unit = lower(
      'int *f(char *p, unsigned n) { delete[] p; return new (std::nothrow) int[static_cast<int>(n)]; }',
      'cpp',
    );
    const kinds: string[] = [];
    visitFunction(functionOf(unit), (expr) => {
      if (expr.kind === 'new')
        kinds.push(`new nothrow ${expr.nothrow} counted ${expr.count !== undefined}`);
      if (expr.kind === 'delete') kinds.push(`delete array ${expr.array}`);
      if (expr.kind === 'cast') kinds.push(expr.style);
    });
    expect(kinds).toEqual(['delete array true', 'new nothrow true counted true', 'static_cast']);
  });

  test('a method call has a receiver and the name of the method', () => {
    const unit = lower('void f(std::vector<int> &v) { v.push_back(1); }', 'cpp');
    const calls: string[] = [];
    visitFunction(functionOf(unit), (expr) => {
      if (expr.kind === 'call') calls.push(`${expr.name} on ${expr.receiver?.kind}`);
    });
    expect(calls).toEqual(['push_back on name']);
  });
});
