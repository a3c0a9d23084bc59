import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EMPTY_ENVIRONMENT } from '../../../../src/code/flow/interpreter/call-environment.ts';
import type { FlowListener } from '../../../../src/code/flow/interpreter/events.ts';
import { analyseFunction } from '../../../../src/code/flow/solver/analyse-function.ts';
import { analyse, functionOf, lower, ranges, sights } from '../../../support/c-code.ts';

describe('loops', () => {
  test.each([
    ['for (a = 0; a < 10; a++) see(a);', ['0..9']],
    ['for (a = 0; a < 10; a++) ; see(a);', ['10..10']],
    ['for (a = 9; a >= 0; a--) see(a);', ['0..9']],
    ['for (a = 0; a < 10; a += 3) see(a);', ['0..9']],
    ['a = 0; while (1) { if (a >= 8) break; see(a); a++; }', ['0..7']],
    ['a = 0; do { see(a); } while (++a < 5);', ['0..4']],
    ['for (a = 0; a < 4; a++) for (b = 0; b < 6; b++) { see(a); see(b); }', ['0..3', '0..5']],
    ['for (n = 0; n < 10; n++) see(n); for (n = 5; n < 7; n++) see(n);', ['0..9', '5..6']],
    ['unsigned char c; for (c = 0; c < 200; c++) see(c);', ['0..199']],
    ['a = 700; do { a = a / 3; see(a); } while (a != 1);', ['0..233']],
    ['a = -700; do { a = a / 3; see(a); } while (a != -1);', ['-233..0']],
    ['for (a = 0; a != 10; a++) see(a);', ['0..9']],
    ['for (a = 10; a != 0; a--) see(a);', ['1..10']],
    ['char t[8]; for (a = 0; a != sizeof t; a++) see(a);', ['0..7']],
    ['for (a = 0; a != 5; a++) for (b = 0; 7 != b; b++) see(b);', ['0..6']],
  ])('%s', (body, expected) => {
    expect(ranges(body)).toEqual(expected);
  });

  test('an index stays below a limit that is not known', () => {
    const found: boolean[] = [];
    const listener: FlowListener = {
      call({ call, args: [first, second] }, facts) {
        if (call.name === 'see' && first !== undefined && second !== undefined)
          found.push(facts.atMost(first, second), facts.atMost(second, first));
      },
    };
    analyse('void f(int n) { int i; for (i = 0; i < n; i++) see(i + 1, n); }', listener);
    expect(found).toEqual([true, false]);
  });

  test('many in a row, and loops in loops, come to rest', () => {
    const row = Array.from({ length: 12 }, () => 'for (a = 0; a < 16; a++) g(a);').join(' ');
    const nest = `${Array.from('abcde', (each) => `for (${each} = 0; ${each} < 16; ${each}++) {`).join(' ')} g(a); }}}}}`;
    const variables = 'int a, int b, int c, int d, int e';
    for (const body of [row, nest]) {
      expect(analyse(`void f(${variables}) { ${body} }`, {}).cut).toBeUndefined();
    }
  });

  test('two variables that grow together keep no bound that only the first rounds had', () => {
    const body =
      'int m = get(); if (a < m) { b = a; while (get()) { b++; } if (b > m + 100) see(1); }';
    expect(ranges(body)).toEqual(['1..1']);
  });

  test('a loop that is entered from below by goto is seen', () => {
    expect(
      ranges('a = 0; goto in; again: see(a); in: a++; if (a < 3) goto again; see(a);'),
    ).toEqual(['1..2', '3..3']);
  });

  test('a head that nothing reaches at first is not forgotten', () => {
    const body = 'for (a = 0; a == 1; a++) { goto s2; } s1: ; s2: see(a); a++; goto s1;';
    expect(ranges(body)).toEqual(['0..2147483647']);
  });
});

describe('paths', () => {
  test('that differ in what became of a resource are kept apart', () => {
    const text = `void f(int a) {
      char *p = malloc(10);
      if (!p) return;
      if (a) { free(p); p = 0; }
      if (p) see(p);
    }`;
    expect(sights(text).map(([first]) => first?.isNull)).toEqual(['never']);
  });

  test('end where a function of the file never returns', () => {
    const text = 'void die(void) { exit(1); } void f(int a) { if (a < 0) die(); see(a); }';
    expect(sights(text, 'f').map(([first]) => first?.range)).toEqual(['0..2147483647']);
  });
});

describe('listeners', () => {
  test('hear each point once, in an order that does not change', () => {
    const text = `int f(int *p, int n) {
      int s = 0;
      for (int i = 0; i < n; i++) { if (p[i] > 3) s += p[i]; else g(s); }
      return s;
    }`;
    const hear = (): string[] => {
      const heard: string[] = [];
      const note = (what: string): void => void heard.push(what);
      analyse(text, {
        enter: (fn) => note(`enter ${fn.name}`),
        access: ({ expr, write }, facts) => note(`${write ? 'write' : 'read'} ${facts.text(expr)}`),
        call: ({ call }) => note(`call ${call.name}`),
        called: ({ call }) => note(`called ${call.name}`),
        branch: (condition, _, facts) => note(`branch ${facts.text(condition)}`),
        returned: () => note('return'),
        leave: (fn) => note(`leave ${fn.name}`),
      });
      return heard;
    };
    const heard = hear();
    expect(heard).toEqual(
      [
        'enter f',
        'branch i < n',
        'branch p[i] > 3',
        'read p[i]',
        'call g',
        'called g',
        'read p[i]',
        'return',
        'leave f',
      ].sort((a, b) => heard.indexOf(a) - heard.indexOf(b)),
    );
    expect(hear()).toEqual(heard);
  });

  test('a value that was never written is heard of', () => {
    const names: string[] = [];
    const listener: FlowListener = {
      uninitialised: ({ name, certainty }) => void names.push(`${name} ${certainty}`),
    };
    analyse('int f(int a) { int x, y, z = 1; if (a) y = 2; return x + y + z; }', listener);
    expect([...new Set(names)].sort()).toEqual(['x yes', 'y yes']);
  });

  test('memory that is lost is heard of, and memory that is given away is not', () => {
    const lost = (body: string): string[] => {
      const found: string[] = [];
      analyse(`char *f(char **out) { char *p = malloc(4); ${body} }`, {
        lost: (object) => void found.push(object.name),
      });
      return found;
    };
    expect(lost('return 0;')).toEqual(['malloc']);
    expect(lost('return p;')).toEqual([]);
    expect(lost('*out = p; return 0;')).toEqual([]);
    expect(lost('free(p); return 0;')).toEqual([]);
  });

  test('an addition that does not fit is heard of, one that is checked is not', () => {
    const overflows = (body: string): boolean[] => {
      const found: boolean[] = [];
      analyse(`int f(int a, int b) { ${body} }`, {
        arithmetic: ({ op, overflows: does }) => void (op === '+' && found.push(does)),
      });
      return found;
    };
    expect(overflows('return a + b;')).toEqual([true]);
    expect(
      overflows('if (a > 1000 || b > 1000) return 0; if (a < 0 || b < 0) return 0; return a + b;'),
    ).toEqual([false]);
  });
});

describe('main', () => {
  test('has a command line from outside', () => {
    const text = 'int main(int argc, char **argv) { see(argc, argv, argv[1]); return 0; }';
    const [[argc, argv, first] = []] = sights(text);
    expect([argc?.range, argv?.isNull, first?.taint]).toEqual(['0..2147483647', 'never', 'argv']);
  });

  test('the parameters of other functions are weak evidence', () => {
    const [[first] = []] = sights('void f(int n) { see(n); }');
    expect(first?.taint).toBe('parameter');
  });
});

const LABELS = 6;
const label = fc.nat(LABELS - 1);
const piece = fc.oneof(
  label.map((to) => `goto l${to};`),
  fc
    .tuple(fc.constantFrom('a < b', 'a++ < 9', 'p', '*p == 3', 'a == 2 || b'), label)
    .map(([condition, to]) => `if (${condition}) goto l${to};`),
  fc.constantFrom(
    'a++;',
    'b = a + b;',
    'p = malloc(a);',
    'free(p);',
    'p++;',
    '*p = a;',
    'q = p;',
    'a = q[b];',
  ),
  label.map((to) => `while (a > ${to}) { a--; if (b) goto l${to}; b++; }`),
);

test('jumps in every direction come to an end, and give the same twice', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(piece, { maxLength: 4 }), { minLength: LABELS, maxLength: LABELS }),
      (sections) => {
        const body = sections
          .map((section, index) => `l${index}: ; ${section.join(' ')}`)
          .join('\n');
        const unit = lower(`void f(int a, int b, char *p, char *q) { ${body} }`);
        const listen = (): string => {
          const heard: string[] = [];
          analyseFunction(unit, functionOf(unit), 'test.c', {
            access: ({ pointer }, facts) => void heard.push(JSON.stringify(facts.range(pointer))),
            release: ({ pointer }, facts) => void heard.push(facts.isNull(pointer)),
          });
          return heard.join();
        };
        expect(listen()).toBe(listen());
      },
    ),
    { numRuns: 200 },
  );
});

describe('whether a function returns', () => {
  test.each([
    ['int i, j; for (i = 0; i < 256; i++) for (j = 8; j > 0; j--) g();', false],
    ['int i; for (i = 0; i < 8; i++) g(); for (i = 0; i < 9; i++) g();', false],
    ['int i = 0; while (i < 8) { g(); i++; } while (i > 0) { i--; g(); }', false],
    ['int i = 0; do { i += 2; g(); } while (i != 100);', false],
    [
      'int i, j, k; for (i = 0; i < 4; i++) for (j = 0; j < 5; j++) for (k = 6; k; k--) g();',
      false,
    ],
    ['for (;;) g();', true],
    ['int i; for (i = 0; i < 3; i++) g(); while (1) g();', true],
  ])('is told of its summary: %s', (body, never) => {
    const unit = lower(`void g(void); void f(int n) { ${body} }`);
    const { summary } = analyseFunction(
      unit,
      functionOf(unit),
      'a.c',
      undefined,
      EMPTY_ENVIRONMENT,
    );
    expect(summary?.neverReturns).toBe(never);
  });
});
