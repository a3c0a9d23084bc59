import { beforeAll, describe, expect, test } from '@jest/globals';
import { callersText } from '../../../src/security/triage/callers-to-check.ts';
import { type LookedAt, unseenCallers } from '../../../src/security/triage/unseen-callers.ts';
import { type ScannedTree, scannedTree } from '../../support/scanned-tree.ts';

/** `copy` has two callers of one name in other files, one in its own, one in a test, and itself. */
const OWN = `#include <string.h>
void copy(char *to, const char *from, int depth)
{
    if (depth > 0) copy(to, from, depth - 1);
    strcpy(to, from);
}
void near(char *p)
{
    copy(p, p, 0);
}
`;
const other = (name: string) => `void copy(char *, const char *, int);
static void ${name}(char *p)
{
    copy(p, p, 1);
}
void start_${name}(char *p) { ${name}(p); }
`;
const PLACE = { file: 'src/a.c', line: 5 };

let tree: ScannedTree;

beforeAll(async () => {
  const many = Array.from({ length: 20 }, (_, at) => `void f${at}(int i) { get(i); }`);
  tree = await scannedTree({
    'src/a.c': OWN,
    'src/b.c': other('load'),
    'src/c.c': other('load'),
    'tests/t.c': other('check'),
    'src/many.c': `int v[4];\nint get(int i)\n{\n    return v[i];\n}\n${many.join('\n')}\n`,
  });
  for (const file of tree.index.files) tree.index.lines(file);
});

const caller = (name: string, file?: string) => ({
  ...{ function: name, reaches: false, why: 'w' },
  ...(file === undefined ? {} : { file }),
});
const unseen = (callers: LookedAt['callers'], path?: LookedAt['path'], place = PLACE) =>
  unseenCallers(place, { callers, path }, tree.index);

const NEAR = 'near (src/a.c:9)';
const [LOAD_B, LOAD_C] = ['load (src/b.c:4)', 'load (src/c.c:4)'];

test('without a word on any, all are unseen, those of the same file first; no test and not itself', () => {
  expect(unseen([])).toEqual([NEAR, LOAD_B, LOAD_C]);
  expect(callersText([PLACE, PLACE], tree.index)).toBe(
    `copy (src/a.c): ${[NEAR, LOAD_B, LOAD_C].join(', ')}`,
  );
});

describe('a caller was looked at', () => {
  test('that is named', () => {
    expect(unseen([caller('near')])).toEqual([LOAD_B, LOAD_C]);
    expect(unseen([caller('near()', 'src/a.c')])).toEqual([LOAD_B, LOAD_C]);
  });

  test('with its file, where several have the name', () => {
    expect(unseen([caller('load')])).toEqual([NEAR, LOAD_B, LOAD_C]);
    expect(unseen([caller('load', 'src/c.c')])).toEqual([NEAR, LOAD_B]);
  });

  test('that a path to a risk leads through', () => {
    const path = [{ function: 'load', file: 'src/b.c', line: 4, action: 'calls copy' }];
    expect(unseen([], path)).toEqual([NEAR, LOAD_C]);
  });

  test('whoever it is, where there is no risk; a risk depends on who calls', () => {
    expect(unseen([caller('*')])).toEqual([]);
    expect(unseen([caller('*')], [])).toHaveLength(3);
  });
});

test('beyond the bound they are counted, unless one way is enough', () => {
  const place = { file: 'src/many.c', line: 4 };
  const named = Array.from({ length: 16 }, (_, at) => caller(`f${at}`));
  expect(callersText([place], tree.index)).toMatch(/f15 \(src\/many\.c:\d+\), and 4 more$/);
  expect(unseen(named, undefined, place)).toEqual(['4 more callers']);
  expect(unseen(named, [], place)).toEqual([]);
});

test('what nothing calls has none', () => {
  expect(unseen([], undefined, { file: 'src/a.c', line: 9 })).toEqual([]);
  expect(callersText([{ file: 'src/a.c', line: 9 }], tree.index)).toBe('The call graph has none.');
});
