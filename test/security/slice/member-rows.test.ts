import { expect, test } from '@jest/globals';
import { memberRows } from '../../../src/security/slice/member-rows.ts';

test('the parameters of a pointer to a function are no members', () => {
  const code = [
    'struct codec {',
    '    int (*decode)(void *codec, struct stream *in,',
    '                  struct image *out);',
    '    void (* const free)(struct codec *codec);',
    '    struct image *image, *mask;',
    '    union {',
    '        unsigned width;',
    '    } size;',
    '};',
  ];
  const rows = memberRows(code, { line: 1, endLine: 9 });
  expect(rows.map(({ line, names }) => [line, names.join()])).toEqual([
    [2, 'decode'],
    [3, ''],
    [4, 'free'],
    [5, 'image,image,mask'],
    [6, ''],
    [7, 'width'],
    [8, ''],
  ]);
});

test('where a declaration goes on, the first word of a line is a member', () => {
  const code = [
    'struct options {',
    '    unsigned progress : 1,',
    '',
    '        thin : 1,',
    '        atomic : 1;',
    '    int left;',
    '};',
  ];
  const rows = memberRows(code, { line: 1, endLine: 7 });
  expect(rows.map(({ names }) => names.join())).toEqual(['progress', '', 'thin', 'atomic', 'left']);
});
