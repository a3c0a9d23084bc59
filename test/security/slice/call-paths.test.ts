import { expect, test } from '@jest/globals';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

test('how a function is called that no call names is said once', async () => {
  const { index } = await scannedTree({
    'a.c': `static void one(int n)
{
    use(n);
}
static void two(int n)
{
    use(n);
}
static void read_all(int n)
{
    one(n);
    two(n);
}
void open_it(struct reader *r)
{
    on_read(r, read_all);
}
`,
  });
  const places = [3, 7].map((line) => ({ file: 'a.c', line, trace: [] }));
  expect((await sliceOf(places, index)).paths).toEqual([
    'read_all (handed on at a.c:16) -> one',
    'read_all -> two',
  ]);
});
