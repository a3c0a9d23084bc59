import { expect, test } from '@jest/globals';
import { namesDefinedInText } from '../../../src/security/slice/names-defined-in-text.ts';

test.each([
  ['#define LIMIT 8', 'LIMIT'],
  ['  #  define ROUND(x) ((x) + 1)', 'ROUND'],
  ['struct point {', 'point'],
  ['struct API_EXPORT point', 'point'],
  ['class Ring : public Base {', 'Ring'],
  ['typedef enum colour {', 'colour'],
  ['} point_t;', 'point_t'],
  ['} table[4];', 'table'],
  ['} __attribute__((packed)) header_t;', 'header_t'],
  ['typedef unsigned long word;', 'word'],
  ['typedef int row [4];', 'row'],
  ['typedef int (*compare)(const void *, const void *);', 'compare'],
  ['extern int verbose;', 'verbose'],
  ['LIB_EXTERN const char *names[];', 'names'],
  ['extern int limit = 8;', 'limit'],
  ['  RED = 1,', 'RED'],
  ['  GREEN,', 'GREEN'],
  ['  BLUE', 'BLUE'],
  ['enum { FIRST = 3,', 'FIRST'],
])('%j defines %s', (line, name) => {
  expect([...namesDefinedInText([line])]).toContain(name);
});

test.each(['', '  return x;', 'call(a, b);', '#include <a.h>', '// words;', '  x = y + 1;', '{'])(
  '%j defines nothing',
  (line) => {
    expect([...namesDefinedInText([line])]).toEqual([]);
  },
);

test('a name far out in a line of generated code is not looked for', () => {
  const near = `typedef struct ${'x'.repeat(300)} near_t;`;
  const far = `typedef struct ${'x'.repeat(500)} far_t;`;
  const names = namesDefinedInText([near, far]);
  expect([names.has('near_t'), names.has('far_t')]).toEqual([true, false]);
});
