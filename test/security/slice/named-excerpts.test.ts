import { expect, test } from '@jest/globals';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

const filler = (count: number) => Array.from({ length: count }, (_, n) => `    step(${n});`);
const long = (name: string, count: number) =>
  `void ${name}(void)\n{\n${filler(count).join('\n')}\n}\n`;

async function named(files: Readonly<Record<string, string>>, text: string) {
  const { index } = await scannedTree({
    'lib/jp2/a.c': 'void f(char *t)\n{\n    use(t);\n}\n',
    ...files,
  });
  const slice = await sliceOf([{ file: 'lib/jp2/a.c', line: 3, trace: [], text }], index);
  return slice.named.map(({ file, shown }) => `${file}:${shown[0]?.line}-${shown.at(-1)?.line}`);
}

test('of several files of a name the nearest one is meant', async () => {
  const files = { 'lib/jp2/t2.c': long('near', 80), 'lib/mj2/t2.c': long('far', 80) };
  expect(await named(files, 'compared in t2.c:20')).toEqual(['lib/jp2/t2.c:17-23']);
  expect(await named(files, 'compared in mj2/t2.c:20')).toEqual(['lib/mj2/t2.c:17-23']);
  const far = { 'lib/one/t2.c': long('near', 80), 'lib/two/t2.c': long('far', 80) };
  expect(await named(far, 'compared in t2.c:20')).toEqual([]);
});

test('each line of a list is shown, and no number that is none', async () => {
  const files = { 'lib/jp2/t2.c': long('g', 80) };
  expect(await named(files, 'it compares (t2.c:10, 30 and 50-52), then 70 bytes are left')).toEqual(
    ['lib/jp2/t2.c:7-13', 'lib/jp2/t2.c:27-33', 'lib/jp2/t2.c:50-52'],
  );
  expect(await named(files, 'at t2.c:10, 60 bytes')).toEqual(['lib/jp2/t2.c:7-13']);
});

test('of a long function the lines that are named beside it are shown', async () => {
  const files = { 'lib/jp2/b.c': `${long('first', 20)}${long('write_sod', 80)}` };
  expect(await named(files, 'write_sod refuses less than 4 bytes (60), line 12 does not')).toEqual([
    'lib/jp2/b.c:57-63',
  ]);
  expect(await named(files, 'write_sod refuses both (40, 60)')).toEqual([
    'lib/jp2/b.c:37-43',
    'lib/jp2/b.c:57-63',
  ]);
  expect(await named(files, 'write_sod refuses that')).toEqual([]);
  // Line 3 is one of the place that is shown.
  const early = { 'lib/jp2/b.c': long('write_sod', 80) };
  expect(await named(early, 'write_sod gets t in line 3')).toEqual([]);
  expect(await named(early, 'write_sod gets t in line 9')).toEqual(['lib/jp2/b.c:6-12']);
});

test('both forms of a function that the build chooses among are shown', async () => {
  const form = (n: number) => `int encode_all(int *c)\n{\n    return c[${n}];\n}\n`;
  const files = { 'lib/jp2/mct.c': `#ifdef SSE\n${form(4)}#else\n${form(1)}#endif\n` };
  expect(await named(files, 'encode_all reads c')).toEqual([
    'lib/jp2/mct.c:2-5',
    'lib/jp2/mct.c:7-10',
  ]);
});

test('a macro of the file of the place is no function of that name elsewhere', async () => {
  const files = {
    'lib/jp2/a.c': '#define next_entry(q) take(&(q)->files)\nvoid f(char *t)\n{\n    use(t);\n}\n',
    'lib/b.c': 'int next_entry(int n)\n{\n    return n;\n}\n',
  };
  expect(await named(files, 'compares next_entry with null')).toEqual([]);
});
