import { expect, test } from '@jest/globals';
import { callersText } from '../../../src/security/triage/callers-to-check.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

const CODE = `int read_data(struct reader *r)
{
    return r->left;
}
int add_format(struct reader *r, int (*data)(struct reader *))
{
    r->read = data;
    return 0;
}
int read_block(struct reader *r)
{
    return (r->read)(r);
}
int open_format(struct reader *r)
{
    return add_format(r, read_data);
}
`;

test('of a function that no call names it is said where a pointer to it is taken, and who calls it then', async () => {
  const { index } = await scannedTree({ 'a.c': CODE });
  const text = (line: number) => callersText([{ file: 'a.c', line }], index);
  expect(text(3)).toBe(
    'read_data (a.c): no call names it; a pointer to it is taken at a.c:16, and kept in a field read, which is called by read_block (a.c:12)',
  );
  expect(text(7)).toBe('add_format (a.c): open_format (a.c:16)');
  expect(text(12)).toBe('The call graph has none.');
});
