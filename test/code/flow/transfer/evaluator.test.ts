import { describe, expect, test } from '@jest/globals';
import type { FlowListener } from '../../../../src/code/flow/interpreter/events.ts';
import { analyse, ranges, sights } from '../../../support/c-code.ts';

describe('arithmetic', () => {
  test.each([
    ['see(2 + 3 * 4);', '14..14'],
    ['if (a > 0 && a < 10) see(a + 5);', '6..14'],
    ['if (a > 0 && a < 10) see(5 - a);', '-4..4'],
    ['if (a > 0 && a < 10) see(a * 3);', '3..27'],
    ['if (a > 0 && a < 10 && b > 1 && b < 4) see(a * b);', '2..27'],
    ['see(a % 10);', '-9..9'],
    ['see(n % 10);', '0..9'],
    ['see(a & 15);', '0..15'],
    ['see(n >> 28);', '0..15'],
    ['see(n / 2);', '0..2147483647'],
    ['if (n < 8) see(n | 3);', '0..7'],
    ['if (n < 4) see(1 << n);', '1..8'],
    ['see(!a);', '0..1'],
    ['see(a < b);', '0..1'],
    ['see(a == b ? 3 : 8);', '3..8'],
    ['see((unsigned char)a);', '0..255'],
    ['see((signed char)200);', '-56..-56'],
    ['see((unsigned)-1);', '4294967295..4294967295'],
    ['see(-1u);', '4294967295..4294967295'],
    ['see(-n);', '0..4294967295'],
    ['see(~0u);', '0..4294967295'],
    ['see(n - 1);', '0..4294967295'],
    ['see(a ? -1 : 1u);', '1..4294967295'],
    ['see(sizeof(int[4]));', '16..16'],
    ["see('a');", '97..97'],
  ])('%s', (body, expected) => {
    expect(ranges(body)).toEqual([expected]);
  });

  test('a division by an unsigned number takes a negative one for a large one', () => {
    expect(ranges('see(-6 / 2u);')).toEqual(['2147483645..2147483645']);
    expect(ranges('if (a < 0 && a > -3) see(a % 10u);')).toEqual(['0..9']);
  });

  test('shifting by an unknown amount may leave nothing', () => {
    expect(ranges('see(64 >> a);')).toEqual(['0..64']);
  });

  test('a remainder is below its right side only where that is positive', () => {
    expect(ranges('if (a >= 0) { int c = a % b; if (c > b) see(c); }')).toEqual(['0..2147483647']);
    expect(ranges('if (a >= 0 && b > 0) { int c = a % b; if (c >= b) see(c); }')).toEqual([]);
  });
});

describe('assignment', () => {
  test('cuts a value to the type that takes it', () => {
    expect(ranges('unsigned char c = 300; see(c);')).toEqual(['44..44']);
    expect(ranges('short s = a; see(s);')).toEqual(['-32768..32767']);
    expect(ranges('_Bool ok = 42; see(ok);')).toEqual(['1..1']);
  });

  test('counting wraps in small types as well', () => {
    expect(ranges('unsigned short s = 0; s--; see(s);')).toEqual(['65535..65535']);
    expect(ranges('unsigned char c = 255; ++c; see(c);')).toEqual(['0..0']);
    expect(ranges('unsigned char c = 250; c += 10; see(c);')).toEqual(['4..4']);
  });

  test('compound operators and steps know the value before', () => {
    expect(ranges('a = 5; a += 3; a <<= 2; see(a);')).toEqual(['32..32']);
    expect(ranges('a = 5; see(a++); see(a); see(--a);')).toEqual(['5..5', '6..6', '5..5']);
  });

  test('through a pointer changes what it points to', () => {
    expect(ranges('int x = 1; int *q = &x; *q = 7; see(x);')).toEqual(['7..7']);
    const [either] = ranges('int x = 1, y = 2; int *q = a ? &x : &y; *q = 7; see(x);');
    expect(either).toBe('1..2147483647');
  });

  test('through a pointer to a field changes the field', () => {
    const text = `struct s { int x; struct { int y; } in; };
      void f(void) {
        struct s p = { 1, { 2 } };
        int *x = &p.x, *y = &p.in.y;
        *x = 7;
        *y = 8;
        see(p.x); see(p.in.y);
        p.x = 9;
        see(*x);
      }`;
    expect(sights(text).map(([first]) => first?.range)).toEqual(['7..7', '8..8', '9..9']);
  });

  test('of zero to all bytes clears the fields', () => {
    const text = `struct s { int x; struct { int y; } in; };
      void f(int a) {
        struct s p;
        p.x = a; p.in.y = a;
        memset(&p, 0, sizeof p);
        see(p.x); see(p.in.y);
        p.in.y = a;
        memset(&p, 0, 4);
        see(p.in.y);
      }`;
    const found = sights(text).map(([first]) => first?.range);
    expect(found).toEqual(['0..0', '0..0', '-2147483648..2147483647']);
  });

  test('of a structure copies its fields', () => {
    const text = `struct s { int x; int y; };
      void f(void) { struct s p = { 1, 2 }, q; q = p; p.x = 9; see(q.x); see(q.y); see(p.x); }`;
    expect(sights(text).map(([first]) => first?.range)).toEqual(['1..1', '2..2', '9..9']);
  });
});

