import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { analyseFunction } from '../../../src/code/flow/solver/analyse-function.ts';
import { lower } from '../../support/c-code.ts';

describe('globals', () => {
  test('know their scope, type and initialiser', () => {
    const { globals } = lower('static const int LIMIT = 4 * 2; char *name; extern int x;');
    expect(
      globals.map(({ variable, init }) => [variable.name, variable.scope, init?.kind]),
    ).toEqual([
      ['LIMIT', 'static', 'binary'],
      ['name', 'global', undefined],
      ['x', 'global', undefined],
    ]);
    expect(globals.map(({ variable }) => variable.constant)).toEqual([true, false, false]);
  });

  test('prototypes are functions, not variables', () => {
    const unit = lower('int printf(const char *format, ...); void f(void);');
    expect(unit.globals).toEqual([]);
    expect(unit.symbols.function('printf')?.variadic).toBe(true);
    expect(unit.symbols.function('f')?.parameters).toEqual([]);
  });
});

test('names are found inside extern "C", namespaces and preprocessor groups', () => {
  const text = `
    extern "C" { int a(void) { return 1; } }
    namespace n { int b() { return 2; } }
    #ifdef X
    int c() { return 3; }
    #else
    int d() { return 4; }
    #endif`;
  expect(lower(text, 'cpp').functions.map((fn) => fn.name)).toEqual(['a', 'b', 'c', 'd']);
});

test('what #if 0 hides is not there', () => {
  const text =
    '#if 0\nint hidden(void) { return 1; }\n#else\nint shown(void) { return 2; }\n#endif\n';
  expect(lower(text).functions.map((fn) => fn.name)).toEqual(['shown']);
});

test('calls that #if 0 hides are not there, at the level of the file and in a function', () => {
  const text = `int shown(int n) {
#if 0 /* slower */
  return old(make(n));
#else
  return n;
#endif
}
#if 0 && DEBUG
int hidden(char *line) { gets(line); return 1; }
#endif
`;
  expect(lower(text).functions.map((fn) => fn.name)).toEqual(['shown']);
});

test('a function may use what is declared below it', () => {
  const { functions } = lower('int f(void) { return g; } int g = 3;');
  const [end] = functions[0]?.blocks.map((block) => block.end) ?? [];
  expect(end?.kind === 'return' && end.value?.kind === 'name' && end.value.variable?.name).toBe(
    'g',
  );
});

const SAMPLE = `#define MIN(a, b) ((a) < (b) ? (a) : (b))
struct node { struct node *next; char name[8]; };
static int total = 0;
int sum(struct node *list, int n) {
  int i, result = 0;
  for (i = 0; i < MIN(n, 4); i++) { switch (list->name[i]) { case 'a': result += 1; break; default: goto out; } }
  do { list = list->next; } while (list != 0 && result-- > 0);
out:
  return result ? (int)sizeof(struct node) * total : -1;
}
`;
const TOKENS = (
  'int char unsigned struct union enum typedef static const if else while for do switch case default ' +
  'break continue return goto sizeof a b x f 0 1 0x7f "s" \'c\' ( ) { } [ ] ; , : ? = == != < <= > >= ' +
  '+ - * / % & | ^ ~ ! ++ -- -> . && || += <<= << # #define #if #endif \n ... class template <T> new delete'
).split(/ (?!\n)|(?<=\n) /);

/** Lowers and analyses all of a text, as C or C++. */
function digest(text: string, language: 'c' | 'cpp'): number {
  const unit = lower(text, language);
  for (const fn of unit.functions) analyseFunction(unit, fn, 'test.c', { call() {} });
  return unit.functions.length;
}

describe('nothing throws', () => {
  test('on a program that breaks off anywhere', () => {
    for (let end = 0; end <= SAMPLE.length; end += 3) {
      expect(digest(SAMPLE.slice(0, end), end % 2 === 0 ? 'c' : 'cpp')).toBeLessThanOrEqual(2);
    }
    expect(digest(SAMPLE, 'c')).toBe(1);
  });

  test('on a program in which stretches are missing, doubled or moved', () => {
    const at = fc.nat(SAMPLE.length);
    fc.assert(
      fc.property(
        at,
        at,
        at,
        fc.constantFrom('c' as const, 'cpp' as const),
        (a, b, c, language) => {
          const [start, end] = [Math.min(a, b), Math.max(a, b)];
          const moved = SAMPLE.slice(0, c) + SAMPLE.slice(start, end) + SAMPLE.slice(c);
          const cut = SAMPLE.slice(0, start) + SAMPLE.slice(end);
          expect(digest(moved, language) + digest(cut, language)).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('on words of the language in any order', () => {
    const soup = fc.array(fc.constantFrom(...TOKENS), { maxLength: 40 });
    fc.assert(
      fc.property(soup, fc.constantFrom('c' as const, 'cpp' as const), (words, language) => {
        expect(digest(words.join(' '), language)).toBeGreaterThanOrEqual(0);
        expect(
          digest(`void f(int a, int b) { ${words.join(' ')} }`, language),
        ).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });

  test('on deep nesting', () => {
    const deep = `int f(int a) { return ${'('.repeat(2000)}a${')'.repeat(2000)}; }`;
    expect(digest(deep, 'c')).toBeLessThanOrEqual(1);
    const blocks = `void f(int a) { ${'if (a) { '.repeat(1000)}${'}'.repeat(1000)} }`;
    expect(digest(blocks, 'c')).toBeLessThanOrEqual(1);
  });
});
