import { expect, test } from '@jest/globals';
import { printSlice } from '../../../src/security/slice/print-slice.ts';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import type { SourceIndex } from '../../../src/security/slice/source-index.ts';
import { changedIndex } from '../../support/changed-index.ts';

const HEADER = '#define ROOM 16\n';
const BASE = `#include "room.h"
#include <string.h>
static char room[ROOM];

void keep(const char *text, unsigned n)
{
    if (n > ROOM)
        return;
    memcpy(room, text, n);
}

void other(void)
{
    keep("x", 1);
}
`;

const shownAt = async (index: SourceIndex, file: string, line: number) =>
  printSlice(await sliceOf([{ file, line, trace: [] }], index));

test('a function shows what the change took away and what it added, and its callers as they are', async () => {
  const head = BASE.replace('    if (n > ROOM)\n        return;\n', '').replace(
    'memcpy(room, text, n);',
    'memcpy(room, text, n + 1);',
  );
  const index = await changedIndex({ 'a.c': BASE, 'room.h': HEADER }, { 'a.c': head });
  const shown = await shownAt(index, 'a.c', 7);
  expect(shown).toContain(`    6 | {
      -     if (n > ROOM)
      -         return;
      -     memcpy(room, text, n);
    7 +     memcpy(room, text, n + 1);
    8 | }`);
  expect(shown).toContain('   12 |     keep("x", 1);');
});

test('lines that only went away stand where they were', async () => {
  const head = BASE.replace('    if (n > ROOM)\n        return;\n', '');
  const index = await changedIndex({ 'a.c': BASE, 'room.h': HEADER }, { 'a.c': head });
  expect(await shownAt(index, 'a.c', 7)).toContain(`    6 | {
      -     if (n > ROOM)
      -         return;
    7 |     memcpy(room, text, n);`);
});

test('a changed definition shows both sides where its function is asked about', async () => {
  const index = await changedIndex(
    { 'a.c': BASE, 'room.h': HEADER },
    { 'room.h': HEADER.replace('16', '8') },
  );
  expect(await shownAt(index, 'a.c', 9)).toContain(
    '      - #define ROOM 16\n    1 + #define ROOM 8',
  );
});

test('a long function shows its changed lines, wherever the place is', async () => {
  const filler = Array.from({ length: 200 }, (_, n) => `    log_it(${n});`).join('\n');
  const base = `void f(char *p, int n)\n{\n    if (n > 4)\n        n = 4;\n${filler}\n    p[n] = 0;\n}\n`;
  const index = await changedIndex(
    { 'a.c': base },
    {
      'a.c': base
        .replace('    if (n > 4)\n        n = 4;\n', '')
        .replace('log_it(100)', 'log_it(101)'),
    },
  );
  const shown = await shownAt(index, 'a.c', 203);
  expect(shown).toContain('      -     if (n > 4)');
  expect(shown).toContain('      -     log_it(100);\n  103 +     log_it(101);');
  expect(shown).not.toContain('log_it(50)');
});

test('of a long function what stands right behind a changed line is shown, and what uses it', async () => {
  const filler = Array.from({ length: 100 }, (_, n) => `    log_it(${n});`).join('\n');
  const base = `void f(char *p, int n)\n{\n    int room = n;\n${filler}\n    spend(room);\n${filler}\n    p[0] = 0;\n}\n`;
  const index = await changedIndex(
    { 'a.c': base },
    { 'a.c': base.replace('room = n;', 'room = n + 1;') },
  );
  const shown = await shownAt(index, 'a.c', 205);
  expect(shown).toContain('    3 +     int room = n + 1;\n    4 |     log_it(0);\n');
  expect(shown).toContain('  104 |     spend(room);');
  expect(shown).not.toContain('log_it(50)');
});

test('what change rules say stands beside the functions that it is about', async () => {
  const weakened = [
    { file: 'a.c', line: 7, description: 'The change removes the check of n.' },
    { file: 'a.c', line: 12, description: 'The caller hands on more.' },
    { file: 'a.c', line: 3, description: 'Something else.' },
    { file: 'b.c', line: 7, description: 'Something else.' },
  ];
  const head = BASE.replace('    if (n > ROOM)\n        return;\n', '');
  const index = await changedIndex({ 'a.c': BASE, 'room.h': HEADER }, { 'a.c': head }, weakened);
  const shown = await shownAt(index, 'a.c', 7);
  expect(shown).toContain('a.c:7: The change removes the check of n.');
  expect(shown).toContain('a.c:12: The caller hands on more.');
  expect(shown).not.toContain('Something else.');
});

test('a secret that the change took away is not shown', async () => {
  const key = ['AKIA', 'QWERTYUIOPASDFGH'].join('');
  const base = `const char *key(void)\n{\n    return "${key}";\n}\n`;
  const index = await changedIndex({ 'a.c': base }, { 'a.c': base.replace(key, 'none') });
  const shown = await shownAt(index, 'a.c', 3);
  expect(shown).toContain('      -     return "[redacted]');
  expect(shown).not.toContain(key);
});
