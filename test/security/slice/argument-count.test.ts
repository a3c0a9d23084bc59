import { expect, test } from '@jest/globals';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

const titles = async (files: Readonly<Record<string, string>>) => {
  const { index } = await scannedTree(files);
  const { callers } = await sliceOf([{ file: 'src/a.c', line: 3, trace: [] }], index);
  return callers.map(({ title }) => title);
};

test('of two programs with a function of one name, a call that passes another number is of the other one', async () => {
  const files = {
    'src/a.c': 'int encode(struct codec *c, struct stream *s)\n{\n    return run(c, s);\n}\n',
    'old/a.c': 'int encode(struct info *i, int n, char *p)\n{\n    return n;\n}\n',
    'bin/new.c': 'int convert(struct codec *c)\n{\n    return encode(c, open_it(c, "a,b"));\n}\n',
    'bin/old.c': 'int convert_old(struct info *i)\n{\n    return encode(i,\n        3, "x");\n}\n',
  };
  expect(await titles(files)).toEqual(['function convert, which calls encode']);
  const { 'old/a.c': _, ...alone } = files;
  expect((await titles(alone)).length).toBe(2);
});

test('a call through a field that passes another number is of another record', async () => {
  const files = {
    'src/a.c':
      'static int read_iso(struct reader *r, struct entry *e)\n{\n    return next(r, e);\n}\nvoid start(struct list *l)\n{\n    l->all[0].header = read_iso;\n}\n',
    'src/read.c':
      'int read_any(struct list *l, struct entry *e)\n{\n    return (l->format->header)(l, e);\n}\n',
    'src/cpio.c': 'int read_cpio(struct cpio *c)\n{\n    return c->header(c, 1, 2, 3);\n}\n',
  };
  expect(await titles(files)).toEqual(['function read_any, which calls read_iso']);
});
