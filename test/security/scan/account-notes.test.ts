import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { callsOf } from '../../../src/code/c/ir/walk.ts';
import { lowerUnit } from '../../../src/code/c/unit.ts';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';
import { brokenTokens, tokenSoup } from '../../support/nasty/broken.ts';
import { splitByConditions } from '../../support/nasty/preprocessor.ts';
import { realistic } from '../../support/nasty/realistic.ts';

const GRAMMARS = loadGrammars();

async function notes(text: string, path = 'a.c') {
  return (await analyseFile(path, text, GRAMMARS, NO_PROJECT)).notes;
}

function unparsed(lines: string, count: string) {
  const reason = `code at ${lines} could not be read as C or C++: ${count} not examined, or not whole, so findings may be missing`;
  return { reason, failed: true, lines: expect.any(Array) };
}

test('code that is none is named with its lines', async () => {
  const text = 'int f(int a) {\n  a @ ? b;\n  a = 1;\n  c ( ;\n  return a;\n}\n';
  const found = await notes(text);
  expect(found).toEqual([unparsed('lines 2, 4', '2 lines were')]);
});

test.each([
  ['a body', 'int g( {\n'],
  ['nothing', 'int g(int a\n'],
  ['a whole body', 'void g( {\n  system("a");\n}\n'],
  ['an index', 'int a[3 {\n'],
])('a bracket that nothing closes before %s is named', async (_, end) => {
  const found = await notes(`int f(void) { return 1; }\n${end}`);
  const named = found.filter(({ failed }) => failed).flatMap(({ lines }) => lines ?? []);
  expect(named.some(({ first, last }) => first <= 2 && last >= 2)).toBe(true);
});

test.each(['enum', 'struct s', 'union u', 'int table[] =', 'class C'])(
  'a function behind `%s {` that nothing closes is named',
  async (head) => {
    for (const path of ['a.c', 'a.cc']) {
      const found = await notes(
        `int f(void) { return 1; }\n${head} {\nint g(char *p) { gets(p); }\n`,
        path,
      );
      const named = found.filter(({ failed }) => failed).flatMap(({ lines }) => lines ?? []);
      expect(named.some(({ first, last }) => first <= 3 && last >= 3)).toBe(true);
    }
  },
);

test('a use of a macro without a semicolon at the end of a file fails nothing', async () => {
  const found = await notes('int f(void) { return 1; }\nMODULE("x", f(1))\n');
  expect(found.filter(({ failed }) => failed)).toEqual([]);
});

test('statements behind a brace too many are read as what they are', async () => {
  const text = 'int f(int a) {\n  a++;\n  }\n  if (a) a--;\n  return\n    a;\n}\n';
  expect(await notes(text)).toEqual([unfitting('the brace at line 7 has')]);
});

function unfitting(which: string) {
  const reason = `${which} no counterpart: the functions around were read as they may be meant, so findings may be missing`;
  return { reason, failed: false, lines: expect.any(Array) };
}

test.each([
  [
    'too many',
    'int f(void) { return 1; }\n}\nint g(void) { return 2; }\n}\n',
    'braces at lines 2, 4 have',
  ],
  [
    'that nothing closes',
    'int f(int a) {\n  if (a) {\n    a++;\n  return a;\nint g(void) { return 2; }\n',
    'braces at lines 1-2 have',
  ],
])('braces %s are named', async (_, text, which) => {
  expect(await notes(text)).toContainEqual(unfitting(which));
});

test.each([
  ['the file', '#define BEGIN int f(void) {\nBEGIN return 1;\n}\n'],
  ['other builds', '#if A\nint f(int a) {\n#else\nint f(void) {\n#endif\n return 1;\n}\n'],
  ['linkage that another header ends', 'extern "C" {\nint f(void);\n'],
])('a brace of %s lacks none', async (_, text) => {
  const found = await notes(text, 'a.h');
  expect(found.filter(({ reason }) => reason.includes('counterpart'))).toEqual([]);
});

test('what the grammar takes for no function is read as one', async () => {
  const text = 'STRANGE(a, b) (c)\n{\n  gets(b);\n}\n';
  expect(await notes(text)).toEqual([]);
});

