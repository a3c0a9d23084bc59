import { describe, expect, test } from '@jest/globals';
import type { Expr, LoweredFunction, Step, Terminator } from '../../../../src/code/c/ir/ast.ts';
import { functionOf, lower, rangesInUnit } from '../../../support/c-code.ts';

function nameOf(expr: Expr | undefined, text: string): string {
  return expr === undefined ? '' : text.slice(expr.start, expr.end);
}

function stepText(step: Step, text: string): string {
  if (step.kind === 'eval') return nameOf(step.expr, text);
  if (step.kind === 'declare') {
    return `declare ${step.variable.name}${step.init === undefined ? '' : ` = ${nameOf(step.init, text)}`}`;
  }
  return `leave ${step.variables.map((variable) => variable.name).join(' ')}`;
}

/** The paths through a function as lists of its steps, each block at most twice. */
function paths(fn: LoweredFunction, text: string): string[] {
  const found: string[] = [];
  const walk = (id: number, steps: readonly string[], seen: readonly number[]): void => {
    const block = fn.blocks[id];
    if (block === undefined || seen.filter((each) => each === id).length > 1) return;
    const here = [...steps, ...block.steps.map((step) => stepText(step, text))];
    const on = (to: number, label?: string): void =>
      walk(to, label === undefined ? here : [...here, label], [...seen, id]);
    follow(block.end, text, on, (last) => found.push([...here, last].join('; ')));
  };
  walk(0, [], []);
  return found;
}

function follow(
  end: Terminator,
  text: string,
  on: (to: number, label?: string) => void,
  stop: (label: string) => void,
): void {
  switch (end.kind) {
    case 'jump':
      return on(end.to);
    case 'branch':
      on(end.then, nameOf(end.condition, text));
      return on(end.otherwise, `not ${nameOf(end.condition, text)}`);
    case 'switch':
      for (const { low, to } of end.cases) on(to, `case ${low}`);
      return on(end.otherwise, 'default');
    case 'return':
      return stop(end.start < 0 ? 'end' : `return ${nameOf(end.value, text)}`.trim());
    case 'stop':
      return stop('stop');
  }
}

/** The paths through a function body. */
function through(body: string, before = ''): string[] {
  const text = `${before}int f(int a, int b) { ${body} }`;
  return paths(functionOf(lower(text), 'f'), text);
}

test('if and else', () => {
  expect(through('if (a) x(); else y(); z();')).toEqual([
    'a; x(); z(); end',
    'not a; y(); z(); end',
  ]);
});

test('an early return leaves the rest out', () => {
  expect(through('if (a) return 1; return b;')).toEqual(['a; return 1', 'not a; return b']);
});

test('while, with break and continue', () => {
  expect(through('while (a) { if (b) break; x(); } y();')).toEqual(
    expect.arrayContaining(['a; b; y(); end', 'not a; y(); end', 'a; not b; x(); a; b; y(); end']),
  );
  expect(through('while (a) { if (b) continue; x(); }')).toContain('a; b; not a; end');
});

test('do runs its body first', () => {
  expect(through('do x(); while (a); y();')).toEqual([
    'x(); a; x(); not a; y(); end',
    'x(); not a; y(); end',
  ]);
});

test('do { } while (0) is no loop', () => {
  const text = 'void f(int a) { do { x(); if (a) break; y(); } while (0); z(); }';
  const fn = functionOf(lower(text));
  expect(fn.loops).toEqual([]);
  expect(paths(fn, text)).toEqual(['x(); a; z(); end', 'x(); not a; y(); z(); end']);
});

test('for evaluates its parts in order, and continue goes to the update', () => {
  expect(through('for (a = 0; a < 2; a++) { if (b) continue; x(); }')).toEqual(
    expect.arrayContaining([
      'a = 0; not a < 2; end',
      'a = 0; a < 2; b; a++; not a < 2; end',
      'a = 0; a < 2; not b; x(); a++; not a < 2; end',
    ]),
  );
});

test('for without a condition ends only by leaving it', () => {
  expect(through('for (;;) { if (a) break; x(); } y();')).toEqual([
    'a; y(); end',
    'not a; x(); a; y(); end',
  ]);
});

test('switch falls through, breaks and has a default wherever it stands', () => {
  expect(through('switch (a) { case 1: x(); case 2: y(); break; default: z(); } w();')).toEqual([
    'case 1; x(); y(); w(); end',
    'case 2; y(); w(); end',
    'default; z(); w(); end',
  ]);
});

test('switch without a default goes on behind', () => {
  expect(through('switch (a) { case 1: x(); } y();')).toEqual([
    'case 1; x(); y(); end',
    'default; y(); end',
  ]);
});

test('case labels are constants of any kind', () => {
  const before = '#define FIRST 1\nenum { SECOND = 2 };\n';
  expect(
    through("switch (a) { case FIRST: x(); break; case SECOND + 1: case 'c': y(); }", before),
  ).toEqual(['case 1; x(); end', 'case 3; y(); end', 'case 99; y(); end', 'default; end']);
});

test('continue in a switch belongs to the loop around it', () => {
  expect(through('while (a) { switch (b) { case 1: continue; } x(); }')).toContain(
    'a; case 1; not a; end',
  );
});

test('goto goes forwards and backwards', () => {
  expect(through('again: x(); if (a) goto again; if (b) goto out; y(); out: z();')).toEqual(
    expect.arrayContaining(['x(); a; x(); not a; b; z(); end', 'x(); not a; not b; y(); z(); end']),
  );
});

