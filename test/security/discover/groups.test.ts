import { expect, test } from '@jest/globals';
import { changedGroups } from '../../../src/security/discover/changed-groups.ts';
import { groupCode } from '../../../src/security/discover/group-code.ts';
import { riskyGroups } from '../../../src/security/discover/risky-groups.ts';
import { changedIndex } from '../../support/changed-index.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

const all = () => true;

const SIZE = '#define ROOM 16\n';
const KEEP = `#include "size.h"
#include <string.h>
static char room[ROOM];

void keep(const char *text, unsigned n)
{
    if (n > ROOM)
        return;
    memcpy(room, text, n);
}
`;
const SUM = `int sum(int a, int b)
{
    return a + b;
}
`;

async function groupsOf(
  base: Readonly<Record<string, string>>,
  head: Readonly<Record<string, string>>,
) {
  const index = await changedIndex(base, head);
  if (index.change === undefined) throw new Error('there is no change');
  return { index, groups: changedGroups(index, index.change, all) };
}

test('changed functions are asked about together, others and those of tests are not', async () => {
  const { index, groups } = await groupsOf(
    { 'a.c': KEEP, 'b.c': SUM, 'size.h': SIZE, 'tests/t.c': SUM },
    {
      'a.c': KEEP.replace('    if (n > ROOM)\n        return;\n', ''),
      'b.c': SUM.replace('+', '-'),
      'tests/t.c': SUM.replace('+', '-'),
    },
  );
  expect(groups.map(({ id, functions }) => [id, functions.map(({ name }) => name)])).toEqual([
    ['a.c|keep', ['keep', 'sum']],
  ]);
  const [group] = groups;
  if (group === undefined) throw new Error('there is no group');
  const code = await groupCode(group, index);
  expect(code).toContain('      -     if (n > ROOM)');
  expect(code).toContain('    3 +     return a - b;');
  expect(code).toContain('#define ROOM 16');
});

test('where only a macro was changed, the functions that use it are asked about', async () => {
  const { index, groups } = await groupsOf(
    { 'a.c': KEEP, 'b.c': SUM, 'size.h': SIZE },
    { 'size.h': SIZE.replace('16', '8') },
  );
  expect(groups.map(({ functions }) => functions.map(({ name }) => name))).toEqual([['keep']]);
  const [group] = groups;
  const code = group && (await groupCode(group, index));
  expect(code).toContain(`size.h:1-1, outside of functions:
      - #define ROOM 16
    1 + #define ROOM 8`);
});

test('what was changed outside of functions stands in a question once', async () => {
  const head = (n: number) => `#define LIMIT ${n}\n${KEEP.replace('n > ROOM', `n > ROOM + ${n}`)}`;
  const { index, groups } = await groupsOf({ 'a.c': head(1), 'size.h': SIZE }, { 'a.c': head(2) });
  const [group] = groups;
  const code = group && (await groupCode(group, index));
  expect(code?.split('#define LIMIT 2').length).toBe(2);
  expect(code).not.toContain('The rest of the change');
});

test('what a line calls is shown that the change has put under another condition', async () => {
  const head = (condition: string, end: string) => `static void reset_all(void)
{
    room[0] = 0;
}
int get(int n, int m)
{
${condition}
        reset_all();
${end}
    return n + m;
}
`;
  const { index, groups } = await groupsOf(
    { 'a.c': head('    if (n)', '') },
    { 'a.c': head('    if (n < m) {', '    }') },
  );
  const [group] = groups;
  const code = group && (await groupCode(group, index));
  expect(code).toContain('function reset_all, called by get');
});

test('all functions that use a changed macro are asked about, in groups, each with the lines that use it', async () => {
  const lines = Array.from({ length: 200 }, (_, n) => `    room[${n}] = text[${n}];\n`).join('');
  const user = (n: number) => `void keep_${n}(char *text)\n{\n    room[0] = text[ROOM];\n}\n`;
  const long = `void long_one(char *text)\n{\n${lines}    text[ROOM] = 0;\n}\n`;
  const users = Array.from({ length: 20 }, (_, n) => user(n)).join('');
  const { index, groups } = await groupsOf(
    { 'a.c': `#include "size.h"\n${long}${users}`, 'size.h': SIZE },
    { 'size.h': SIZE.replace('16', '8') },
  );
  const names = groups.map(({ functions }) => functions.map(({ name }) => name));
  expect(names.map(({ length }) => length)).toEqual([8, 8, 5]);
  expect(new Set(names.flat()).size).toBe(21);
  for (const group of groups) expect(await groupCode(group, index)).toContain('#define ROOM 8');
  const [first] = groups;
  const code = (first && (await groupCode(first, index))) ?? '';
  expect(code).toContain('  204 |     text[ROOM] = 0;');
  expect(code).not.toContain('room[100]');
});

test('of a member of a record that is too long to tell its names, all that use the name are users', async () => {
  const head = (type: string) => {
    const members = Array.from({ length: 450 }, (_, at) => `  int m${at};\n`).join('');
    return `typedef struct table {\n  ${type} at;\n${members}} table_t;\nstruct image { int at; };\n`;
  };
  const { groups } = await groupsOf(
    {
      'table.h': head('unsigned'),
      'by-tag.c': '#include "table.h"\nint one(struct table *t)\n{\n    return t->at;\n}\n',
      'by-name.c': '#include "table.h"\nint two(table_t *t)\n{\n    return t->at;\n}\n',
      'image.c': '#include "table.h"\nint three(struct image *i)\n{\n    return i->at;\n}\n',
      'other.c': '#include "table.h"\nint four(table_t *t)\n{\n    return t->m1;\n}\n',
    },
    { 'table.h': head('int') },
  );
  expect(groups.map(({ functions }) => functions.map(({ name }) => name))).toEqual([
    ['two', 'one', 'three'],
  ]);
});

