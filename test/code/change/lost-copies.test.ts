import { expect, test } from '@jest/globals';
import { expressionText } from '../../../src/code/c/ir/expression-text.ts';
import { lostCopies } from '../../../src/code/change/lost-copies.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

const BEGIN = ` struct o; char *strdup(const char *); void free(void *); void o_ref(struct o *);
 struct o *o_get(struct o *); char *fresh(void); void *memset(void *, int, unsigned long);
 struct s { char *text; struct o *o; int refs, owns_text; struct s *next; }; char *shared;
`;

/** What a change of the body of a function with `a` and `b` stores or returns as it is, as `target = source`. */
function lostIn(body: string, others = ''): string[] {
  const { base, head } = versionsOf(
    `${BEGIN}${others} char *f(struct s *a, struct s *b, char *name, int n) {\n${body}\n }`,
  );
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    lostCopies(change, pair).map(
      ({ target, source }) =>
        `${target === undefined ? 'return' : expressionText(target)} = ${expressionText(source)}`,
    ),
  );
}

const SHARES = '-a->text = strdup(b->text);\n+a->text = b->text;\n';

test.each([
  ['a member', SHARES, 'a->text = b->text'],
  ['a parameter', '-a->text = strdup(name);\n+a->text = name;', 'a->text = name'],
  ['a variable of the file', '-shared = strdup(a->text);\n+shared = a->text;', 'shared = a->text'],
  ['an element', '-a->text = strdup(b[n].text);\n+a->text = b[n].text;', 'a->text = b[n].text'],
  ['a result', '-return strdup(b->text);\n+return b->text;', 'return = b->text'],
  [
    'what is copied unless it is null',
    '-a->text = n ? strdup(b->text) : 0;\n+a->text = b->text;',
    'a->text = b->text',
  ],
  ['a counted reference', '-a->o = o_get(b->o);\n+a->o = b->o;', 'a->o = b->o'],
  ['a reference that a statement counted', '-o_ref(b->o);\n a->o = b->o;', 'a->o = b->o'],
  [
    'a record of its own that is released',
    ' struct s own = {0};\n-own.text = strdup(name);\n+own.text = name;\n s_release(&own);',
    'own.text = name',
  ],
])('%s is found', (_what, body, expected) => {
  expect(lostIn(body)).toEqual([expected]);
});

test.each([
  ['the old place is cleared', `${SHARES}+b->text = 0;`],
  ['the old place gets another value', `${SHARES}+b->text = fresh();`],
  ['the old place is not released any more', `${SHARES}-free(b->text);`],
  ['the record around is released by itself', `${SHARES}+free(b);`],
  ['a member says who owns it', `${SHARES}+a->owns_text = 0;`],
  ['the copy comes later', `${SHARES}+a->text = strdup(a->text);`],
  ['a reference is counted by hand', '-a->o = o_get(b->o);\n+a->o = b->o;\n+b->refs++;'],
  ['a reference is counted for the new place', '-o_ref(b->o);\n a->o = b->o;\n+o_ref(a->o);'],
  ['the statement moved', '-o_ref(b->o);\n a->o = b->o;\n+o_ref(b->o);'],
  ['the value was copied at times', '-a->text = n ? strdup(name) : name;\n+a->text = name;'],
  ['the value is another one', '-a->text = strdup(b->text);\n+a->text = b->next->text;'],
  ['the result is no pointer', '-a->refs = o_ref(n);\n+a->refs = n;'],
  [
    'a local variable has it alone',
    '-char *p = fresh(); a->text = strdup(p);\n+a->text = fresh();',
  ],
  [
    'a record of its own is forgotten',
    ' struct s own = {0};\n-own.text = strdup(name);\n+own.text = name;\n s_run(&own);',
  ],
  [
    'it was stored as it is on another way',
    '-if (n) a->text = strdup(name); else a->text = name;\n+if (n) { a->text = name; }\n+else { a->text = strdup(name); }',
  ],
])('nothing is where %s', (_what, body) => {
  expect(lostIn(body)).toEqual([]);
});

test('nothing where the file releases the member no longer', () => {
  expect(lostIn(SHARES, '-void clear(struct s *a) { free(a->text); }\n')).toEqual([]);
});

test('nothing where a caller copies now', () => {
  const others = ` char *f(struct s *, struct s *, char *, int);
 void g(struct s *a, char *t) {
-  f(a, a, t, 1);
+  f(a, a, strdup(t), 1);
 }
`;
  expect(lostIn('-a->text = strdup(name);\n+a->text = name;', others)).toEqual([]);
});
