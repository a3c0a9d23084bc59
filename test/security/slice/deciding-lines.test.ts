import { expect, test } from '@jest/globals';
import { decidingLines } from '../../../src/security/slice/deciding-lines.ts';
import { printSlice } from '../../../src/security/slice/print-slice.ts';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { changedIndex } from '../../support/changed-index.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

/** Code in which each line uses what the next one does, so that all of it bears on its end. */
const busy = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `    if (p->n > ${n} && at < left) at = next(p, at, ${n});`,
  );

test('of a function that is too long, what sets the variables of the place is shown from far away', async () => {
  const { index } = await scannedTree({
    'a.c': [
      'int parse(struct in *p, char *out, int at)',
      '{',
      '    int left = 0, size;',
      '    size = p->width / 2;',
      ...busy(700),
      '    grow(p, &size);',
      ...busy(700),
      '    out[size] = at;',
      '    return 0;',
      '}',
      '',
    ].join('\n'),
  });
  const text = printSlice(await sliceOf([{ file: 'a.c', line: 1406, trace: [] }], index));
  expect(text).toContain('    4 |     size = p->width / 2;');
  expect(text).toContain('  705 |     grow(p, &size);');
  expect(text).toContain(' 1406 |     out[size] = at;');
  expect(text.split('\n').length).toBeLessThan(460);
});

test('names have their turns, the nearest line before first', async () => {
  const lines = [
    'void f(int a)',
    ...[
      '{',
      'b = 1;',
      'a = 1;',
      'a += 2;',
      'q->a++;',
      '--b;',
      'g(&q->b);',
      'use(a, b);',
      'a = 9;',
      '}',
    ],
  ];
  const { index } = await scannedTree({ 'a.c': lines.join('\n') });
  const fn = { file: 'a.c', line: 1, endLine: 11 };
  expect(decidingLines(fn, [9], 3, index)).toEqual([8, 6, 7]);
  expect(decidingLines(fn, [9], 90, index).toSorted()).toEqual([3, 4, 5, 6, 7, 8]);
});

test('so does what stood on lines that are gone', async () => {
  const text = (check: string) =>
    `int f(int n)\n{\n    int most = n;\n${check}    return g(n);\n}\n`;
  const index = await changedIndex(
    { 'a.c': text('    if (n > most) return 0;\n') },
    { 'a.c': text('') },
  );
  expect(decidingLines({ file: 'a.c', line: 1, endLine: 5 }, [4], 9, index)).toEqual([3]);
});
