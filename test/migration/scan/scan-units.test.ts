import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { ClangFunction, ClangUnit } from '../../../src/code/clang/unit.ts';
import { scanUnits } from '../../../src/migration/scan/scan-units.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HEADER = `#ifndef LIST_H
#define LIST_H
#include <stddef.h>
#include <stdint.h>
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define CALL(x) helper(x)
typedef struct node node;
struct node { node *next; uint8_t key[4]; unsigned flags : 3; union { int i; float f; }; };
typedef struct { char *text; size_t length; } Text;
enum color { RED, GREEN = 5, BLUE };
static inline int twice(int value) { return value * 2; }
#endif
`;

const SOURCE = `#include <stdio.h>
#include "list.h"
extern int outside;
static const int table[3] = { 1, 2, 3 };
int counter = 3;
static int helper(int value) { return value + table[0]; }
int later(const Text *text, enum color color, int (*each)(node *, void *), ...);
int later(const Text *text, enum color color, int (*each)(node *, void *), ...)
{
  static unsigned calls;
  calls++;
  if (color == BLUE) return each(0, 0);
  return LARGER(CALL(counter), twice(outside)) + printf("LARGER(%s)", text->text);
}
int (*choose(int which))(int) { return which ? helper : twice; }
`;

async function scanned(files: Readonly<Record<string, string>>, names: readonly string[]) {
  return await scanUnits(temporaryFolder(files), names, clangHere());
}

function functionOf(unit: ClangUnit | undefined, name: string): ClangFunction {
  const found = unit?.functions.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no function ${name}`);
  return found;
}

const int = { kind: 'integer', bits: 32, signed: true, isCharacter: false } as const;

withClang('a project read by clang', () => {
  test('functions, with their types looked up and what they refer to', async () => {
    const { units, problems } = await scanned({ 'a.c': SOURCE, 'list.h': HEADER }, ['a.c']);
    expect(problems).toEqual([]);
    const [unit] = units;
    expect(unit?.functions.map(({ name }) => name)).toEqual(['twice', 'helper', 'later', 'choose']);
    const later = functionOf(unit, 'later');
    expect(later).toMatchObject({
      returns: int,
      returnSpelled: 'int',
      isVariadic: true,
      isStatic: false,
      range: { file: 'a.c', startLine: 8, startColumn: 1, endLine: 14, endColumn: 1 },
      body: { line: 9, column: 1 },
      calls: ['helper', 'twice', 'printf'],
      hasUnresolvedCalls: true,
      globals: ['calls', 'counter', 'outside'],
      macros: ['LARGER', 'CALL'],
    });
    expect(later.types).toEqual(expect.arrayContaining(['Text', 'enum color', 'node']));
    expect(later.params.map(({ name, spelled }) => [name, spelled])).toEqual([
      ['text', 'const Text *'],
      ['color', 'enum color'],
      ['each', 'int (*)(node *, void *)'],
    ]);
    expect(later.params.map(({ type }) => type)).toEqual([
      { kind: 'pointer', to: { kind: 'record', id: 'Text' }, isConst: true },
      expect.objectContaining({ kind: 'enum', name: 'enum color', bits: 32, signed: false }),
      {
        kind: 'pointer',
        isConst: false,
        to: {
          kind: 'function',
          returns: int,
          isVariadic: false,
          params: [
            { kind: 'pointer', to: { kind: 'record', id: 'struct node' }, isConst: false },
            { kind: 'pointer', to: { kind: 'void' }, isConst: false },
          ],
        },
      },
    ]);
  });

  test('a function that takes addresses and returns a pointer to a function', async () => {
    const { units } = await scanned({ 'a.c': SOURCE, 'list.h': HEADER }, ['a.c']);
    expect(functionOf(units[0], 'choose')).toMatchObject({
      returnSpelled: 'int (*)(int)',
      returns: { kind: 'pointer', to: { kind: 'function', returns: int, params: [int] } },
      addressTaken: ['helper', 'twice'],
      hasUnresolvedCalls: false,
    });
  });

  test('structs and unions by id, without a name as well, and variables that last', async () => {
    const { units } = await scanned({ 'a.c': SOURCE, 'list.h': HEADER }, ['a.c']);
    const byte = { kind: 'integer', bits: 8, signed: false, isCharacter: false } as const;
    const node = units[0]?.records.get('struct node');
    expect(node?.fields).toEqual([
      expect.objectContaining({
        name: 'next',
        type: { kind: 'pointer', to: { kind: 'record', id: 'struct node' }, isConst: false },
      }),
      { name: 'key', spelled: 'uint8_t[4]', type: { kind: 'array', of: byte, length: 4 } },
      expect.objectContaining({ name: 'flags', width: 3 }),
      expect.objectContaining({
        name: '',
        type: { kind: 'record', id: 'union at list.h:8:63' },
      }),
    ]);
    expect(units[0]?.records.get('union at list.h:8:63')?.fields).toHaveLength(2);
    expect(
      units[0]?.globals.map(({ name, within, isConst, isStatic }) => [
        name,
        within,
        isConst,
        isStatic,
      ]),
    ).toEqual([
      ['table', undefined, true, true],
      ['counter', undefined, false, false],
      ['calls', 'later', false, true],
    ]);
  });

  test('a file that does not compile stops nobody', async () => {
    const files = {
      'a.c': 'int f(void) { return missing; }\n',
      'b.c': 'int g(void) { return 1; }\n',
    };
    const { units, problems } = await scanned(files, ['a.c', 'b.c']);
    expect(units.map(({ file }) => file)).toEqual(['b.c']);
    expect(problems).toEqual([
      {
        file: 'a.c',
        message: expect.stringMatching(/^it does not compile: .*undeclared identifier 'missing'/),
      },
    ]);
  });

  test('headers are found in the folders of the project', async () => {
    const files = {
      'src/a.c': '#include "lib/a.h"\nint f(void) { return ONE; }\n',
      'include/lib/a.h': '#include "b.h"\n',
      'include/lib/b.h': '#include <config/c.h>\n',
      'settings/config/c.h': '#define ONE 1\n',
    };
    const { units, problems } = await scanned(files, ['src/a.c']);
    expect(problems).toEqual([]);
    expect(units[0]?.flags).toEqual(['-I./src', '-I./include', '-I./settings']);
    expect(functionOf(units[0], 'f').macros).toEqual(['ONE']);
  });

  test('names of files are no options of clang', async () => {
    const files = { '-o.c': 'int f(void) { return 1; }\n', '@x.c': 'int g(void) { return 1; }\n' };
    const { units, problems } = await scanned(files, ['-o.c', '@x.c']);
    expect(problems).toEqual([]);
    expect(units.map(({ file }) => file)).toEqual(['-o.c', '@x.c']);
  });

  test('the examples of this repository compile, every file of them', async () => {
    const root = join(import.meta.dirname, '../../../examples/kv-store');
    const { units, problems } = await scanUnits(root, ['src/store.c', 'src/main.c'], clangHere());
    expect(problems).toEqual([]);
    expect(units.flatMap(({ functions }) => functions).length).toBeGreaterThan(10);
  });
});
