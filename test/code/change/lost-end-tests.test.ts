import { expect, test } from '@jest/globals';
import { lostEndTests } from '../../../src/code/change/lost-end-tests.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The steps of a changed loop over `p` that lost a test, as `step over byte`. */
function found(body: string): string[] {
  const { base, head } = versionsOf(` int more(const char *), other(const char *);
 int f(const char *p, int i, const int *numbers) {
   while (more(p)) {
${body}
   }
   return i;
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    lostEndTests(change, pair).map(
      ({ step, byte }) => `${change.head.tree.textOf(step)} over ${byte}`,
    ),
  );
}

test.each([
  ['a test in front', '-    if (*p == 0) break;\n     p++;', ['p++ over *p']],
  ['a test that is true of any other byte', '-    if (*p)\n       p += 1;', ['p += 1 over *p']],
  ['an index', '-    if (p[i] != 0)\n       i++;', ['i++ over p[i]']],
  ['no text', '-    if (numbers[i] != 0)\n       i++;', []],
  ['another test of the byte', '-    if (*p == 0) break;\n+    if (!*p) break;\n     p++;', []],
  [
    'a new test of the pointer',
    '-    if (*p == 0) break;\n+    if (other(p)) break;\n     p++;',
    [],
  ],
  ['a test of another byte', '-    if (p[3] == 0) break;\n     i++;', []],
])('%s', (_what, body, expected) => {
  expect(found(body)).toEqual(expected);
});
