import { expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';
import { macroTower } from '../../support/nasty/preprocessor.ts';

const GRAMMARS = loadGrammars();

test('macros that stand for too much code are named with the function that uses them', async () => {
  const { notes } = await analyseFile('a.c', macroTower(12), GRAMMARS, NO_PROJECT);
  expect(notes).toEqual([
    {
      reason: expect.stringMatching(/^function `f` at line 14 uses macros/),
      failed: false,
      lines: [{ first: 14, last: 14 }],
    },
    {
      reason: expect.stringMatching(/^function `g` at line 15 uses macros/),
      failed: false,
      lines: [{ first: 15, last: 29 }],
    },
  ]);
});

test('ordinary macros are not mentioned', async () => {
  const text =
    '#define A(x) ((x) + 1)\n#define B(x) (A(x) * 2)\nint f(int a) { return B(A(a)); }\n';
  expect((await analyseFile('a.c', text, GRAMMARS, NO_PROJECT)).notes).toEqual([]);
});
