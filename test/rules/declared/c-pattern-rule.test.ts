import { describe, expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseRuleFile } from '../../../src/security/rule-packages/rule-file.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';

const grammars = loadGrammars();

/** What a rule says of a program: `line: message`, by line. */
async function hitsOf(
  rule: Readonly<Record<string, unknown>>,
  program: string,
  path = 'a.c',
): Promise<string[]> {
  const text = JSON.stringify({ rules: [{ id: 'acme/form', title: 'A form', ...rule }] });
  const { rules } = parseRuleFile(text, 'rules.yml');
  const { hits } = await analyseFile(path, program, grammars, NO_PROJECT, rules);
  return hits
    .filter((hit) => hit.rule === 'acme/form')
    .map(({ location, message }) => `${location.line}: ${message}`);
}

/** The lines of a function of C, from 2 on, that a rule reports. */
async function linesOf(
  rule: Readonly<Record<string, unknown>>,
  body: readonly string[],
  path?: string,
): Promise<number[]> {
  const program = ['void example(void) {', ...body, '}', ''].join('\n');
  return (await hitsOf(rule, program, path)).map((hit) => Number(hit.split(':')[0]));
}

describe('an expression', () => {
  const copy = { pattern: 'memcpy($DST, $SRC, strlen($SRC))' };

  test('is found by its metavariables, the same where they are repeated', async () => {
    const body = [
      'memcpy(to, from, strlen(from));',
      'memcpy(to, from, strlen(to));',
      'memcpy(to, p->a[i + 1], strlen(p -> a[ i+1 ]));',
      'n = other(memcpy(to, from, strlen(from)));',
      'memcpy(to, from, strlen(from), 1);',
      'memmove(to, from, strlen(from));',
    ];
    expect(await linesOf(copy, body)).toEqual([2, 4, 5]);
  });

  test('is found whatever comments, lines and parentheses are in it', async () => {
    const body = [
      'memcpy(/* to */ (to), // from',
      '  ((from)),',
      '  (strlen((from))));',
      'const char *text = "memcpy(to, from, strlen(from))"; // memcpy(to, from, strlen(from))',
    ];
    expect(await linesOf(copy, body)).toEqual([2]);
    expect(
      await linesOf({ pattern: '(memcpy)(($DST), $SRC,\n strlen(/* x */ $SRC))' }, body),
    ).toEqual([2]);
  });

  test.each([
    ['f(...)', ['f();', 'f(1);', 'f(1, 2);', 'g(1);'], [2, 3, 4]],
    ['f($X, ...)', ['f();', 'f(1);', 'f(1, 2);'], [3, 4]],
    ['f(..., $X)', ['f();', 'f(1);', 'f(1, 2);'], [3, 4]],
    ['f(..., $X, ..., $X, ...)', ['f(1, 2);', 'f(1, 2, 1);', 'f(3, 4, 4, 5);'], [3, 4]],
    ['f($...ARGS, sizeof($B))', ['f(sizeof(b));', 'f(1, sizeof(int));', 'f(1);'], [2, 3]],
    ['$F($X, $X)', ['f(1, 1);', 'g->h(a, a);', 'f(1, 2);'], [2, 3]],
    ['$X == $X', ['a = b == b;', 'a = b == c;', 'a = b != b;', 'if (q[0] == q[ 0 ]) f();'], [2, 5]],
    ['$X - 1', ['a = b - 1;', 'a = b + 1;', 'a = b - -1;'], [2]],
    ['x = -1', ['x = -1;', 'x = 1;'], [2]],
    [
      'printf("...")',
      ['printf("a");', 'printf("a" "b");', 'printf(a);', 'printf("a", 1);'],
      [2, 3],
    ],
    ['f("a")', ['f("a");', 'f("b");', 'f( "a" );'], [2, 4]],
    ['$P->len', ['a = p->len;', 'a = p.len;', 'a = q[1]->len;'], [2, 4]],
    ['($T) malloc($N)', ['p = (char *) malloc(3);', 'p = malloc(3);'], [2]],
    ['sizeof($X)', ['a = sizeof(a);', 'a = sizeof(struct s);', 'a = sizeof a;'], [2, 3, 4]],
    ['$X = malloc(...)', ['p = malloc(1);', 'char *q = malloc(1);', 'p += malloc(1);'], [2, 3]],
    ['gets', ['gets(a);', 'x.gets = 1;', 'f(gets);', 'got(a);'], [2, 3, 4]],
  ])('%s', async (pattern, body, lines) => {
    expect(await linesOf({ pattern }, body)).toEqual(lines);
  });

  test.each([
    ['delete $X', ['delete p;', 'delete[] p;'], [2]],
    ['delete[] $X', ['delete p;', 'delete [] p;'], [3]],
    ['std::move($X)', ['a = std::move(b);', 'a = move(b);'], [2]],
    [
      'reinterpret_cast<$T>($X)',
      ['a = reinterpret_cast<char *>(b);', 'a = static_cast<int>(b);'],
      [2],
    ],
    ['if ($C) { f(); }', ['if (a > 1) { f(); }', 'if (a) { g(); }'], [2]],
  ])('of C++: %s', async (pattern, body, lines) => {
    expect(await linesOf({ pattern }, body, 'a.cpp')).toEqual(lines);
  });

  test('what is code in C++ alone is looked for there, and the other pattern in C as well', async () => {
    const rule = { pattern: ['delete $X', 'free($X)'] };
    expect(await linesOf(rule, ['free(p);'])).toEqual([2]);
    expect(await linesOf(rule, ['free(p);', 'delete p;'], 'a.cpp')).toEqual([2, 3]);
  });
});

