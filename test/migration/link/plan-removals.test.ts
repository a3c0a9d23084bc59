import { expect, test } from '@jest/globals';
import { type CPlace, planRemovals } from '../../../src/migration/link/plan-removals.ts';
import { withCuts } from '../../../src/migration/link/text-cuts.ts';

/** The definition of a function, as clang would tell of it; its body ends with a brace at the start of a line. */
function definition(file: string, text: string, name: string): CPlace {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => new RegExp(`\\b${name}\\b.*[({]$`).test(line));
  const end = lines.findIndex((line, nth) => nth > at && line.startsWith('}'));
  const range = { file, startLine: at + 1, startColumn: 1, endLine: end + 1, endColumn: 1 };
  const isStatic = lines[at]?.startsWith('static') ?? false;
  return { id: name, function: { name, range, isStatic } };
}

interface Shown {
  readonly sources: Readonly<Record<string, string>>;
  readonly others?: Readonly<Record<string, string>>;
  readonly wanted: readonly string[];
  readonly linked: readonly string[];
}

function removed({ sources, others = {}, wanted, linked }: Shown) {
  const [text = ''] = Object.values(sources);
  const of = (names: readonly string[]) => names.map((name) => definition('a.c', text, name));
  const plan = planRemovals(of(wanted), of(linked), {
    ...{ sources: new Map(Object.entries(sources)), others: new Map(Object.entries(others)) },
    ...{ pathOf: (file: string) => file, privateHeaders: new Set<string>() },
  });
  const cuts = plan.cuts.get('a.c') ?? [];
  const lines = (shown: string) => shown.split('\n').length;
  expect(lines(withCuts(text, cuts, true))).toBe(lines(text));
  return { text: withCuts(text, cuts), refused: Object.fromEntries(plan.refused) };
}

const CALLER = 'int caller(int n) {\n  return f(n);\n}\n';
const F = 'int f(int n) {\n  return n;\n}\n';

test('a definition goes with the comments above, and leaves a declaration to Rust that C shows', () => {
  const text = `#include <a.h>\n\n/* Other. */\n\n/* Of f. */\nstatic ${F}\n${CALLER}`;
  const shown = { sources: { 'a.c': text }, wanted: ['f'], linked: ['caller'] };
  expect(removed(shown)).toEqual({
    text: `#include <a.h>\n\n/* Other. */\n\nint f(int n);\n\n${CALLER}`,
    refused: {},
  });
});

test('what goes with its only caller leaves nothing, its prototype neither', () => {
  const inner = F.replace('f(int n)', 'inner(int n)');
  const text = `static int inner(int n);\n\n${F.replace('return n', 'return inner(n)')}\nstatic ${inner}\n${CALLER}`;
  const shown = { sources: { 'a.c': text }, wanted: ['f', 'inner'], linked: ['caller'] };
  expect(removed(shown).text).toBe(`int f(int n);\n\n${CALLER}`);
});

test('what stays keeps what it calls', () => {
  const inner = F.replace('f(int n)', 'inner(int n)');
  const text = `${inner}\n${F.replace('return n', 'return inner(n)')}\n${CALLER}#define G f\n`;
  const shown = { sources: { 'a.c': text }, wanted: ['inner', 'f'], linked: ['caller'] };
  expect(removed(shown)).toEqual({
    text,
    refused: {
      f: 'a line of the preprocessor names it, a.c:12',
      inner: 'C calls it, a.c:6',
    },
  });
});

const plain = `${F}\n${CALLER}`;

test.each([
  [
    'C that is not Rust',
    { 'a.c': plain, 'b.c': 'int g(void) { return f(1); }\n' },
    /C calls it, b.c:1/,
  ],
  ['an address', { 'a.c': `${plain}int (*g)(int) = f;\n` }, /its address is taken/],
  ['a header', { 'a.c': plain, 'a.h': 'int f(int n);\n' }, /the header a.h offers it to others/],
  [
    'a macro of a header',
    { 'a.c': plain, 'a.h': '#define F(n) f(n)\n' },
    /preprocessor names it, a.h:1/,
  ],
  ['a string', { 'a.c': `${plain}const char *g = "f";\n` }, /a string names it/],
  [
    'a file that includes its own',
    { 'a.c': plain, 'b.c': '#include "src/a.c"\n' },
    /b.c includes its file/,
  ],
  ['a condition around it', { 'a.c': `#if A\n${F}#endif\n${CALLER}` }, /it is defined under #if/],
  [
    'a condition in it',
    { 'a.c': `int f(int n) {\n#if A\n  n++;\n#endif\n  return n;\n}\n${CALLER}` },
    /preprocessor stand in it/,
  ],
  ['a macro that makes it', { 'a.c': `MAKE(f, {\n  return 0;\n}\n${CALLER}` }, /a macro makes it/],
  [
    'something on its line',
    { 'a.c': `int f(int n) {\n  return n;\n} int g;\n${CALLER}` },
    /shares a line/,
  ],
  [
    'a head of the old style',
    { 'a.c': `int f(n) int n; {\n  return n;\n}\n${CALLER}` },
    /old style/,
  ],
])('it stays for %s', (_, sources, because) => {
  const shown = { sources, wanted: ['f'], linked: ['caller'] };
  const { text, refused } = removed(shown);
  expect(refused['f']).toMatch(because);
  expect(text).toBe(sources['a.c']);
});

test('it stays for a list of what a linker exports', () => {
  const shown = { sources: { 'a.c': plain }, wanted: ['f'], linked: ['caller'] };
  expect(removed({ ...shown, others: { 'a.map': '{ global: f; };\n' } }).refused['f']).toBe(
    'a.map names it',
  );
  expect(removed({ ...shown, others: { 'a.map': '{ global: ff; };\n' } }).refused).toEqual({});
});
