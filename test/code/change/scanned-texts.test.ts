import { expect, test } from '@jest/globals';
import { looseScans } from '../../../src/code/change/scanned-texts.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The conversions that a change of a body made looser, as `was -> now`. */
function looseIn(body: string): string[] {
  const { base, head } = versionsOf(
    ` int sscanf(const char *, const char *, ...);
 void f(const char *in, int *n) { char a[8], b[32]; \n${body}\n }`,
  );
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    looseScans(change, pair).map(({ was, now }) => `${was} -> ${now}`),
  );
}

test.each([
  ['a width', '-sscanf(in, "%7s", a);\n+sscanf(in, "%s", a);', ['%7s -> %s']],
  [
    'one of two, of a set with a bracket',
    '-sscanf(in, "%7[^]x] %d %31s", a, n, b);\n+sscanf(in, "%[^]x] %d %31s", a, n, b);',
    ['%7[^]x] -> %[^]x]'],
  ],
  [
    'a width behind what is skipped',
    '-sscanf(in, "%*s %% %31s", b);\n+sscanf(in, "%*s %% %s", b);',
    ['%31s -> %s'],
  ],
  [
    'a width that passes the array',
    '-sscanf(in, "%7s", a);\n+sscanf(in, "%8s", a);',
    ['%7s -> %8s'],
  ],
])('%s is lost', (_what, body, expected) => {
  expect(looseIn(body)).toEqual(expected);
});

test.each([
  ['a width within the array', '-sscanf(in, "%7s", b);\n+sscanf(in, "%31s", b);'],
  ['a number', '-sscanf(in, "%7d", n);\n+sscanf(in, "%d", n);'],
  ['none that there was', '-sscanf(in, "%s", a);\n+sscanf(in, "%s ", a);'],
  ['what is read otherwise', '-sscanf(in, "%7s", a);\n+sscanf(in, "%d", n);'],
])('%s is not', (_what, body) => {
  expect(looseIn(body)).toEqual([]);
});
