import { expect, test } from '@jest/globals';
import { reachedReleases } from '../../../src/code/change/reached-releases.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The uses that a release reaches since a change of a body, as `kind place`. */
function reachedIn(body: string): string[] {
  const { base, head } = versionsOf(
    ` struct s { int n; struct s *next; }; void s_release(struct s *); void s_unref(struct s *);
 void see(struct s *); void log_state(struct s *); struct s *s_new(void);
 void f(struct s *a, int bad) {\n${body}\n }`,
  );
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    reachedReleases(change, pair).map(({ kind, place }) => `${kind} ${place}`),
  );
}

test.each([
  ['a return went', ' if (bad) {\n   s_release(a);\n-  return;\n }\n a->n = 1;', ['access a']],
  [
    'the pointer kept its value',
    ' if (bad) {\n   s_release(a);\n-  a = 0;\n }\n if (a) see(a);',
    ['argument a'],
  ],
  ['a second release came', '+ if (bad) s_unref(a);\n see(0);\n s_unref(a);', ['release a']],
  [
    'a jump went',
    ' if (bad) {\n   s_release(a);\n-  goto end;\n }\n see(a);\n-end:\n   return;',
    ['argument a'],
  ],
])('%s', (_what, body, expected) => {
  expect(reachedIn(body)).toEqual(expected);
});

test.each([
  ['base reached it, too', ' if (bad) s_release(a);\n-bad = 2;\n see(a);'],
  [
    'the pointer got another value',
    ' if (bad) {\n   s_release(a);\n-  return;\n+  a = s_new();\n }\n see(a);',
  ],
  ['only a message names it', ' if (bad) {\n   s_release(a);\n-  return;\n }\n log_state(a);'],
  ['the release is new', '+ if (bad) {\n+   s_release(a);\n+ }\n see(a);'],
])('%s', (_what, body) => {
  expect(reachedIn(body)).toEqual([]);
});