describe('statements', () => {
  test.each([
    ['memcpy($A, ...);', ['memcpy(a, b);', 'x = memcpy(a, b);'], [2]],
    ['return $X;', ['if (a) return b;', 'return;'], [2]],
    ['char $B[$N];', ['char b[4];', 'int b[4];', 'char b[4] = "";'], [2]],
    [
      '$T $X = malloc(...);',
      ['char *p = malloc(1);', 'static int *const q = malloc(2);', 'int a = 1;'],
      [2, 3],
    ],
    [
      '$P = malloc($N); $P[$N] = $X;',
      ['p = malloc(n);', 'p[n] = 0;', 'q = malloc(n);', 'p[n] = 0;'],
      [2],
    ],
    ['free($P); ... free($P);', ['free(p);', 'a = 1;', 'if (b) c();', 'free(p);', 'free(q);'], [2]],
    ['free($P); ... free($P);', ['free(p);', 'if (a) free(p);'], []],
    [
      'while (...) { ... free($P); ... }',
      ['while (a > b) { c(); free(p); d(); }', 'while (a) c();'],
      [2],
    ],
    [
      'for (...) { strcat($S, ...); }',
      ['for (int i = 0; i < 3; i++) { strcat(s, t); }', 'for (;;) { strcat(s, t); }'],
      [2, 3],
    ],
    [
      'for (; $C;) { ... }',
      ['for (; a;) { b(); }', 'for (a;;) { b(); }', 'for (;; a) { b(); }'],
      [2],
    ],
    ['switch ($X) { ... }', ['switch (a) { case 1: f(); break; default: g(); }'], [2]],
    ['do { ... } while (0);', ['do { f(); } while (0);', 'do { f(); } while (1);'], [2]],
    [
      'if ($X = $Y) ...',
      ['if (a = b) c();', 'if ((a = b)) { c(); d(); }', 'if (a == b) c();'],
      [2, 3],
    ],
  ])('%s', async (pattern, body, lines) => {
    expect(await linesOf({ pattern }, body)).toEqual(lines);
  });

  test('a match is all of them', async () => {
    const text = JSON.stringify({
      rules: [{ id: 'acme/form', title: 'A', pattern: 'a($X); ... b($X);' }],
    });
    const { rules } = parseRuleFile(text, 'rules.yml');
    const program = 'void f(void) {\n  a(1);\n  c();\n  b(1);\n}\n';
    const { hits } = await analyseFile('a.c', program, grammars, NO_PROJECT, rules);
    expect(hits.map(({ location }) => [location.line, location.endLine])).toEqual([[2, 4]]);
  });

  test('what no build has is no code', async () => {
    expect(
      await linesOf({ pattern: 'f($X)' }, ['#if 0', 'f(1);', '#else', 'f(2);', '#endif']),
    ).toEqual([5]);
  });
});

