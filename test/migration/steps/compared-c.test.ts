import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DEFAULT_CONFIG } from '../../../src/migration/artifacts/config.ts';
import { scanProject } from '../../../src/migration/scan/scan-project.ts';
import { ComparedCode } from '../../../src/migration/steps/compared-c.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILES = {
  'shape.h': `#define SCALE(x) ((x) * FACTOR)
#define FACTOR 3
#define UNUSED 7
enum { SMALL = 1, LARGE = 9 };
struct size { int w; int h; };
typedef struct size size_of;
`,
  'shape.c': `#include "shape.h"
static int limit = LARGE;
static int clamp(int a)
{
    return a > limit ? limit : a;
}
int area(const size_of *s)
{
    return SCALE(clamp(s->w) * s->h);
}
int other(int a)
{
    return a + 1;
}
`,
};

async function digestsOf(folder: string) {
  const options = { ...clangHere(), config: DEFAULT_CONFIG, now: new Date(0) };
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const code = new ComparedCode(await scanProject(folder, options), read);
  return (name: string) => code.of(`shape.c#${name}`);
}

withClang('the C that a comparison of a function runs', () => {
  test('is the function, what it reaches, and the types, macros, constants and variables of these', async () => {
    const of = await digestsOf(temporaryFolder(FILES));
    expect(Object.entries(of('area')).map(([file, names]) => [file, Object.keys(names)])).toEqual([
      ['shape.c', ['area', 'clamp', 'limit']],
      ['shape.h', ['FACTOR', 'LARGE', 'SCALE', 'size', 'size_of']],
    ]);
    expect(Object.keys(of('other')['shape.c'] ?? {})).toEqual(['other']);
  });

  test('a function that a macro makes is all of its file', async () => {
    const text = '#define MAKE(n) int make_##n(int a) { return a + n; }\nMAKE(2)\n';
    const folder = temporaryFolder({ 'shape.c': text });
    const named = 'struct make_2 { int a; };\n';
    const both = await digestsOf(temporaryFolder({ 'shape.c': `${named}${text}` }));
    expect(Object.keys(both('make_2')['shape.c'] ?? {})).toContain('*');
    const before = (await digestsOf(folder))('make_2');
    expect(Object.keys(before['shape.c'] ?? {})).toContain('*');
    writeFileSync(join(folder, 'shape.c'), text.replace('a + n', 'a - n'));
    expect((await digestsOf(folder))('make_2')).not.toEqual(before);
  });
});