test('many changed functions make several groups, each with an id of its own', async () => {
  const functions = (n: number) =>
    Array.from({ length: 20 }, (_, at) => `int f${at}(void)\n{\n    return ${n};\n}\n`).join('');
  const { groups } = await groupsOf({ 'a.c': functions(1) }, { 'a.c': functions(2) });
  expect(groups.map(({ functions }) => functions.length)).toEqual([8, 8, 4]);
  expect(new Set(groups.map(({ id }) => id)).size).toBe(3);
});

test('of a tree the functions that input reaches and that touch memory come first', async () => {
  const { index } = await scannedTree({
    'a.c': SUM,
    'b.c':
      '#include <string.h>\nvoid put(char *to, const char *from, int n)\n{\n    memcpy(to, from, n);\n}\n',
    'c.c':
      '#include <unistd.h>\nvoid put(char *, const char *, int);\nvoid take(int fd)\n{\n    char in[64], out[8];\n    int n = read(fd, in, 64);\n    put(out, in, n);\n}\n',
    'tests/t.c': 'int sum(int, int);\nint main(void)\n{\n    return sum(1, 2);\n}\n',
  });
  const names = riskyGroups(index, all).map(({ functions }) => functions[0]?.name);
  expect(names).toEqual(['take', 'put', 'sum']);
  expect(riskyGroups(index, (file) => file !== 'b.c').map(({ id }) => id)).toEqual([
    'c.c|take',
    'a.c|sum',
  ]);
});

test('of a changed member the users are functions that have the record, and what was changed along with it', async () => {
  const head = (type: string) =>
    `typedef struct walk {\n  ${type} at;\n  ${type} end;\n} walk_t;\nstruct image { int at; };\n`;
  const files = {
    'walk.h': head('unsigned'),
    'walk.c': '#include "walk.h"\nint step(walk_t *w)\n{\n    return w->at++;\n}\n',
    'image.c': '#include "walk.h"\nint left(struct image *i)\n{\n    return i->at;\n}\n',
    'other.c': '#include "walk.h"\nint more(walk_t *w)\n{\n    return w->end > 0;\n}\n',
  };
  const alone = await groupsOf(files, { 'walk.h': head('int') });
  expect(alone.groups.map(({ functions }) => functions.map(({ name }) => name))).toEqual([
    ['more', 'step'],
  ]);
  const both = await groupsOf(files, {
    'walk.h': head('int'),
    'walk.c': files['walk.c'].replace('at++', 'at--'),
  });
  expect(both.groups.map(({ id, outside }) => [id, outside.map(({ file }) => file)])).toEqual([
    ['walk.c|step', ['walk.h']],
  ]);
});

const COPY = `#define OTHER 1
#define COPY(to, from, n) \\
    do { \\
        if ((n) > sizeof(to)) \\
            break; \\
        memcpy(to, from, n); \\
    } while (0)
`;
const TAKE =
  '#include "copy.h"\nvoid take(const char *text, unsigned n)\n{\n    char own[8];\n    COPY(own, text, n);\n}\n';

test.each([
  [
    'a line of it is gone',
    COPY.replace('        if ((n) > sizeof(to)) \\\n            break; \\\n', ''),
  ],
  ['a line of it is another', COPY.replace('sizeof(to)', 'sizeof(to) + 1')],
  [
    'a line is new in it',
    COPY.replace('    } while (0)', '        to[n] = 0; \\\n    } while (0)'),
  ],
])('the functions that use a macro of several lines are asked about where %s', async (_, head) => {
  const files = { 'copy.h': COPY, 'take.c': TAKE, 'sum.c': SUM };
  const { groups } = await groupsOf(files, { 'copy.h': head });
  expect(groups.map(({ functions }) => functions.map(({ name }) => name))).toEqual([['take']]);
});

test('the functions that use a table are asked about where it has a new row, or one that is another', async () => {
  const table = (...rows: string[]) =>
    `struct opt { const char *name; int room; };\nstatic const struct opt opts[] =\n{\n    { "a;",\n      8 },\n${rows.join('')}};\nint first(void)\n{\n    return opts[0].room;\n}\nint other(void)\n{\n    return 1;\n}\n`;
  for (const [before, after] of [
    [[], ['    { "b", 300 },\n']],
    [['    { "b", 8 },\n'], ['    { "b", 300 },\n']],
  ] as const) {
    const { groups } = await groupsOf({ 'a.c': table(...before) }, { 'a.c': table(...after) });
    expect(groups.map(({ functions }) => functions.map(({ name }) => name))).toEqual([['first']]);
  }
});

test('of a header with many changed macros some users are asked about', async () => {
  const header = (n: number) =>
    Array.from({ length: 60 }, (_, at) => `#define SIZE_${at} ${n}\n`).join('');
  const use = '#include "sizes.h"\nint use(void)\n{\n    return SIZE_3;\n}\n';
  const { groups } = await groupsOf({ 'sizes.h': header(1), 'a.c': use }, { 'sizes.h': header(2) });
  expect(groups.map(({ functions }) => functions.map(({ name }) => name))).toEqual([['use']]);
});

test('words of a comment that was changed are names of nothing', async () => {
  const text = (line: string) =>
    `/*\n * What it holds:\n${line} * and no more.\n */\nstruct value { int kind; };\n`;
  const user = 'int use(int *variable)\n{\n    return *variable;\n}\n';
  const { groups } = await groupsOf(
    {
      'value.h': text(' *\t"at"    points to the variable\n'),
      'a.c': `#include "value.h"\n${user}`,
    },
    { 'value.h': text('') },
  );
  expect(groups.flatMap(({ functions }) => functions.map(({ name }) => name))).toEqual([]);
});