test('functions that #if cuts apart are read in each of their builds', async () => {
  expect(await notes(splitByConditions(20))).toEqual([]);
});

test('lost tokens do not go unnoticed', async () => {
  for (const text of [brokenTokens(1_000), tokenSoup(1_000)]) {
    const found = await notes(text);
    expect(found.some(({ failed }) => failed)).toBe(true);
  }
});

test('what the grammar leaves of a macro behind a comment in its body is no lost code', async () => {
  const text = `#define ADD(to, what) { \\
  /* the usual case */ \\
  if (what) { to += what; } \\
  else { to++; } \\
}
int f(int a) { ADD(a, 2) return a; }
`;
  expect(await notes(text)).toEqual([]);
});

test('ordinary code, macros that declare and records behind odd macros are not mentioned', async () => {
  expect(await notes(realistic(300))).toEqual([]);
  expect(await notes('MODULE("x");\nDECLARE(f);\nint x;\n')).toEqual([]);
  expect(await notes('class API Foo : public Bar {\n  int a;\n  char *b;\n};\n', 'a.cpp')).toEqual(
    [],
  );
});

test('values without braces count as code, whatever stands before them', async () => {
  const parser = await GRAMMARS.parser('c');
  for (const decoration of ['', '__attribute__((used))', 'UNKNOWN(1)', '[2]', '__asm__("name")']) {
    const text = `static hook x ${decoration} = choose(system);\n`;
    const { account } = lowerUnit(await GRAMMARS.tree('c', text), 'c', parser);
    expect(account.followed + account.unfollowed.length).toBe(2);
  }
});

test('a call in code is reached or its line named, whatever was done to the code around it', async () => {
  const part = fc.constantFrom(
    ...[
      'int x;\n',
      '#define E\n',
      '#define O {\n',
      '#define C }\n',
      '#if A\n',
      '#if A\nif (x) {\n#else\nif (s) {\n#endif\n',
      '#ifdef A\n} else\n#endif\n',
      '#endif\n',
    ],
    ...[
      'E ',
      'O ',
      'C ',
      'F(a) ',
      '(',
      ')',
      '{',
      '}',
      ';',
      'if (x) ',
      '"',
      "'",
      '/*',
      '*/',
      '\\\n',
    ],
    ...['else ', 'int g(int a) ', '= ', '[] ', 'do ', 'while (x) ', '@', ', ', '<% ', '%> '],
  );
  const parser = await GRAMMARS.parser('c');
  const text = fc
    .tuple(fc.array(part, { maxLength: 6 }), fc.array(part, { maxLength: 6 }))
    .map(([before, inside]) => ({
      before: before.join(''),
      inside: inside.join(''),
    }));
  await fc.assert(
    fc.asyncProperty(text, async ({ before, inside }) => {
      const source = `${before}\nint f(char *s) {\n${inside}\nsystem(s);\n}\n`;
      const { notes: found } = await analyseFile('a.c', source, GRAMMARS, NO_PROJECT);
      // Also in code outside of functions, which has no name to show.
      const { functions } = lowerUnit(await GRAMMARS.tree('c', source), 'c', parser);
      const isReached = functions.some((fn) => callsOf(fn).includes('system'));
      const isNamed = found.some(({ failed }) => failed);
      expect(isReached || isNamed || isNoCode(source)).toBe(true);
    }),
    { numRuns: 300, seed: 17 },
  );
});

/** Whether the call stands in a comment, in a text, or behind the end of every function. */
function isNoCode(source: string): boolean {
  const bare = source
    .replace(/\\\n/g, '')
    .replace(
      /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|#define.*/g,
      ' ',
    );
  const opened = source.includes('#define O') ? bare.replace(/\bO\b/g, '{') : bare;
  const closed = source.includes('#define C') ? opened.replace(/\bC\b/g, '}') : opened;
  return [bare, closed].some((text) => depthAt(text, 'system') === 0);
}

/** How many braces are open at a word; 0 where it is not there. */
function depthAt(text: string, word: string): number {
  const [before = '', after] = text.split(word);
  let depth = 0;
  for (const [sign = ''] of before.matchAll(/[{}]|<%|%>/g))
    depth = Math.max(0, depth + (/[{<]/.test(sign) ? 1 : -1));
  return after === undefined ? 0 : depth;
}
