import { expect, test } from '@jest/globals';
import { releasedUses } from '../../../src/code/change/released-uses.ts';
import { functionOf, lower } from '../../support/c-code.ts';

/** The uses behind a release in a body, as `kind place`. */
function usesIn(body: string): string[] {
  const source = `void free(void *); void my_free(void *ctx, void *p); void see(const void *); void fill(void *);
    struct s { char *text; struct s *next; }; char *shared; void *list_free(struct s *);
    void f(struct s *a, struct s *b, int n) { ${body} }`;
  return releasedUses(functionOf(lower(source))).map(({ kind, place }) => `${kind} ${place}`);
}

test.each([
  ['a member behind the release', 'free(a); b = a->next;', ['access a']],
  ['a second release', 'my_free(b, a); free(a);', ['release a']],
  ['a call that gets the pointer', 'free(a); see(a);', ['argument a']],
  ['a use on one way behind a release on all', 'free(a); if (n) see(a->text);', ['access a']],
  [
    'a jump to where errors end',
    'if (n) { free(a); goto out; } see(b); out: free(a);',
    ['release a'],
  ],
  ['a release on some ways that all lead to the use', 'if (n) free(a); see(a);', ['argument a']],
  ['a copy', 'b = a; free(a); see(b->text);', ['access b']],
  ['what a copy came from', 'struct s *p = a; free(p); see(a->text);', ['access a']],
  ['a member of a record', 'free(a->text); see(a->text);', ['argument a->text']],
  ['a condition', 'free(a); if (n && a->text) n = 0;', ['access a']],
])('%s counts', (_what, body, expected) => {
  expect(usesIn(body)).toEqual(expected);
});

test.each([
  ['another value in between', 'free(a); a = b; see(a->text);'],
  ['another value for the record', 'free(a->text); a = b; see(a->text);'],
  ['a call that can give the member a value', 'free(a->text); fill(a); see(a->text);'],
  ['a call that gets its address', 'free(a); fill(&a); see(a->text);'],
  ['a global behind any call', 'free(shared); fill(b); see(shared);'],
  [
    'what a released copy came from, where any call can renew it',
    'char *p = shared; free(p); fill(b); see(shared);',
  ],
  ['a release on some ways only', 'if (n) free(a); if (!n) see(a);'],
  ['a release whose result is wanted', 'a = list_free(a); see(a);'],
  ['a comparison, and a size', 'free(a); n = a == b || sizeof(a->text);'],
  ['a use before the release', 'see(a->text); free(a);'],
  ['a loop that goes on with the next', 'for (; a; a = b) { b = a->next; free(a); }'],
])('%s does not', (_what, body) => {
  expect(usesIn(body)).toEqual([]);
});
