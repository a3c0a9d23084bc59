import { expect, test } from '@jest/globals';
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

function stray(line: number, lines: string) {
  const reason = `code from line ${line} on does not parse as part of a function; at least ${lines} not examined, so findings may be missing`;
  return { reason, failed: true };
}

test('statements behind a brace too many are counted', async () => {
  const text = 'int f(int a) {\n  a++;\n  }\n  if (a) a--;\n  return\n    a;\n}\n';
  expect(await notes(text)).toEqual([stray(4, '3 lines were')]);
});

test('the body of what the grammar takes for no function is counted', async () => {
  const text = 'STRANGE(a, b) (c)\n{\n  gets(b);\n}\n';
  expect(await notes(text)).toEqual([stray(2, '3 lines were')]);
});

test('functions that #if cuts apart, and lost tokens, do not go unnoticed', async () => {
  for (const text of [splitByConditions(100), brokenTokens(1_000), tokenSoup(1_000)]) {
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