describe('what is left out, and where', () => {
  test('pattern-not', async () => {
    const rule = {
      pattern: 'memcpy($D, $S, $N)',
      'pattern-not': ['memcpy($D, $S, sizeof($D))', 'memcpy(..., 0)'],
    };
    const body = [
      'memcpy(a, b, sizeof(a));',
      'memcpy(a, b, sizeof(b));',
      'memcpy(a, b, 0);',
      'memcpy(a, b, n);',
    ];
    expect(await linesOf(rule, body)).toEqual([3, 5]);
  });

  test('pattern-not of an expression, for a statement, and of the statements that follow', async () => {
    const body = ['p = malloc(1);', 'if (p == 0) return;', 'q = malloc(2);', 'r = malloc(0);'];
    const pattern = '$P = malloc(...);';
    const checked = '$P = malloc(...); if ($P == 0) return;';
    expect(await linesOf({ pattern, 'pattern-not': checked }, body)).toEqual([4, 5]);
    expect(await linesOf({ pattern, 'pattern-not': [checked, '$_ = malloc(0)'] }, body)).toEqual([
      4,
    ]);
    expect(await linesOf({ pattern: 'malloc($N)', 'pattern-not': checked }, body)).toEqual([4, 5]);
  });

  test('pattern-inside and pattern-not-inside, of loops and conditions', async () => {
    const body = [
      'strcat(s, t);',
      'for (i = 0; i < n; i++) { if (a) strcat(s, t); }',
      'while (a) { strcat(s, t); }',
      'if (a) { strcat(s, t); }',
    ];
    const loops = ['for (...) { ... }', 'while (...) { ... }'];
    expect(await linesOf({ pattern: 'strcat(...)', 'pattern-inside': loops }, body)).toEqual([
      3, 4,
    ]);
    expect(await linesOf({ pattern: 'strcat(...)', 'pattern-not-inside': loops }, body)).toEqual([
      2, 5,
    ]);
  });

  test('pattern-inside, of a function, with what its metavariables stand for', async () => {
    const program = `static int *reader(const char *name, int fd) { read(fd, name); return 0; }
void writer(int fd) { read(other, name); }
`;
    const rule = {
      pattern: 'read($FD, ...)',
      'pattern-inside': '$T $F(..., int $FD, ...) { ... }',
      message: '`$F` reads from $FD',
    };
    expect(await hitsOf(rule, program)).toEqual(['1: `reader` reads from fd']);
  });

  test('pattern-inside, of statements: what comes after', async () => {
    const body = ['use(p);', 'free(p);', 'use(p);', 'use(q);', '{ use(p); }'];
    const rule = { pattern: 'use($P)', 'pattern-inside': 'free($P); ...' };
    expect(await linesOf(rule, body)).toEqual([4, 6]);
  });

  test('metavariable-regex', async () => {
    const body = ['f(buffer_1);', 'f(other);', 'f(a + buffer_2);'];
    const rule = (regex: string) => ({ pattern: 'f($X)', 'metavariable-regex': { $X: regex } });
    expect(await linesOf(rule('^buffer'), body)).toEqual([2]);
    expect(await linesOf(rule('buffer'), body)).toEqual([2, 4]);
  });

  test('another way in which the same place matches counts, where the first is left out', async () => {
    const rule = { pattern: 'f(..., $X, ...)', 'metavariable-regex': { $X: '^b' }, message: '$X' };
    expect(await hitsOf(rule, 'void g(void) { f(a, c, b1, b2); }\n')).toEqual(['1: b1']);
  });
});

describe('a message', () => {
  test('has the code that metavariables stand for, in one line, and not too much of it', async () => {
    const rule = { pattern: 'f($X, $...REST)', message: '$X and $...REST, for $1 $UNKNOWN' };
    const program = `void g(void) { f(a\n  ->b, 1,\n 2); }\nvoid h(void) { f(${'a'.repeat(99)}); }\n`;
    expect(await hitsOf(rule, program)).toEqual([
      '1: a ->b and 1, 2, for $1 $UNKNOWN',
      `4: ${'a'.repeat(59)}… and , for $1 $UNKNOWN`,
    ]);
  });

  test('is made of the code where the rule has none', async () => {
    expect(await hitsOf({ pattern: 'f($X)' }, 'void g(void) { f( 1 ); }\n')).toEqual([
      '1: `f( 1 )` is what the rule looks for',
    ]);
  });
});
