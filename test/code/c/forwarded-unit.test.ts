import { expect, test } from '@jest/globals';
import { forwardingsIn } from '../../../src/code/c/cfg/forwarding-functions.ts';
import { withForwardedCalls } from '../../../src/code/c/forwarded-unit.ts';
import { expressionText } from '../../../src/code/c/ir/expression-text.ts';
import { expressionsOf } from '../../../src/code/c/ir/walk.ts';
import { lower } from '../../support/c-code.ts';

/** The calls in `f` of a file, outermost first, with those that they are written as. */
function callsInF(text: string): string[] {
  const lowered = lower(text);
  const own = forwardingsIn(lowered.functions);
  const unit = withForwardedCalls(lowered, (name) => own.get(name));
  return expressionsOf(unit.functionsByName.get('f')?.blocks ?? []).flatMap((expr) => {
    if (expr.kind !== 'call') return [];
    const { through } = expr;
    return `${expressionText(expr)}${through === undefined ? '' : ` as ${through.name}`}`;
  });
}

test('a call of a function that passes its parameters on is the call that it makes', () => {
  expect(
    callsInF(`
      static char *put(const char *from, char *to) { return strcpy(to, from); }
      void f(char *a, char *b) { put(a, b); }`),
  ).toEqual(['strcpy(b, a) as put']);
  expect(
    callsInF(`
      static int shut(int fd) { int result = close(fd); return result; }
      static void say(const char *what) { fprintf(stderr, "%s", what); }
      int f(int fd) { say("closing"); return shut(fd) < 0; }`),
  ).toEqual(['fprintf(stderr, "%s", "closing") as say', 'close(fd) as shut']);
});

/** The assignments in `f` of a file. */
function setIn(text: string): string[] {
  const lowered = lower(text);
  const own = forwardingsIn(lowered.functions);
  const unit = withForwardedCalls(lowered, (name) => own.get(name));
  return expressionsOf(unit.functionsByName.get('f')?.blocks ?? []).flatMap((expr) =>
    expr.kind === 'assign' ? expressionText(expr) : [],
  );
}

test('a call of a function that sets what it gets the address of is an assignment', () => {
  const set = 'static void set(char **out, size_t n) { *out = malloc(n + 1); }';
  expect(setIn(`${set} void f(size_t n) { char *made; set(&made, n); }`)).toEqual([
    'made = malloc(n + 1)',
  ]);
  expect(setIn(`${set} void f(char **made, size_t n) { set(made, n); }`)).toEqual([]);
});

test.each([
  ['adds to it', 'static void set(int *out, int n) { *out += n; }'],
  ['reads it as well', 'static void set(int **out, int n) { *out = *out + n; }'],
  ['gives something back', 'static int set(int *out, int n) { return *out = n; }'],
  ['sets more', 'static void set(int *out, int n) { *out = n; done = n; }'],
  ['sets nothing that it is given', 'static void set(int *out, int n) { total = n; }'],
])('a function that %s does not only set', (_, code) => {
  expect(setIn(`${code} void f(int n) { int made; set(&made, n); }`)).toEqual([]);
});

test('arguments with calls of such functions in them are looked into', () => {
  const code = `
    static size_t count(const char *text) { return strlen(text); }
    static void *get(size_t n) { return malloc(n); }
    void *f(const char *text) { return get(count(text)); }`;
  expect(callsInF(code)).toEqual(['malloc(strlen(text)) as get', 'strlen(text) as count']);
});

test.each([
  ['does more', 'static int g(int fd) { done = 1; return close(fd); }'],
  ['does so on some ways', 'static int g(int fd) { if (fd < 0) return -1; return close(fd); }'],
  ['reads memory', 'static int g(int *fd) { return close(*fd); }'],
  ['computes', 'static int g(int fd) { return close(fd - 1); }'],
  ['reads a global', 'static int all; static int g(int fd) { return close(all); }'],
  ['passes nothing', 'static int g(int fd) { return close(0); }'],
  [
    'calls a function of the file',
    'static int h(int a) { return a; } static int g(int a) { return h(a); }',
  ],
  ['calls what it is given', 'static int g(int (*h)(int), int a) { return h(a); }'],
  ['is bound to its frame', 'static void *g(int n) { return alloca(n); }'],
])('a function that %s is none', (_, code) => {
  expect(callsInF(`${code} int f(int fd) { return g(fd, fd); }`)).toEqual(['g(fd, fd)']);
  expect(callsInF(`${code} int f(int fd) { return g(fd); }`)).toEqual(['g(fd)']);
});

test('an argument that is passed twice and has an effect leaves the call as it is', () => {
  const code = 'static void twice(int a) { printf("%d %d", a, a); }';
  expect(callsInF(`${code} void f(int a) { twice(a++); }`)).toEqual(['twice(a++)']);
  expect(callsInF(`${code} void f(int a) { twice(a); }`)).toEqual([
    'printf("%d %d", a, a) as twice',
  ]);
});
