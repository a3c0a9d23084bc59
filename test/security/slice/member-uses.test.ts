import { expect, test } from '@jest/globals';
import { memberUses } from '../../../src/security/slice/member-uses.ts';
import { printSlice } from '../../../src/security/slice/print-slice.ts';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

test('members are what stands behind an arrow or a point, or in a call of a macro', () => {
  const lines = ['p->left = line + s.width;', 'LIST_NEXT(item, link);', 'x = { .kind = 1 };'];
  const found = memberUses([...lines, 'container_of(ptr, struct box, head)', 'count(server);']);
  expect([...found]).toEqual([
    'left',
    'width',
    'item',
    'link',
    'kind',
    'ptr',
    'struct',
    'box',
    'head',
  ]);
});

test('a record is not shown with members that only are words of the code', async () => {
  const more = Array.from({ length: 14 }, (_, at) => `    int more_${at};`).join('\n');
  const { index } = await scannedTree({
    'a.c': `struct proxy {
    int line;
    int left;
${more}
};
int take(struct proxy *p, int line)
{
    return p->left + line;
}
`,
  });
  const text = printSlice(await sliceOf([{ file: 'a.c', line: 21, trace: [] }], index));
  expect(text).toContain('    3 |     int left;');
  expect(text).not.toContain('    int line;');
});