describe('arrays', () => {
  test('elements at constant places are kept apart', () => {
    expect(ranges('int t[4]; t[1] = 5; t[2] = 6; see(t[1]); see(t[2]);')).toEqual(['5..5', '6..6']);
  });

  test('a write at an unknown place may be any of them', () => {
    const [range] = ranges('int t[4]; t[1] = 5; if (a >= 0 && a < 4) t[a] = 9; see(t[1]);');
    expect(range).toBe('5..2147483647');
  });

  test('what an initialiser leaves out is zero, until somebody writes somewhere', () => {
    expect(ranges('int t[1] = {0}; see(t[0]); t[a] = 3; if (t[0] == 3) see(3);')).toEqual([
      '0..0',
      '3..3',
    ]);
  });

  test('the size of the object is known wherever the pointer goes', () => {
    const text = 'void f(int n) { char t[16]; char *p = t; p = p + 4; see(p); char v[n]; see(v); }';
    expect(sights(text).map(([first]) => first?.size)).toEqual([
      '16..16',
      '-2147483648..2147483647',
    ]);
  });
});

describe('elements', () => {
  test('at different places may differ', () => {
    expect(ranges('if (p[a] > p[b]) see(1); else see(2);')).toEqual(['1..1', '2..2']);
    expect(ranges('int x = p[a]; if (p[a + 1] < x) see(x - p[b]);')).toEqual(['-254..255']);
    const sort = `for (a = 1; a < 9; a++) {
      int key = p[a];
      for (b = a - 1; b >= 0 && p[b] > key; b--) { see(b); p[b + 1] = p[b]; }
      p[b + 1] = key;
    }`;
    expect(ranges(sort)).toEqual(['0..7']);
  });

  test('at one place are the same until somebody writes there', () => {
    expect(ranges('if (p[a] < 5 && p[a] > 2) see(p[a]);')).toEqual(['3..4']);
    expect(ranges('if (p[a] != p[a]) see(1);')).toEqual([]);
    expect(ranges('if (p[a] < 5) { p[b] = 9; see(p[a]); }')).toEqual(['-128..127']);
    expect(ranges('while (p[a] == 7) a++; see(p[a]);')).toEqual(['-128..127']);
  });
});

describe('effects inside expressions', () => {
  test('the right side of && and || runs only where it counts', () => {
    expect(ranges('int x = 0; a && (x = 5); see(x);')).toEqual(['0..5']);
    expect(ranges('int x = 0; (a > 3 && (x = 5)) ? see(x) : see(1);')).toEqual(['5..5', '1..1']);
    expect(ranges('int x = 0; 1 || (x = 5); see(x);')).toEqual(['0..0']);
  });

  test('only one side of a choice runs', () => {
    expect(ranges('int x = 0, y = 0; a ? (x = 1) : (y = 1); see(x + y);')).toEqual(['0..2']);
  });
});

describe('asking', () => {
  test('for the value of an expression changes nothing', () => {
    const seen: string[] = [];
    const listener: FlowListener = {
      call({ call }, facts) {
        const [arg] = call.args;
        if (call.name !== 'look' || arg === undefined) return;
        for (let turn = 0; turn < 2; turn += 1) {
          const { lo, hi } = facts.range(facts.valueOf(arg));
          seen.push(`${lo}..${hi}`);
        }
      },
    };
    analyse('void f(void) { int x = 3; look(x); look(x++); look(x); }', listener);
    expect(seen).toEqual(['3..3', '3..3', '4..4', '4..4', '4..4', '4..4']);
  });

  test('for the value of a call allocates nothing', () => {
    const listener: FlowListener = {
      branch: (condition, _assertion, facts) => void facts.valueOf(condition),
      lost: ({ name }) => void lost.push(name),
    };
    const lost: string[] = [];
    const text = (rest: string) => `char *f(void) {
      char *m;
      if ((m = malloc(4)) == NULL) return NULL;
      ${rest}
    }`;
    analyse(text('return m;'), listener);
    expect(lost).toEqual([]);
    analyse(text('return NULL;'), listener);
    expect(lost).toEqual(['malloc']);
  });
});

test('a write at one index may be one of the element at another index', () => {
  const seen = (write: string) => {
    const code = `void see(int); void f(int k, int all[8]) { if (all[k] != 0) return; ${write} see(all[k]); }`;
    return sights(code)[0]?.[0]?.range;
  };
  expect(seen('')).toBe('0..0');
  expect(seen('all[2] = 9;')).not.toBe('0..0');
  expect(seen('all[0] = 9;')).not.toBe('0..0');
});
