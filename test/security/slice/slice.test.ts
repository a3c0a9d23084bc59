import { expect, test } from '@jest/globals';
import { printSlice } from '../../../src/security/slice/print-slice.ts';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

const FILES = {
  'src/limits.h':
    '#define MAX_NAME 64\n#define UNUSED 1\ntypedef struct {\n  int id;\n  char name[MAX_NAME];\n} record;\n',
  'src/store.c': `#include "limits.h"
#include <string.h>
static int length_of(const char *text)
{
    return (int)strlen(text);
}

void store(record *to, const char *text)
{
    int n = length_of(text);
    memcpy(to->name, text, n);
}
`,
  'src/visit.c': `#include "limits.h"
void store(record *to, const char *text);
static void on_name(record *to, const char *text)
{
    if (text == 0) return;
    store(to, text);
}

void each(void (*visit)(record *, const char *), record *r, const char *t);

void visit_all(record *r, const char *t)
{
    each(on_name, r, t);
}

int main(int argc, char **argv)
{
    record r;
    visit_all(&r, argv[1]);
    return 0;
}
`,
  'tests/unit.c':
    '#include "../src/limits.h"\nvoid store(record *, const char *);\nint main(void) { record r; store(&r, "x"); return 0; }\n',
};

async function sliceAt(file: string, line: number, trace: { file: string; line: number }[] = []) {
  const { index } = await scannedTree(FILES);
  return sliceOf([{ file, line, trace }], index);
}

test('a place comes with its callers, what it calls, and what these name', async () => {
  const slice = await sliceAt('src/store.c', 11);
  expect(slice.places.map(({ title }) => title)).toEqual(['function store']);
  expect(slice.callers.map(({ title }) => title)).toEqual([
    'function on_name, which calls store',
    'function visit_all, which hands on on_name',
    'function main, which calls visit_all',
  ]);
  const shown = printSlice(slice);
  expect(shown).toContain('#define MAX_NAME 64');
  expect(shown).toContain('char name[MAX_NAME];');
  expect(shown).not.toContain('UNUSED');
});

test('the static ways begin at functions that nothing calls, and say who hands those on', async () => {
  const { paths } = await sliceAt('src/store.c', 11);
  expect(paths).toEqual(['on_name (handed on at src/visit.c:13) -> store']);
});

test('what tests call stays out, unless the place is in a test', async () => {
  const slice = await sliceAt('src/store.c', 11);
  expect(slice.callers.some(({ file }) => file === 'tests/unit.c')).toBe(false);
  const inTest = await sliceAt('tests/unit.c', 3);
  expect(inTest.places.map(({ file }) => file)).toEqual(['tests/unit.c']);
});

test('the functions that a trace leads through are places as well', async () => {
  const slice = await sliceAt('src/store.c', 11, [{ file: 'src/visit.c', line: 18 }]);
  expect(slice.places.map(({ title }) => title)).toEqual(['function store', 'function main']);
  expect(slice.callers.map(({ title }) => title)).not.toContain(
    'function main, which calls visit_all',
  );
});

test('a place outside of functions is shown with its neighbours', async () => {
  const slice = await sliceAt('src/limits.h', 1);
  expect(slice.places[0]).toMatchObject({ file: 'src/limits.h', title: 'outside of functions' });
});

test('the same tree gives the same text', async () => {
  const [one, two] = [await sliceAt('src/store.c', 11), await sliceAt('src/store.c', 11)];
  expect(printSlice(one)).toBe(printSlice(two));
  expect(printSlice(one)).toMatchSnapshot();
});

test('a long function is cut, and a hundred callers are not all shown', async () => {
  const callers = Array.from(
    { length: 100 },
    (_, n) => `void caller_${n}(char *t)\n{\n    target(t);\n}\n`,
  );
  const filler = Array.from({ length: 300 }, (_, n) => `    log_it(${n});`);
  const { index } = await scannedTree({
    'a.c': `void target(char *t)\n{\n${filler.join('\n')}\n    use(t);\n}\n${callers.join('')}`,
  });
  const slice = await sliceOf([{ file: 'a.c', line: 303, trace: [] }], index);
  expect(slice.places[0]?.shown.length).toBeLessThan(20);
  expect(slice.callers.length).toBeLessThanOrEqual(16);
  expect(slice.omitted.filter((line) => line.startsWith('the caller caller_')).length).toBe(
    100 - slice.callers.length,
  );
});

test('of a private key no line is shown, whatever part of it is near the place', async () => {
  const body = Array.from({ length: 8 }, (_, n) => `"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${n}\\n"`);
  const key = ['"-----BEGIN PRIVATE KEY-----\\n"', ...body, '"-----END PRIVATE KEY-----\\n"'];
  const { index } = await scannedTree({
    'a.c': `const char *key =\n${key.join('\n')};\nint f(int n)\n{\n    return n / key[0];\n}\n`,
  });
  const slice = await sliceOf([{ file: 'a.c', line: 7, trace: [] }], index);
  expect(printSlice(slice)).toContain('[redacted]');
  expect(printSlice(slice)).not.toContain('MIIEvQ');
});

test('a place in the definition of a macro comes with the functions that use it, tests last', async () => {
  const { index } = await scannedTree({
    'append.h': '#define APPEND(to, from) \\\n    strcat(to, from)\n#define OTHER 1\n',
    'tests/a.c': '#include "../append.h"\nvoid check(char *t)\n{\n    APPEND(t, "x");\n}\n',
    'use.c':
      '#include "append.h"\nvoid head(char *t)\n{\n    APPEND(t, "head");\n}\nvoid none(char *t)\n{\n    *t = OTHER;\n}\n',
  });
  for (const line of [1, 2]) {
    const slice = await sliceOf([{ file: 'append.h', line, trace: [] }], index);
    expect(slice.callers.map(({ file, title }) => [file, title])).toEqual([
      ['use.c', 'function head, which uses APPEND'],
      ['tests/a.c', 'function check, which uses APPEND'],
    ]);
  }
});

test('of many users of a macro six are shown, and the others named', async () => {
  const users = Array.from({ length: 8 }, (_, at) => `int use_${at}(void) { return WIDTH; }\n`);
  const { index } = await scannedTree({ 'a.c': `#define WIDTH (1 << 40)\n${users.join('')}` });
  const slice = await sliceOf([{ file: 'a.c', line: 1, trace: [] }], index);
  expect(slice.callers).toHaveLength(6);
  expect(slice.omitted).toContain('use_7 (a.c:9-9), which uses WIDTH');
});
