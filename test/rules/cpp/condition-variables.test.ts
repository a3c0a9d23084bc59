import { expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';

const grammars = loadGrammars();

test.each([
  ['if', 'int f() {\n if (int *p = make()) return *p;\n return 0;\n}\n', []],
  ['while', 'int f() {\n while (int n = next()) return n;\n return 0;\n}\n', []],
  ['switch', 'int f() {\n switch (int n = next()) { case 1: return n; }\n return 0;\n}\n', []],
  [
    'a statement before it',
    'int f() {\n if (int n = next(); n > 1) return n;\n return 0;\n}\n',
    [],
  ],
  [
    'memory',
    'void f() {\n if (int *p = new int[4]) {\n  p[4] = 1;\n  delete[] p;\n }\n}\n',
    ['5 out_of_bounds_write'],
  ],
  [
    'memory of a statement before it',
    'void f() {\n if (auto *p = new int[4]; next()) {\n  p[4] = 1;\n  delete[] p;\n } else delete p;\n}\n',
    ['5 out_of_bounds_write', '7 new_delete_mismatch'],
  ],
])('what a condition declares has its value: %s', async (_name, body, expected) => {
  const program = `int *make();\nint next();\n${body}`;
  const { hits } = await analyseFile('a.cpp', program, grammars, NO_PROJECT, RULES);
  const found = hits.filter(({ confidence }) => confidence >= 0.5);
  expect(found.map(({ location, rule }) => `${location.line} ${rule}`)).toEqual(expected);
});
