import { expect, test } from '@jest/globals';
import type { CallExpr } from '../../../src/code/c/ir/ast.ts';
import { expressionText } from '../../../src/code/c/ir/expression-text.ts';
import { expressionsOf } from '../../../src/code/c/ir/walk.ts';
import {
  isCopyCall,
  isReferenceCall,
  releasedPlaces,
} from '../../../src/code/change/ownership-calls.ts';
import { functionOf, lower } from '../../support/c-code.ts';

function bodyOf(body: string) {
  return functionOf(lower(`struct s { char *text; }; void f(struct s *a) { ${body} }`));
}

function callOf(text: string): CallExpr {
  const call = expressionsOf(bodyOf(`${text};`).blocks).find((expr) => expr.kind === 'call');
  if (call?.kind !== 'call') throw new Error(`no call in ${text}`);
  return call;
}

test.each([
  'strdup(a)',
  'xstrdup(a)',
  'g_strndup(a, 3)',
  'xmemdupz(a, 3)',
  'kmemdup(a, 3)',
  'pool_dup_text(a)',
  'itemClone(a)',
  'name_copy(a)',
])('%s copies', (text) => {
  expect(isCopyCall(callOf(text))).toBe(true);
});

test.each(['strcpy(a, a)', 'copy_to_user(a)', 'dup_fd(a)', 'can_copy(a)', 'duplex(a)'])(
  '%s does not',
  (text) => {
    expect(isCopyCall(callOf(text))).toBe(false);
  },
);

test.each(['buffer_ref(a)', 'obj_get(a)', 'Object_retain(a)', 'addref(a)', 'ref_object(a)'])(
  '%s counts a reference',
  (text) => {
    expect(isReferenceCall(callOf(text))).toBe(true);
  },
);

test.each(['buffer_unref(a)', 'get_name(a)', 'table_get(a, 3)', 'is_ref(a)', 'count_ref(a)'])(
  '%s counts none',
  (text) => {
    expect(isReferenceCall(callOf(text))).toBe(false);
  },
);

test('what calls release, each as often as it is released', () => {
  const body = 'free(a->text); FREE_AND_NULL(a->text); item_release(&a); see(a); free(0);';
  const places = releasedPlaces(bodyOf(body));
  expect(places.map(({ place }) => expressionText(place))).toEqual(['a->text', 'a->text', 'a']);
});
