import { expect, test } from '@jest/globals';
import { unterminatedTexts } from '../../../src/code/change/text-terminators.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The uses of texts that a change of a body no longer ends. */
function found(body: string): string[] {
  const { base, head } = versionsOf(` void *memset(void *, int, unsigned long);
 int load(char *), store(char *, int);
 struct s { unsigned char name[16]; int end; };
 void f(struct s *s, int n) {
   char text[32];
${body}
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    unterminatedTexts(change, pair).map(({ use }) => change.head.tree.textOf(use)),
  );
}

test.each([
  ['from an element on', 'memset(&text[sizeof(text) - 2], 0, 2)'],
  ['from a pointer on', 'memset(text + sizeof(text) - 2, 0, 2)'],
  ['in numbers', 'memset(text + 28, 0, 4)'],
  ['by a macro that is not known', 'memset(&text[sizeof(text) - TAIL], 0, TAIL)'],
])('the end of an array that is cleared %s counts', (_how, call) => {
  expect(found(`   load(text);\n-  ${call};\n   store(text, 1);`)).toEqual(['store(text, 1)']);
});

test.each([
  ['the middle', 'memset(text + 8, 0, 4)'],
  ['the whole', 'memset(text, 0, sizeof(text))'],
  ['other bytes', "memset(&text[sizeof(text) - 2], ' ', 2)"],
  ['all behind an index', 'memset(text + n, 0, 4)'],
])('%s does not', (_what, call) => {
  expect(found(`   load(text);\n-  ${call};\n   store(text, 1);`)).toEqual([]);
});

test('a use before the end does not, unless a loop comes back to it', () => {
  expect(found('   store(text, 1);\n-  text[31] = 0;')).toEqual([]);
  expect(found('   while (n--) {\n     store(text, 1);\n-    text[31] = 0;\n   }')).toEqual([
    'store(text, 1)',
  ]);
});
