import { expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';

const GRAMMARS = loadGrammars();

async function endless(text: string, path = 'a.c') {
  const { notes } = await analyseFile(path, text, GRAMMARS, NO_PROJECT);
  return notes.filter(({ reason }) => reason.includes('has no end'));
}

test.each([
  ['a comment', 'int a;\n/* b\nint c;\n', [{ first: 2, last: 3 }]],
  ['a comment in a directive', '#define A /* b\nint c;', [{ first: 1, last: 2 }]],
  ['a comment that is hardly one', 'int a; /*/', [{ first: 1, last: 1 }]],
  ['a raw text', 'int a;\nconst char *b = R"x(\n)";\nint c;\n', [{ first: 2, last: 4 }]],
])('%s that nothing ends is named with its lines', async (_, text, lines) => {
  expect(await endless(text, 'a.cpp')).toEqual([expect.objectContaining({ failed: true, lines })]);
});

test.each([
  '/* a */ int b; /* c */',
  'const char *a = "/*"; // /*\n',
  'const char *a = R"x(/*)x"; /**/\n',
  '#define A "/*" // /*\n#define B \'"\' /* c */\n',
  '',
])('what has its end is not: %j', async (text) => {
  expect(await endless(text, 'a.cpp')).toEqual([]);
});
