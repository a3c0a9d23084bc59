import { expect, test } from '@jest/globals';
import { includeChoices } from '../../../../src/code/flow/project/include-choices.ts';

test.each<[string, string, string | undefined]>([
  ['the same for all', '#pragma once\n#include "a.h"\n#if X\nint a;\n#endif\n', undefined],
  [
    'what decides, and nothing else',
    'int a;\n#define MODE 2 /* x */\n#define OTHER 3\n#if MODE > 1 && \\\n  X\n#include "a.h"\n#undef MODE\n#endif\nint b;\n',
    '#define MODE 2\n#if MODE > 1 &&   X\n#include "a.h"\n#undef MODE\n#endif\n',
  ],
  [
    'a guard stands for itself',
    '/* a */\n#ifndef A_H\n#define A_H\n#ifdef X\n#include "a.h"\n#endif\n#endif\n',
    '#pragma once\n#ifdef X\n#include "a.h"\n#endif\n',
  ],
  [
    'also the short one',
    '#pragma once\n#define H "a.h"\n#include H\n',
    '#pragma once\n#define H "a.h"\n#include H\n',
  ],
  [
    'a condition with another branch is no guard',
    '#ifndef A\n#define A\n#include "a.h"\n#else\n#if X\n#include "b.h"\n#endif\n#endif\n',
    '#ifndef A\n#define A\n#include "a.h"\n#else\n#if X\n#include "b.h"\n#endif\n#endif\n',
  ],
])('%s', (_, text, expected) => {
  expect(includeChoices(text)).toBe(expected);
});
