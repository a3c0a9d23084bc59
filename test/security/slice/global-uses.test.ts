import { expect, test } from '@jest/globals';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

const CODE = `static const char *html_path;
static int calls;
static void configure(const char *value)
{
    html_path = value;
}
static void show(struct page *page, int *made)
{
    char *made_here = 0;
    html_path = made_here = path_of(page);
    *made = 1;
    free(made_here);
}
static int is_known(struct page *page)
{
    return page->html_path != 0 && calls > 0;
}
void run(struct page *page)
{
    int made = 0;
    show(page, &made);
    open_page(html_path);
}
`;

test('a variable of the file that a place sets is shown where other functions use it', async () => {
  const { index } = await scannedTree({ 'a.c': CODE });
  const { fields } = await sliceOf([{ file: 'a.c', line: 10, trace: [] }], index);
  expect(fields).toEqual([
    {
      ...{ field: 'html_path', type: undefined, left: 0, setters: [] },
      lines: ['a.c:5 in configure: html_path = value;', 'a.c:22 in run: open_page(html_path);'],
    },
  ]);
});

test('variables of the function are none of them', async () => {
  const { index } = await scannedTree({ 'a.c': CODE });
  const { fields } = await sliceOf([{ file: 'a.c', line: 9, trace: [] }], index);
  expect(fields).toEqual([]);
});