test('a condition that is constant goes one way', () => {
  expect(through('if (0) x(); else y(); while (1) { if (a) break; }')).toEqual([
    'y(); a; end',
    'y(); not a; a; end',
  ]);
  expect(through('if (sizeof(int) == 4) x();')).toEqual(['x(); end']);
});

test('a library function that never returns ends the path', () => {
  expect(through('if (a) exit(1); x();')).toEqual(['a; exit(1); stop', 'not a; x(); end']);
});

test('assert stops the program where its condition is false', () => {
  const text = 'void f(int a) { assert(a > 0); x(); }';
  const fn = functionOf(lower(text));
  expect(paths(fn, text)).toEqual(['a > 0; x(); end', 'not a > 0; stop']);
  expect(fn.blocks.map(({ end }) => end.kind === 'branch' && end.assertion)).toContain(true);
});

test('variables are declared in order and left at the end of their block', () => {
  expect(through('int x = a; { int y; char z[b]; use(y); } use(x);')).toEqual([
    'declare x = a; declare y; declare z; use(y); leave y z; use(x); leave x; end',
  ]);
});

test('the size of a variable-length array is kept', () => {
  const text = 'void f(int n) { char line[n + 1]; }';
  const steps = functionOf(lower(text)).blocks.flatMap((block) => block.steps);
  const counts = steps.map((step) => (step.kind === 'declare' ? nameOf(step.count, text) : ''));
  expect(counts).toContain('n + 1');
});

test('a comma in a statement makes two steps', () => {
  expect(through('a = 1, b = 2;')).toEqual(['a = 1; b = 2; end']);
});

describe('macros', () => {
  test('that are statements are expanded in their place', () => {
    const before = '#define CHECK(x) do { if (!(x)) return -1; } while (0)\n';
    const text = `${before}int f(int a) { CHECK(a); return 1; }`;
    const fn = functionOf(lower(text), 'f');
    expect(fn.blocks.filter(({ end }) => end.kind === 'return')).toHaveLength(2);
    expect(fn.loops).toEqual([]);
  });

  test('that pass their arguments on to one that is statements are expanded too', () => {
    const before =
      '#define report_at(level, ...) do { if (start(level)) __VA_ARGS__; if ((level) >= 3) abort(); } while (0)\n' +
      '#define report(level, ...) report_at(level, __VA_ARGS__)\n' +
      '#define fail(...) report(3, say(__VA_ARGS__))\n';
    const fn = functionOf(lower(`${before}int f(int a) { if (a) fail("no", a); return 1; }`), 'f');
    expect(paths(fn, 'x').length).toBeGreaterThan(2);
  });

  test('may declare variables of the block around them', () => {
    const text =
      '#define POINTERS() int *data; int at; data = field; at = 3\n' +
      'void see(int); extern int *field; void f(void) { POINTERS(); see(at); data[0] = 1; }';
    expect(rangesInUnit(text)).toEqual(['3..3']);
    expect(functionOf(lower(text), 'f').locals.map(({ name }) => name)).toEqual(['data', 'at']);
  });

  test('__builtin_constant_p is true of numbers', () => {
    const text =
      '#define fail(n) do { if (__builtin_constant_p(n) && (n) >= 3) abort(); } while (0)\n' +
      'void see(int); void f(int a) { if (a > 4) fail(3); see(a); }';
    expect(rangesInUnit(text)).toEqual(['-2147483648..4']);
  });

  test('may jump to a label of the function', () => {
    const before = '#define FAIL(x) if (x) goto out\n';
    const text = `${before}int f(int a) { FAIL(a); work(); out: return 1; }`;
    expect(paths(functionOf(lower(text), 'f'), text)).toHaveLength(2);
  });
});

describe('the preprocessor', () => {
  test('#if 0 leaves its text out, #if 1 takes it', () => {
    expect(through('\n#if 0\n x();\n#else\n y();\n#endif\n#if 1\n z();\n#endif\n')).toEqual([
      'y(); z(); end',
    ]);
  });

  test('no build goes where an #error stands', () => {
    const choice = (last: string) =>
      `void see(int); void f(void) { int x = 0;\n#if N == 4\n x = 1;\n#elif N == 2\n x = 2;\n#else\n${last}\n#endif\n see(x); }`;
    expect(rangesInUnit(choice('#error "no N"'))).toEqual(['1..2']);
    expect(rangesInUnit(choice('# error'))).toEqual(['1..2']);
    expect(rangesInUnit(choice('#warning "no N"'))).toEqual(['0..2']);
  });

  test('other conditions may go either way, and always the same one', () => {
    const text = 'void f(void) {\n#ifdef FAST\n x();\n#else\n y();\n#endif\n}';
    expect(paths(functionOf(lower(text)), text)).toHaveLength(2);
  });
});

describe('C++', () => {
  test('an exception goes to its handlers', () => {
    const text = 'void f(int a) { try { if (a) throw 1; x(); } catch (int e) { y(); } z(); }';
    const found = paths(functionOf(lower(text, 'cpp')), text);
    expect(found.some((path) => /throw 1;+ declare e = int e; y\(\); z\(\)/.test(path))).toBe(true);
    expect(found.some((path) => /x\(\); z\(\)/.test(path))).toBe(true);
  });

  test('a loop over a range declares its variable each time', () => {
    const text = 'void f(std::vector<int> v) { for (int x : v) use(x); }';
    const fn = functionOf(lower(text, 'cpp'));
    expect(fn.loops.map((loop) => loop.kind)).toEqual(['range']);
    expect(paths(fn, text).some((path) => /declare x.*use\(x\)/.test(path))).toBe(true);
  });
});
