import { expect, test } from '@jest/globals';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { changedIndex } from '../../support/changed-index.ts';

const TYPES = `struct check { int state; };
struct server { int state; struct check check; };
struct proxy { int state; struct proxy *back; };
`;
const CHECK = '    if (p->state == 3)\n        return;\n';
const stop = (check: string) =>
  `#include "types.h"\nvoid stop(struct proxy *p)\n{\n${check}    p->state = 4;\n    leave(p);\n}\n`;
const USERS = `#include "types.h"
void pass(struct proxy *p, struct server *s)
{
    use(p->state, s->check.state, s->state);
    use(p->back->state);
}
void pause(struct proxy *p)
{
    p->state = 2;
}
`;

async function fieldsOf(base: string, head: string, other = ['', '']) {
  const index = await changedIndex(
    { 'types.h': TYPES, 'a.c': base, 'b.c': USERS, 'c.c': `void c(void)\n{\n}\n${other[0]}` },
    { 'a.c': head, 'c.c': `void c(void)\n{\n}\n${other[1]}` },
  );
  return sliceOf([{ file: 'a.c', line: 4, trace: [] }], index);
}

test('a member of another record is no use of a field, a member of the same one is', async () => {
  const users = (line: string) =>
    `#include "types.h"\nvoid pass(struct proxy *p, struct server *s)\n{\n    ${line}\n}\n`;
  for (const [line, isUse] of [
    ['use(p, s->check.state);', false],
    ['use(p, s->state);', false],
    ['use(p->back->state);', true],
    ['use(p->state, s->check.state);', true],
  ] as const) {
    const index = await changedIndex(
      { 'types.h': TYPES, 'a.c': stop(CHECK), 'b.c': users(line) },
      { 'a.c': stop('') },
    );
    const { fields } = await sliceOf([{ file: 'a.c', line: 4, trace: [] }], index);
    expect([
      line,
      fields
        .flatMap(({ lines }) => lines)
        .join()
        .includes('b.c:4'),
    ]).toEqual([line, isUse]);
  }
});

test('of a check that is gone the functions that set the field are shown', async () => {
  const { fields, setters } = await fieldsOf(stop(CHECK), stop(''));
  expect(fields.map(({ field, type }) => [field, type])).toEqual([['state', 'proxy']]);
  expect(setters.map(({ title }) => title)).toEqual(['function pause, which sets state']);
});

test('a check that has moved to another file is not lost', async () => {
  const moved = `#include "types.h"\nvoid stop_it(struct proxy *p)\n{\n${CHECK}}\n`;
  const { setters } = await fieldsOf(stop(CHECK), stop(''), ['', moved]);
  expect(setters).toEqual([]);
});

test('a field that is no longer set there was not checked there', async () => {
  const gone = '    p->state = 1;\n';
  const { fields, setters } = await fieldsOf(stop(gone), stop(''));
  expect(fields.map(({ field }) => field)).toEqual(['state']);
  expect(setters).toEqual([]);
});

test('a field that several functions of a change set is listed once', async () => {
  const two = (n: number) =>
    `${stop('')}void again(struct proxy *p)\n{\n    p->state = ${n};\n    use(p);\n}\n`;
  const index = await changedIndex(
    { 'types.h': TYPES, 'a.c': two(1).replace('= 4', '= 5'), 'b.c': USERS },
    { 'a.c': two(2) },
  );
  const places = [4, 9].map((line) => ({ file: 'a.c', line, trace: [] }));
  const { fields } = await sliceOf(places, index);
  expect(fields.map(({ field }) => field)).toEqual(['state']);
});

test('a field that nothing sets any more comes before those that are set as they were', async () => {
  const types = 'struct pack { int id; int first; int last; int number; };\n';
  const open = (more: string) =>
    `#include "types.h"\nvoid open(struct pack *p)\n{\n    p->first = 0;\n${more}    p->last = 9;\n    p->number = 1;\n}\n`;
  const users =
    '#include "types.h"\nint all(struct pack *p)\n{\n    return p->first + p->last + p->number;\n}\nint who(struct pack *p)\n{\n    return p->id;\n}\n';
  const index = await changedIndex(
    { 'types.h': types, 'a.c': open('    p->id = next();\n'), 'b.c': users },
    { 'a.c': open('') },
  );
  const places = [4, 5, 6].map((line) => ({ file: 'a.c', line, trace: [] }));
  const { fields } = await sliceOf(places, index);
  expect(fields[0]).toMatchObject({ field: 'id', lines: ['b.c:8 in who: return p->id;'] });
});

test('of many uses of a field, each function has some: one that tests it often leaves room for the others', async () => {
  const tests = Array.from({ length: 30 }, (_, at) => `    if (p->state == ${at}) leave(p);`);
  const often = `void often(struct proxy *p)\n{\n${tests.join('\n')}\n}\n`;
  const loop =
    'void walk(struct proxy *p)\n{\n    for (int i = 0; i < p->state; i++)\n        step(p);\n}\n';
  const slice = await fieldsOf(stop(CHECK), stop(''), [often + loop, often + loop]);
  const uses = slice.fields.find(({ field }) => field === 'state');
  expect(uses?.lines).toHaveLength(14);
  expect(
    uses?.lines.some((line) => line.includes('in walk: for (int i = 0; i < p->state; i++)')),
  ).toBe(true);
  expect(uses?.lines.filter((line) => line.includes(' in often: ')).length).toBeGreaterThan(5);
});
