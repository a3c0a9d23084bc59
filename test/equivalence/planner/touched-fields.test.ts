import { expect, test } from '@jest/globals';
import { touchesField } from '../../../src/equivalence/planner/touched-fields.ts';

test.each([
  ['its own text', ['m->bp++;'], [], true],
  ['a longer name', ['m->bpm++;'], [], false],
  ['a macro that it expands', ['PUT(m);'], ['#define PUT(m) *(m)->bp = 0'], true],
  ['a macro that is given the name', ['GET(m, bp);'], ['#define GET(p, f) ((p)->f)'], true],
  ['a macro that is given another', ['GET(m, a);'], ['#define GET(p, f) ((p)->f)'], false],
  ['a name that is pasted', ['GET(m, p);'], ['#define GET(m, f) ((m)->b##f)'], true],
  [
    'a list of arguments that is pasted',
    ['LOG(1);'],
    ['#define LOG(...) l(x.y, ##__VA_ARGS__)'],
    false,
  ],
])('a field is touched by %s: %p', (_, texts, macros, touched) => {
  expect(touchesField('bp', texts, macros)).toBe(touched);
});
